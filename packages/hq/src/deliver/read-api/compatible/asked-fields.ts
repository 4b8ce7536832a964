/** What `fields` names, dotted names included; undefined where everything is asked for. */
export type AskedFields = ReadonlySet<string> | undefined;

export function parseAskedFields(text: string | undefined): AskedFields {
  return text === undefined ? undefined : new Set(text.split(",").map((name) => name.trim()));
}

/** Whether a key, or something in it, is asked for. */
export function asksFor(asked: AskedFields, key: string): boolean {
  return asked === undefined || asked.values().some((name) => `${name}.`.startsWith(`${key}.`));
}

/** What is asked for in the value of a key. */
export function askedIn(asked: AskedFields, key: string): AskedFields {
  if (asked === undefined || asked.has(key)) return undefined;
  const inner = asked.values().filter((name) => name.startsWith(`${key}.`));
  return new Set(inner.map((name) => name.slice(key.length + 1)));
}

/** The same `fields` in the names that entries have: `revisedAt` is what they call `updatedAt`. */
export function storedNames(text: string): string {
  const names = text.split(",").map((name) => name.trim());
  return names.map((name) => name.replace(/(^|\.)revisedAt$/, "$1updatedAt")).join(",");
}
