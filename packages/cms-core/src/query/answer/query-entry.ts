/** A queryable entry. A changed entry is a new object. */
export interface QueryEntry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /**
   * Its published form as compact JSON, system keys first. References are `{"id"}`, or expanded one level if the table
   * says so.
   */
  readonly json: string;
}

/** A JSON object. */
export interface JsonObject {
  [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses an entry's JSON. */
export function parseEntry(json: string): JsonObject {
  const entry: unknown = JSON.parse(json);
  return isObject(entry) ? entry : {};
}

/**
 * Returns the id of a reference, as `{"id"}` or expanded; undefined for any other value. An entry starts with its id
 * and slug. A media object has other keys; a missing one is an `{"id"}` that matches no entry.
 */
export function referencedId(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [first, second = "slug"] = Object.keys(value);
  const isReference = first === "id" && second === "slug";
  return isReference && typeof value["id"] === "string" ? value["id"] : undefined;
}
