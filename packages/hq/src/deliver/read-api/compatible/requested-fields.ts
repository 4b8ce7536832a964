/** The names in `fields`, including dotted ones. Undefined if all fields are requested. */
export type RequestedFields = ReadonlySet<string> | undefined;

export function parseRequestedFields(text: string | undefined): RequestedFields {
  return text === undefined ? undefined : new Set(text.split(",").map((name) => name.trim()));
}

/** Whether a key or part of its value is requested. */
export function isRequested(asked: RequestedFields, key: string): boolean {
  return asked === undefined || asked.values().some((name) => `${name}.`.startsWith(`${key}.`));
}

/** Returns the requested fields within the value of a key. */
export function requestedWithin(asked: RequestedFields, key: string): RequestedFields {
  if (asked === undefined || asked.has(key)) return undefined;
  const inner = asked.values().filter((name) => name.startsWith(`${key}.`));
  return new Set(inner.map((name) => name.slice(key.length + 1)));
}

/** Converts `fields` to the names of entries, which call `revisedAt` `updatedAt`. */
export function storedNames(text: string): string {
  const names = text.split(",").map((name) => name.trim());
  return names.map((name) => name.replace(/(^|\.)revisedAt$/, "$1updatedAt")).join(",");
}
