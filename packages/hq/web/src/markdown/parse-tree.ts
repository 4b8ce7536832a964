import type { Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import { gfm } from "micromark-extension-gfm";

const options = {
  // Beside Chinese, Japanese and Korean punctuation, emphasis is read as it is meant.
  extensions: [gfm(), cjkFriendlyExtension(), gfmStrikethroughCjkFriendly()],
  // Without the second pass over texts: it makes links that stand nowhere in the source.
  mdastExtensions: gfmFromMarkdown().map((extension) =>
    Object.assign(extension, { transforms: [] }),
  ),
};

/** Levels that a block may have. What draws, compares and sends it calls itself for each, until the stack is full. */
const DEEPEST = 100;

/** Where something stands in the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The syntax tree of a text (CommonMark and GFM), with offsets. A block that is nested too deeply is its source. */
export function parseTree(text: string): Root {
  // The parser drops a byte order mark and does not count it.
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const tree = fromMarkdown(text.slice(mark), options);
  tree.children = tree.children.map((block) => (isDeep(block) ? sourceOf(block) : block));
  if (mark > 0) shift(tree, mark);
  endBeforeNext(tree, text);
  return tree;
}

/** Code without an end ends, for the parser, behind the mark of the item that follows: no two blocks have the same bytes. */
function endBeforeNext(node: Nodes, text: string): void {
  if (!("children" in node)) return;
  for (const [at, child] of node.children.entries()) {
    const next = node.children[at + 1]?.position?.start.offset;
    if (next !== undefined && (child.position?.end.offset ?? 0) > next) {
      cutAt(child, text.slice(0, next).trimEnd().length);
    }
    endBeforeNext(child, text);
  }
}

function cutAt(node: Nodes, at: number): void {
  const end = node.position?.end;
  if (end?.offset === undefined || end.offset <= at) return;
  end.offset = at;
  const last = "children" in node ? node.children.at(-1) : undefined;
  if (last !== undefined) cutAt(last, at);
}

function isDeep(block: RootContent): boolean {
  let level: readonly Nodes[] = [block];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    level = level.flatMap((node) => ("children" in node ? node.children : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** Stands for a block that is shown as it is written; its words are those at its place. */
function sourceOf({ position }: RootContent): RootContent {
  return { type: "html", value: "", position };
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
