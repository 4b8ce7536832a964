import { isMap, isNode, type Node, type YAMLMap, type YAMLSeq } from "yaml";
import { isYamlMap, type YamlMap, type YamlValue } from "../base/yaml.ts";
import { applySplices, lineStart, nodeEnd, type Splice } from "./splice.ts";
import { isSame } from "./yaml-same.ts";
import { printItem, type YamlMapping, type YamlTree } from "./yaml-tree.ts";

interface ListEdit {
  readonly source: string;
  /** A block list of `source`. */
  readonly node: YAMLSeq;
  /** What `node` says now. */
  readonly before: readonly YamlValue[];
  readonly items: readonly YamlTree[];
  readonly editMapping: EditMapping;
}

/** `mappingSplices`, which calls this module. */
type EditMapping = (edit: {
  readonly source: string;
  readonly node: YAMLMap;
  readonly before: YamlMap;
  readonly tree: YamlMapping;
}) => Splice[] | undefined;

/** An item as it stands in the source, with the comments in front of it. */
interface Chunk {
  readonly value: YamlValue;
  readonly node: Node;
  readonly start: number;
  readonly end: number;
}

/**
 * What to replace so that a block list says what `items` say. Items that stay keep their lines and
 * comments, wherever they go; rows are known by their id, options by their value.
 */
export function spliceList(edit: ListEdit): Splice[] | undefined {
  const { source, node, before, items } = edit;
  const chunks = readChunks(source, node, before);
  const [first] = chunks ?? [];
  if (chunks === undefined || first === undefined || items.length === 0) return undefined;
  const indent = source.slice(first.start).search(/\S/);
  const used = new Set<Chunk>();
  const texts = items.map((item) => {
    const chunk = chunks.find((candidate) => !used.has(candidate) && isItem(candidate.value, item));
    if (chunk === undefined) return printItem(item, indent);
    used.add(chunk);
    return chunkText(edit, chunk, item, indent);
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

function chunkText(edit: ListEdit, chunk: Chunk, item: YamlTree, indent: number): string {
  const { source } = edit;
  const text = source.slice(chunk.start, chunk.end);
  const { node, value: before } = chunk;
  if (isSame(before, item)) return text;
  if (isMap(node) && node.flow !== true && item.kind === "mapping" && isYamlMap(before)) {
    const splices = edit.editMapping({ source, node, before, tree: item });
    if (splices !== undefined) {
      return applySplices(
        text,
        splices.map((splice) => shift(splice, chunk)),
      );
    }
  }
  return printItem(item, indent);
}

function shift({ start, end, text }: Splice, { start: by }: Chunk): Splice {
  return { start: start - by, end: end - by, text };
}
