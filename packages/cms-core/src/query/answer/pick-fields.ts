import { type Composing, expandValue, resolveReference } from "./compose-entry.ts";
import { isObject, type JsonObject, parseEntry, referencedId } from "./query-entry.ts";

/** Keys of an object to keep; `true` keeps the whole value. */
export type FieldPick = ReadonlyMap<string, FieldPick | true>;

/**
 * Parses the `fields` parameter: `id,title,author.name`. With both `author` and `author.name`, the wider one wins.
 * Unknown names are no error, because a deleted field must not break a live site.
 */
export function parseFields(text: string): FieldPick {
  const pick: MutablePick = new Map();
  for (const name of text.split(",")) addPath(pick, name.trim().split("."));
  return pick;
}

type MutablePick = Map<string, MutablePick | true>;

function addPath(pick: MutablePick, keys: readonly string[]): void {
  let at = pick;
  for (const key of keys.slice(0, -1)) {
    const inner = at.get(key) ?? new Map();
    if (inner === true) return;
    at.set(key, inner);
    at = inner;
  }
  at.set(keys.at(-1) ?? "", true);
}

export interface Picking {
  readonly pick: FieldPick;
  /** How many levels of references are expanded. */
  readonly depth: number;
  readonly composing: Composing;
}

/**
 * Returns the selected keys of an object, in the object's order. Dotted names apply to references, media, repeat rows,
 * and every element of an array; `id` isn't implied (contracts, section 4). Unselected references aren't expanded.
 */
export function pickFields(values: JsonObject, { pick, ...rest }: Picking): JsonObject {
  const picked = Object.entries(values).flatMap(([key, value]) => {
    const inner = pick.get(key);
    const shown = inner === undefined ? undefined : pickValue(value, { ...rest, pick: inner });
    return shown === undefined ? [] : [[key, shown] as const];
  });
  return Object.fromEntries(picked);
}

type ValuePicking = Omit<Picking, "pick"> & { readonly pick: FieldPick | true };

function pickValue(value: unknown, { pick, depth, composing }: ValuePicking): unknown {
  if (pick === true) return expandValue(value, depth, composing);
  const picking = { pick, depth, composing };
  if (Array.isArray(value)) return value.filter(isObject).map((one) => pickObject(one, picking));
  return isObject(value) ? pickObject(value, picking) : undefined;
}

function pickObject(value: JsonObject, { pick, depth, composing }: Picking): JsonObject {
  const id = referencedId(value);
  if (id === undefined) return pickFields(value, { pick, depth, composing });
  const target = resolveReference(id, depth, composing);
  if (target === undefined) return pickFields({ id }, { pick, depth: 0, composing });
  return pickFields(parseEntry(target.json), { pick, depth: depth - 1, composing });
}
