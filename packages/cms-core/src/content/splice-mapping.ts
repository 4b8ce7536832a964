import { isMap, isNode, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap } from "yaml";
import { isYamlMap, type YamlMap, type YamlValue } from "../base/yaml.ts";
import { spliceList } from "./splice-list.ts";
import { lineStart, nodeEnd, type Splice } from "./splice.ts";
import { isSame, isSurplus, type SameAt } from "./yaml-same.ts";
import {
  printPair,
  printValue,
  type YamlLeaf,
  type YamlMapping,
  type YamlTree,
} from "./yaml-tree.ts";

export interface MappingEdit {
  readonly source: string;
  /** A block mapping of `source`. */
  readonly node: YAMLMap;
  /** What `node` says now. */
  readonly before: YamlMap;
  readonly tree: YamlMapping;
  readonly sameAt?: SameAt;
}

/** A key of the mapping as it stands in the source. */
interface Place {
  readonly key: string;
  readonly value: Node | undefined;
  readonly start: number;
  readonly end: number;
}

/** What to replace so that a block mapping says what a tree says; undefined when its layout is too odd. */
export function mappingSplices(edit: MappingEdit): Splice[] | undefined {
  const places = edit.node.items.map((pair) => placeOf(edit.source, pair));
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
      splices.push(insertion(printPair(key, value, indent), { first, last, indent }));
    else splices.push(...change(edit, place, value, indent));
    last = place ?? last;
  }
  return splices;
}

function placeOf(source: string, { key, value }: Pair): Place | undefined {
  if (!isScalar(key) || typeof key.value !== "string" || key.range == null) return undefined;
  const node = isNode(value) ? value : undefined;
  const [start] = key.range;
  // An explicit key (`? key`) or a key behind something else on its line is not edited in place.
  if (!/^ *(?:- +)*$/.test(source.slice(lineStart(source, start), start))) return undefined;
  return { key: key.value, value: node, start, end: nodeEnd(source, node ?? key) };
}

interface Around {
  readonly first: Place;
  readonly last: Place | undefined;
  readonly indent: number;
}

/** Behind the key that comes before it in the tree, or in front of all. */
function insertion(lines: string, { first, last, indent }: Around): Splice {
  if (last !== undefined) return { start: last.end, end: last.end, text: lines };
  const text = lines.slice(indent) + " ".repeat(indent);
  return { start: first.start, end: first.start, text };
}

function change(
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

/** A change that keeps what stands around or between the values. */
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
        ? spliceList({ source, node, before, items: tree.items, editMapping: mappingSplices })
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

/** The value alone, so that a comment behind it stays. */
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
