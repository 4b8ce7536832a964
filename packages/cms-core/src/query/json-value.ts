/** A value of published JSON; nothing in it is ever `null` (contracts, section 3). */
export type JsonValue = string | number | boolean | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && !Array.isArray(value);
}
