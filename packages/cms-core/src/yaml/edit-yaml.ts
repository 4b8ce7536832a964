import { isMap, parseDocument } from "yaml";
import { decodeText } from "../base/bytes.ts";
import { isCmsError } from "../base/errors.ts";
import { applySplices, mappingSplices } from "./splice-mapping.ts";
import { isSame, type SameAt } from "./yaml-same.ts";
import { printMapping, stringLeaf, type YamlMapping, type YamlTree } from "./yaml-tree.ts";
import { readYaml, type YamlMap, type YamlValue } from "./yaml.ts";

/**
 * Makes a YAML text say what `tree` says, changing the lines of what differs only: comments, unknown keys,
 * order and formatting of the rest stay. A text whose layout cannot be kept is printed anew, with
 * its unknown keys.
 * @param sameAt whether a top-level value already means what it should
 */
export function editYaml(text: string, tree: YamlMapping, sameAt: SameAt): string {
  const before = readYaml(text);
  if (isSame(before, tree, sameAt)) return text;
  const source = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const root = parseDocument(source, { schema: "failsafe", uniqueKeys: false, logLevel: "silent" });
  if (isMap(root.contents) && root.contents.flow !== true && root.errors.length === 0) {
    const splices = mappingSplices({ source, node: root.contents, before, tree, sameAt });
    const edited = splices === undefined ? undefined : applySplices(source, splices);
    // Two parsers read the text; what they do not agree on is not trusted.
    if (edited !== undefined && says(edited, before, tree, sameAt)) return edited;
  }
  return printMapping(withUnknown(tree, before));
}

/** A record file edited like that; undefined when it cannot be read and has to be printed anew. */
export function editTree(previous: Uint8Array, tree: YamlMapping): Uint8Array | undefined {
  try {
    const before = decodeText(previous);
    const after = editYaml(before, tree, () => undefined);
    return after === before ? previous : Buffer.from(after);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

function says(text: string, before: YamlMap, tree: YamlMapping, sameAt: SameAt): boolean {
  const after = tryRead(text);
  if (after === undefined) return false;
  const kept = [...before].every(
    ([key, value]) => tree.known(key) || isEqual(after.get(key), value),
  );
  return kept && isSame(after, tree, sameAt);
}

function tryRead(text: string): YamlMap | undefined {
  try {
    return readYaml(text);
  } catch {
    return undefined;
  }
}

function isEqual(a: YamlValue | undefined, b: YamlValue): boolean {
  return a !== undefined && isSame(a, plainTree(b));
}

function withUnknown(tree: YamlMapping, before: YamlMap): YamlMapping {
  const unknown = [...before].filter(([key]) => !tree.known(key));
  const entries = new Map([
    ...tree.entries,
    ...unknown.map(([key, value]) => [key, plainTree(value)] as const),
  ]);
  return { ...tree, entries };
}

/** A value that was read, as what a file should say. */
export function plainTree(value: YamlValue): YamlTree {
  if (typeof value === "string") return stringLeaf(value);
  if (value instanceof Map) return plainMapping(value);
  return isList(value) ? { kind: "list", items: value.map(plainTree) } : stringLeaf("");
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

function plainMapping(map: YamlMap): YamlMapping {
  const entries = new Map([...map].map(([key, value]) => [key, plainTree(value)] as const));
  return { kind: "mapping", entries, known: () => true };
}
