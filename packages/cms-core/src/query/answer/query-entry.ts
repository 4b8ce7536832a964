/** An entry that can be asked for. A changed entry is a new object. */
export interface QueryEntry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /**
   * Its published shape as compact JSON, system keys first: references as `{"id"}`, or expanded one
   * level where the table says so.
   */
  readonly json: string;
}

/** An object as JSON has it. */
export interface JsonObject {
  [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What an entry's JSON says. */
export function parseEntry(json: string): JsonObject {
  const entry: unknown = JSON.parse(json);
  return isObject(entry) ? entry : {};
}

/**
 * The id of a reference, as `{"id"}` or expanded; undefined for any other value. An entry begins with its id
 * and slug; a media object has other keys, and one that is not there is `{"id"}` of no entry.
 */
export function referencedId(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const [first, second = "slug"] = Object.keys(value);
  const isReference = first === "id" && second === "slug";
  return isReference && typeof value["id"] === "string" ? value["id"] : undefined;
}
