const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?$/is;

/** Whether Windows keeps a file name for a device, with any extension: `con`, `aux.json`. */
export function isWindowsDevice(name: string): boolean {
  return DEVICE.test(name);
}

const PROTOTYPE_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "prototype",
]);

const SHORTEST = Math.min(...[...PROTOTYPE_NAMES].map((name) => name.length));

/** Whether every object already has a property of that name: `constructor`, `__proto__`. */
export function isPrototypeName(name: string): boolean {
  // Most names are shorter, and to look one up takes longer than to read it.
  return name.length >= SHORTEST && PROTOTYPE_NAMES.has(name);
}
