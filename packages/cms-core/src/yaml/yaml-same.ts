import type { YamlMapping, YamlTree } from "./yaml-tree.ts";
import { isYamlMap, type YamlMap, type YamlValue } from "./yaml.ts";

/** Whether the value of a top-level key means what it should; undefined leaves it to its text. */
export type SameAt = (key: string, value: YamlValue) => boolean | undefined;

/** Whether a value that was read says the same as a tree; keys that are not ours do not count. */
export function isSame(value: YamlValue | undefined, tree: YamlTree, sameAt?: SameAt): boolean {
  if (value === undefined) return false;
  switch (tree.kind) {
    case "leaf":
      return value === tree.text;
    case "list":
      return isSameList(value, tree.items);
    case "mapping":
      return isYamlMap(value) && isSameMapping(value, tree, sameAt);
  }
}

function isSameList(value: YamlValue, items: readonly YamlTree[]): boolean {
  if (typeof value === "string" || isYamlMap(value) || value.length !== items.length) return false;
  return items.every((item, index) => isSame(value[index], item));
}

function isSameMapping(map: YamlMap, tree: YamlMapping, sameAt: SameAt | undefined): boolean {
  for (const [key, wanted] of tree.entries) {
    const value = map.get(key);
    if (value === undefined) return false;
    if (!(sameAt?.(key, value) ?? isSame(value, wanted))) return false;
  }
  return [...map].every(([key, value]) => !isSurplus(key, value, tree, sameAt));
}

/** Whether a key of the file is ours and should not be there. */
export function isSurplus(
  key: string,
  value: YamlValue | undefined,
  tree: YamlMapping,
  sameAt?: SameAt,
): boolean {
  if (tree.entries.has(key) || !tree.known(key) || value === undefined) return false;
  return tree.omitted?.get(key) !== value && sameAt?.(key, value) !== true;
}
