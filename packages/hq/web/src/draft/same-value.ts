/** Returns whether two values are equal as JSON, regardless of key order. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const before = Object.entries(one).filter(isDefined);
  const after = new Map<string, unknown>(Object.entries(other).filter(isDefined));
  return (
    before.length === after.size &&
    before.every(([key, value]) => after.has(key) && sameValue(value, after.get(key)))
  );
}

function isDefined([, value]: readonly [string, unknown]): boolean {
  return value !== undefined;
}
