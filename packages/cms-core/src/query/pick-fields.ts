import { isJsonObject, type JsonObject, type JsonValue } from "./json-value.ts";

/** Which keys of an object are kept; `true` keeps the whole value. */
export type FieldPick = ReadonlyMap<string, FieldPick | true>;

/**
 * Reads the `fields` parameter: `id,title,author.name`. Of `author` and `author.name` the wider
 * wins. Names that no entry has are no error: a field that was deleted must not break a live site.
 */
export function parseFields(text: string): FieldPick {
  const pick = new Map<string, FieldPick | true>();
  for (const name of text.split(",")) addPath(pick, name.trim().split("."));
  return pick;
}

type MutablePick = Map<string, FieldPick | true>;

function addPath(pick: MutablePick, [key = "", ...rest]: readonly string[]): void {
  const known = pick.get(key);
  if (known === true) return;
  if (rest.length === 0) {
    pick.set(key, true);
    return;
  }
  const inner: MutablePick = new Map(known);
  addPath(inner, rest);
  pick.set(key, inner);
}

/**
 * Keeps the picked keys of an entry in the entry's own order. Dotted names reach into references,
 * media and repeat rows, in every element of an array; `id` is not implied (contracts, section 4).
 */
export function pickFields(values: JsonObject, pick: FieldPick): JsonObject {
  const kept: Record<string, JsonValue> = Object.create(null);
  for (const [key, value] of Object.entries(values)) {
    const inner = pick.get(key);
    const picked = inner === undefined ? undefined : pickValue(value, inner);
    if (picked !== undefined) kept[key] = picked;
  }
  return kept;
}

function pickValue(value: JsonValue, pick: FieldPick | true): JsonValue | undefined {
  if (pick === true) return value;
  if (isJsonObject(value)) return pickFields(value, pick);
  if (typeof value !== "object") return undefined;
  return value.flatMap((element) => (isJsonObject(element) ? [pickFields(element, pick)] : []));
}
