import type { Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import { gfm } from "micromark-extension-gfm";

const options = {
  // Recognizes emphasis next to Chinese, Japanese, and Korean punctuation as authors intend it.
  extensions: [gfm(), cjkFriendlyExtension(), gfmStrikethroughCjkFriendly()],
  // Without the second pass over texts, which creates links that don't exist in the source.
  mdastExtensions: gfmFromMarkdown().map((extension) =>
    Object.assign(extension, { transforms: [] }),
  ),
};

/** Maximum nesting of a block. Rendering, diffing, and serializing recurse and would exhaust the stack. */
const DEEPEST = 100;

/** A range of the source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Parses a text (CommonMark and GFM) to a syntax tree with offsets. Blocks nested too deeply are kept as source. */
export function parseTree(text: string): Root {
  // The parser removes a byte order mark without counting it.
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const tree = fromMarkdown(text.slice(mark), options);
  tree.children = tree.children.map((block) => (isDeep(block) ? sourceOf(block) : block));
  if (mark > 0) shift(tree, mark);
  endBeforeNext(tree, text);
  return tree;
}

/**
 * Limits unclosed code blocks to the start of the next sibling, because the parser includes its list marker. No two
 * blocks claim the same bytes.
 */
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

/** Replaces a block by one that is shown as source. */
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
