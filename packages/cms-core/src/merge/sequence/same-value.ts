/** Whether two values of the model say the same: texts, numbers, lists, records and maps. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (a instanceof Map) return b instanceof Map && sameEntries(a, b);
  if (Array.isArray(b) || b instanceof Map) return false;
  return sameEntries(new Map(Object.entries(a)), new Map(Object.entries(b)));
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
}

function sameEntries(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    if (!b.has(key) || !sameValue(value, b.get(key))) return false;
  }
  return true;
}

/** A text that is the same for the same value: order and identity of what has no name of its own. */
export function valueKey(value: unknown): string {
  return typeof value === "string" ? `"${value}` : (JSON.stringify(plain(value)) ?? "");
}

function plain(value: unknown): unknown {
  if (value instanceof Map)
    return [...value].toSorted(byFirst).map(([key, item]) => [key, plain(item)]);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return plain(new Map(Object.entries(value)));
}

function byFirst([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
