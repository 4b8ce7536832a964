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

/** Code points that HFS+ ignores in names. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Returns a name as case-insensitive disks compare it. HFS+ treats `.g\u200cit` as `.git`. */
export function foldName(name: string): string {
  return name.replaceAll(IGNORED_BY_HFS, "").toLowerCase();
}
