/** A value as JSON can hold it: maps become objects, what is undefined is left out. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Map) return plainValue(Object.fromEntries(value));
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, plainValue(member)]));
}
