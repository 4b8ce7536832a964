import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { decodeText } from "../base/bytes.ts";
import { isCmsError } from "../base/errors.ts";
import { lineStart, nodeEnd } from "./yaml-places.ts";
import {
  isSame,
  isSurplus,
  printItem,
  printMapping,
  printPair,
  printValue,
  type SameAt,
  stringLeaf,
  type YamlLeaf,
  type YamlMapping,
  type YamlTree,
} from "./yaml-tree.ts";
import { isYamlList, isYamlMap, readYaml, type YamlMap, type YamlValue } from "./yaml.ts";

/**
 * Edits a YAML text to match `tree`. Only the lines of changed values change; comments, unknown keys, order, and
 * formatting stay. If the layout cannot be kept, the text is printed again, with its unknown keys.
 * @param sameAt returns whether a top-level value already means what it should
 */
export function editYaml(text: string, tree: YamlMapping, sameAt: SameAt): string {
  const before = readYaml(text);
  if (isSame(before, tree, sameAt)) return text;
  const source = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  const root = parseDocument(source, { schema: "failsafe", uniqueKeys: false, logLevel: "silent" });
  if (isMap(root.contents) && root.contents.flow !== true && root.errors.length === 0) {
    const splices = mappingSplices({ source, node: root.contents, before, tree, sameAt });
    const edited = splices === undefined ? undefined : applySplices(source, splices);
    // Two parsers read the result. If they disagree, it is discarded.
    if (edited !== undefined && matchesTree(edited, before, tree, sameAt)) return edited;
  }
  return printMapping(withUnknown(tree, before));
}

/** Edits a record file in the same way; undefined if it cannot be read and must be printed again. */
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

function matchesTree(text: string, before: YamlMap, tree: YamlMapping, sameAt: SameAt): boolean {
  const after = tryRead(text);
  if (after === undefined) return false;
  const isUnchanged = [...before].every(
    ([key, value]) => tree.known(key) || isEqual(after.get(key), value),
  );
  return isUnchanged && isSame(after, tree, sameAt);
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

/** Converts a parsed value to a tree. */
export function plainTree(value: YamlValue): YamlTree {
  if (typeof value === "string") return stringLeaf(value);
  if (value instanceof Map) return plainMapping(value);
  return isYamlList(value) ? { kind: "list", items: value.map(plainTree) } : stringLeaf("");
}

function plainMapping(map: YamlMap): YamlMapping {
  const entries = new Map([...map].map(([key, value]) => [key, plainTree(value)] as const));
  return { kind: "mapping", entries, known: () => true };
}

interface MappingEdit {
  readonly source: string;
  /** A block mapping of `source`. */
  readonly node: YAMLMap;
  /** Current content of `node`. */
  readonly before: YamlMap;
  readonly tree: YamlMapping;
  readonly sameAt?: SameAt;
}

/** A key of the mapping with its position in the source. */
interface Place {
  readonly key: string;
  readonly value: Node | undefined;
  readonly start: number;
  readonly end: number;
}

/** Returns the replacements that make a block mapping match a tree; undefined if its layout isn't supported. */
function mappingSplices(edit: MappingEdit): Splice[] | undefined {
  const places = edit.node.items.map((pair) => locateKey(edit.source, pair));
  const [first] = places;
  if (first === undefined || !places.every((place) => place !== undefined)) return undefined;
  const indent = first.start - lineStart(edit.source, first.start);
  const splices: Splice[] = [];
  for (const place of places) {
    if (!isSurplus(place.key, edit.before.get(place.key), edit.tree, edit.sameAt)) continue;
    if (place === first && indent > 0) return undefined;
    splices.push({ start: lineStart(edit.source, place.start), end: place.end, text: "" });
  }
  const byKey = new Map(places.map((place) => [place.key, place]));
  let last: Place | undefined;
  for (const [key, value] of edit.tree.entries) {
    const place = byKey.get(key);
    if (place === undefined)
      splices.push(insertionAt(printPair(key, value, indent), { first, last, indent }));
    else splices.push(...editPair(edit, place, value, indent));
    last = place ?? last;
  }
  return splices;
}

function locateKey(source: string, { key, value }: Pair): Place | undefined {
  if (!isScalar(key) || typeof key.value !== "string" || key.range == null) return undefined;
  const node = isNode(value) ? value : undefined;
  const [start] = key.range;
  // An explicit key (`? key`), or a key after something else on its line, isn't edited in place.
  if (!/^ *(?:- +)*$/.test(source.slice(lineStart(source, start), start))) return undefined;
  return { key: key.value, value: node, start, end: nodeEnd(source, node ?? key) };
}

interface Around {
  readonly first: Place;
  readonly last: Place | undefined;
  readonly indent: number;
}

/** Inserts after the preceding key of the tree, or before all keys. */
function insertionAt(lines: string, { first, last, indent }: Around): Splice {
  if (last !== undefined) return { start: last.end, end: last.end, text: lines };
  const text = lines.slice(indent) + " ".repeat(indent);
  return { start: first.start, end: first.start, text };
}

function editPair(
  edit: MappingEdit,
  place: Place,
  tree: YamlTree,
  indent: number,
): readonly Splice[] {
  const before = edit.before.get(place.key);
  if (before !== undefined && (edit.sameAt?.(place.key, before) ?? isSame(before, tree))) return [];
  const inside =
    before === undefined ? undefined : changeInside(edit.source, place.value, before, tree);
  if (inside !== undefined) return inside;
  const text = printPair(place.key, tree, indent).slice(indent);
  return [{ start: place.start, end: place.end, text }];
}

/** Returns a change that keeps the text around and between the values. */
function changeInside(
  source: string,
  node: Node | undefined,
  before: YamlValue,
  tree: YamlTree,
): readonly Splice[] | undefined {
  switch (tree.kind) {
    case "leaf":
      return changeScalar(source, node, tree);
    case "list":
      return isSeq(node) && node.flow !== true && Array.isArray(before)
        ? spliceList({ source, node, before, items: tree.items })
        : undefined;
    case "mapping":
      return isMap(node) && node.flow !== true && isYamlMap(before)
        ? mappingSplices({ source, node, before, tree })
        : undefined;
  }
}

const ONE_LINE: ReadonlySet<string | undefined> = new Set([
  Scalar.PLAIN,
  Scalar.QUOTE_DOUBLE,
  Scalar.QUOTE_SINGLE,
]);

/** Replaces only the value, so that a comment after it stays. */
function changeScalar(
  source: string,
  node: Node | undefined,
  leaf: YamlLeaf,
): Splice[] | undefined {
  if (leaf.comment !== undefined || !isScalar(node) || !ONE_LINE.has(node.type)) return undefined;
  const [start, end] = node.range ?? [0, 0];
  const text = printValue(leaf);
  const isOneLine = !text.includes("\n") && !source.slice(start, end).includes("\n");
  return start < end && isOneLine ? [{ start, end, text }] : undefined;
}

interface ListEdit {
  readonly source: string;
  /** A block list of `source`. */
  readonly node: YAMLSeq;
  /** Current content of `node`. */
  readonly before: readonly YamlValue[];
  readonly items: readonly YamlTree[];
}

/** An item in the source with the comments before it. */
interface Chunk {
  readonly value: YamlValue;
  readonly node: Node;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the replacements that make a block list match `items`. Items that remain keep their lines and comments, even
 * if moved. Rows are matched by id, options by value.
 */
function spliceList({ source, node, before, items }: ListEdit): Splice[] | undefined {
  const chunks = readChunks(source, node, before);
  const [first] = chunks ?? [];
  if (chunks === undefined || first === undefined || items.length === 0) return undefined;
  const indent = source.slice(first.start).search(/\S/);
  const used = new Set<Chunk>();
  const texts = items.map((item) => {
    const chunk = chunks.find((candidate) => !used.has(candidate) && isItem(candidate.value, item));
    if (chunk === undefined) return printItem(item, indent);
    used.add(chunk);
    return chunkText(source, chunk, item, indent);
  });
  const end = chunks.at(-1)?.end ?? first.end;
  return [{ start: first.start, end, text: texts.join("") }];
}

function readChunks(
  source: string,
  node: YAMLSeq,
  before: readonly YamlValue[],
): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let last: number | undefined;
  for (const [index, item] of node.items.entries()) {
    const value = before[index];
    if (!isNode(item) || item.range == null || value === undefined) return undefined;
    const line = lineStart(source, item.range[0]);
    if (!/^ *- +$/.test(source.slice(line, item.range[0]))) return undefined;
    const end = nodeEnd(source, item);
    chunks.push({ value, node: item, start: last ?? line, end });
    last = end;
  }
  return chunks;
}

function isItem(value: YamlValue, item: YamlTree): boolean {
  if (item.kind !== "mapping" || !isYamlMap(value)) return isSame(value, item);
  for (const key of ["id", "value"]) {
    const identity = item.entries.get(key);
    if (identity !== undefined) return isSame(value.get(key), identity);
  }
  return isSame(value, item);
}

function chunkText(source: string, chunk: Chunk, item: YamlTree, indent: number): string {
  const text = source.slice(chunk.start, chunk.end);
  const { node, value: before } = chunk;
  if (isSame(before, item)) return text;
  if (isMap(node) && node.flow !== true && item.kind === "mapping" && isYamlMap(before)) {
    const splices = mappingSplices({ source, node, before, tree: item });
    if (splices !== undefined) {
      return applySplices(
        text,
        splices.map((splice) => shiftSplice(splice, chunk)),
      );
    }
  }
  return printItem(item, indent);
}

function shiftSplice({ start, end, text }: Splice, { start: by }: Chunk): Splice {
  return { start: start - by, end: end - by, text };
}

/** Replaces the characters `start` to `end` (exclusive). */
interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies replacements that don't overlap. Those at the same position are applied in order. */
function applySplices(source: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => a.start - b.start);
  let text = "";
  let at = 0;
  for (const splice of ordered) {
    text += source.slice(at, splice.start) + splice.text;
    at = Math.max(at, splice.end);
  }
  return text + source.slice(at);
}
