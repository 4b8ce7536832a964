import type { RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Options, toMarkdown } from "mdast-util-to-markdown";
import type { Fragment, Node } from "prosemirror-model";
import { withPrefix } from "./prefix.ts";
import { markHandlers } from "./print-marks.ts";
import { inlineTree, treeOf } from "./write-tree.ts";

/** The Markdown style of a file, applied to new content. */
export interface Style {
  readonly eol: string;
  readonly bullet: "-" | "*" | "+";
  readonly options: Options;
  /** Whether emphasis is printed as HTML, because adjacent markers could be parsed as one. */
  readonly isTagged?: boolean;
}

export function styleOf(text: string): Style {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const bullets = (
    [
      ["-", count(/^ *- /gm)],
      ["*", count(/^ *\* /gm)],
      ["+", count(/^ *\+ /gm)],
    ] as const
  ).toSorted((one, other) => other[1] - one[1]);
  const bullet = bullets[0]?.[0] ?? "-";
  return {
    eol: count(/\r\n/g) * 2 > count(/\n/g) ? "\r\n" : "\n",
    bullet,
    options: {
      bullet,
      bulletOther: bullet === "*" ? "-" : "*",
      emphasis: count(/(^|\s)_\w/gm) > count(/(^|\s)\*\w/gm) ? "_" : "*",
      rule: "-",
      fences: true,
      listItemIndent: "one",
      extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    },
  };
}

/** Prints a block, with a prefix on its later lines. */
export function printBlock(node: Node, prefix: string, style: Style): string {
  return withPrefix(print([treeOf(node)], style), prefix, style.eol);
}

/** Prints a list item with its own marker and the prefix of its list. */
export function printItem(
  item: Node,
  { marker, prefix }: { readonly marker: string; readonly prefix: string },
  style: Style,
): string {
  const { checked } = item.attrs;
  const box = checked === null ? "" : checked === true ? "[x] " : "[ ] ";
  const content = print(item.children.map(treeOf), style);
  return marker + box + withPrefix(content, prefix + " ".repeat(marker.length), style.eol);
}

/** Prints inline content. Whitespace at its ends is kept. */
export function printInline(content: Fragment, style: Style, isCell: boolean): string {
  const [head = ""] = /^[ \t]+/.exec(content.firstChild?.text ?? "") ?? [];
  const [tail = ""] = /[ \t]+$/.exec(content.lastChild?.text ?? "") ?? [];
  const children = inlineTree(content.content);
  const printed = print([{ type: "paragraph", children }], style, isCell).replaceAll(
    "\n",
    style.eol,
  );
  const inner = isCell ? printed.replaceAll("|", String.raw`\|`) : printed;
  return head + inner + (printed === "" ? "" : tail);
}

function print(
  children: RootContent[],
  { options, isTagged = false }: Style,
  isCell = false,
): string {
  const handlers = markHandlers({ isTagged, isCell });
  return toMarkdown({ type: "root", children }, { ...options, handlers }).replace(/\n$/, "");
}
