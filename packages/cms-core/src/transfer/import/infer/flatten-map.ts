import type { SourceMap, SourceValue } from "../source/source-value.ts";

/** Tables of Zola and Hugo that only group what the author added; their keys are fields. */
const OPENED: ReadonlySet<string> = new Set(["extra", "taxonomies", "params"]);

/** What a key is called that names a value; an address, a number or a version is a value itself. */
const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_ $.:-]{0,99}$/u;

/** Whether all keys of a mapping are names. Fields made of other keys would grow with every value. */
export function hasNames(map: SourceMap): boolean {
  return [...map.keys()].every((key) => NAME.test(key));
}

/** Front matter with such tables opened; a key that stands outside as well keeps the table's name. */
export function openTables(map: SourceMap): SourceMap {
  if (![...OPENED].some((key) => map.get(key) instanceof Map)) return map;
  const opened = new Map<string, SourceValue>();
  for (const [key, value] of map) {
    const isTable = OPENED.has(key) && value instanceof Map && hasNames(value);
    if (!isTable) {
      opened.set(key, value);
      continue;
    }
    for (const [inner, innerValue] of value) {
      opened.set(
        map.has(inner) || opened.has(inner) ? freeKey(`${key}_${inner}`, map) : inner,
        innerValue,
      );
    }
  }
  return opened;
}

/** A mapping whose inner mappings are spread out, because rows do not nest: `og: {title}` → `og_title`. */
export function flattenMap(map: SourceMap): SourceMap {
  const flat = new Map<string, SourceValue>();
  for (const [key, value] of map) {
    if (!(value instanceof Map) || !hasNames(value)) {
      flat.set(freeKey(key, flat), value);
      continue;
    }
    for (const [inner, innerValue] of flattenMap(value)) {
      flat.set(freeKey(`${key}_${inner}`, flat), innerValue);
    }
  }
  return flat;
}

function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key;
  while (taken.has(free)) free += "_";
  return free;
}
