import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

const options = {
  extensions: [gfm()],
  // Without the second pass over texts: it makes links that stand nowhere in the source.
  mdastExtensions: gfmFromMarkdown().map((extension) =>
    Object.assign(extension, { transforms: [] }),
  ),
};

/** Where something stands in the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The syntax tree of a text (CommonMark and GFM), with offsets. */
export function parseTree(text: string): Root {
  // The parser drops a byte order mark and does not count it.
  if (!text.startsWith("\uFEFF")) return fromMarkdown(text, options);
  const tree = fromMarkdown(text.slice(1), options);
  shift(tree, 1);
  return tree;
}

function shift(node: Nodes, by: number): void {
  for (const point of [node.position?.start, node.position?.end]) {
    if (point?.offset !== undefined) point.offset += by;
  }
  if ("children" in node) for (const child of node.children) shift(child, by);
}

export function spanOf({ type, position }: Nodes): Span {
  const start = position?.start.offset;
  const end = position?.end.offset;
  if (start === undefined || end === undefined) throw new Error(`No position of ${type}`);
  return { start, end };
}
