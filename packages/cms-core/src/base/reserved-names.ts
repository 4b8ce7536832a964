const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?$/is;

/** Whether Windows reserves a filename for a device, with any extension: `con`, `aux.json`. */
export function isWindowsDevice(name: string): boolean {
  return DEVICE.test(name);
}

const PROTOTYPE_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "prototype",
]);

/** Whether every object already has a property of that name: `constructor`, `__proto__`. */
export function isPrototypeName(name: string): boolean {
  return PROTOTYPE_NAMES.has(name);
}
