import type { Node } from "prosemirror-model";
import { type Origin, alignChildren } from "./align-children.ts";
import type { Base, ContainerBase, TextBase } from "./base.ts";
import { editCode, editSource } from "./edit-code.ts";
import { editText, tailOf } from "./edit-text.ts";
import { prefixAt } from "./prefix.ts";
import { printBlock, printInline, printItem } from "./print-blocks.ts";
import { isList } from "./same-document.ts";
import { isRewriting, styleAt, type WriteContext } from "./writing.ts";

/** A container and the origins of its children. */
export interface Layout {
  readonly node: Node;
  readonly base: ContainerBase;
  readonly origins: readonly Origin[];
  /** Prefix of a child's lines after the first. */
  readonly prefix: string;
}

export function layOut(node: Node, base: ContainerBase, text: string): Layout {
  return { node, base, origins: alignChildren(node, base), prefix: innerPrefix(base, text) };
}

const MARKER = /^(?:\d{1,9}[.)]|[-+*])(?: {1,4}(?=[^ \r\n])|\t)?/;

function innerPrefix({ node, start, children }: ContainerBase, text: string): string {
  if (node.type.name !== "list_item") return prefixAt(text, children[0]?.start ?? start);
  // The source between marker and content can include more: a checkbox, or the indentation of a code block.
  const [marker = ""] = MARKER.exec(text.slice(start, start + 16)) ?? [];
  return prefixAt(text, start + marker.length) + (/\s$/.test(marker) ? "" : " ");
}

/** Returns the source of a node derived from a base node; undefined if it can't be written at this level. */
function editBlock(node: Node, base: Base, writing: WriteContext): string | undefined {
  const { text } = writing;
  const style = styleAt(writing);
  if (node.eq(base.node)) return text.slice(base.start, base.end);
  const prefix = prefixAt(text, base.start);
  if (node.type !== base.node.type) return printBlock(node, prefix, style);
  if (base.kind === "container") {
    const isPrinted = base.node.type.name === "table" && !hasSameShape(node, base.node);
    return isPrinted ? printBlock(node, prefix, style) : editContainer(node, base, writing);
  }
  if (base.kind === "text") return editTextBlock(node, base, writing);
  const edited =
    base.kind === "code" ? editCode(node, base, writing) : editSource(node, base, writing);
  return edited ?? printBlock(node, prefix, style);
}

function hasSameShape(one: Node, other: Node): boolean {
  return (
    one.sameMarkup(other) &&
    one.childCount === other.childCount &&
    one.children.every((row, index) => row.childCount === other.child(index).childCount)
  );
}

function editContainer(node: Node, base: ContainerBase, writing: WriteContext): string | undefined {
  const { text } = writing;
  const last = base.children.at(-1);
  if (last === undefined || mustPrint(node, base, writing)) {
    return printBlock(node, prefixAt(text, base.start), styleAt(writing));
  }
  const layout = layOut(node, base, text);
  let written = "";
  for (let index = 0; index < node.childCount; index += 1) {
    const child = writeChild(layout, index, writing);
    if (child === undefined) return undefined;
    const gap = gapBefore(layout, index, writing);
    written += (index === 0 ? withBox(gap, node, base.node) : gap) + child;
  }
  return written + text.slice(last.end, base.end);
}

/** Returns whether a container of the same type must be printed from scratch with its whole content. */
function mustPrint(node: Node, base: ContainerBase, { level }: WriteContext): boolean {
  if (base.children.length === 0 || node.childCount === 0) return true;
  const isBoxWritten = !isRewriting(level);
  const { attrs } = base.node;
  const kept = { ...attrs, ...valuesOf(node, isBoxWritten ? ["spread", "checked"] : ["spread"]) };
  return !node.hasMarkup(node.type, kept);
}

function valuesOf({ attrs }: Node, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => name in attrs).map((name) => [name, attrs[name]]),
  );
}

const BOX = /\[[ \txX]\][ \t]+$/;

/** Updates the start of a list item, with its task checkbox if it has one. */
function withBox(lead: string, node: Node, was: Node): string {
  const { checked } = node.attrs;
  if (checked === was.attrs["checked"]) return lead;
  const bare = lead.replace(BOX, "");
  return checked === null ? bare : `${bare}[${checked === true ? "x" : " "}] `;
}

/** Returns the source of a child; undefined if it can't be written at this level. */
export function writeChild(
  layout: Layout,
  index: number,
  writing: WriteContext,
): string | undefined {
  const { node, base, origins } = layout;
  const { text, level } = writing;
  const origin = origins[index];
  if (origin === undefined || origin.kind === "new") return writeNew(layout, index, writing);
  const was = base.children[origin.at];
  const isWhole = level === "container" || level === "containerTagged";
  const isReplaced = isWhole && node.type.name === "doc" && origin.kind !== "kept";
  if (was === undefined || isReplaced) return writeNew(layout, index, writing);
  if (origin.kind !== "edited") return text.slice(was.start, was.end);
  const child = node.child(index);
  const isPrinted = isList(node) && was.kind === "container" && mustPrint(child, was, writing);
  return isPrinted ? writeNew(layout, index, writing) : editBlock(child, was, writing);
}

function writeNew(layout: Layout, index: number, writing: WriteContext): string | undefined {
  const { node, base, prefix } = layout;
  const { text } = writing;
  const style = styleAt(writing);
  const child = node.child(index);
  if (isList(node)) {
    const marker = markerOf(layout, index, writing);
    return printItem(child, { marker, prefix: prefixAt(text, base.start) }, style);
  }
  // A table whose shape changed is printed as a whole.
  if (node.type.name === "table" || node.type.name === "table_row") return undefined;
  return textOfOther(layout, index, writing) ?? printBlock(child, prefix, style);
}

/** Reuses the source of a new text that was split off another one, or was turned into a heading or paragraph. */
function textOfOther(
  { node, base, origins }: Layout,
  index: number,
  { text, level }: WriteContext,
): string | undefined {
  if (isRewriting(level)) return undefined;
  const child = node.child(index);
  const before = index === 0 ? undefined : origins[index - 1];
  const split = before?.kind === "edited" ? base.children[before.at] : undefined;
  if (split?.kind === "text" && split.node.type === child.type) {
    return tailOf(child.content, split, text);
  }
  const same = base.children.find(
    (other) => other.kind === "text" && other.node.content.eq(child.content),
  );
  return same?.kind === "text" ? retyped(child, same, text) : undefined;
}

function retyped(node: Node, { isExact, inner }: TextBase, text: string): string | undefined {
  if (!isExact || inner === undefined) return undefined;
  const content = text.slice(inner.start, inner.end);
  if (node.type.name === "paragraph") return content;
  if (node.type.name !== "heading" || /[\r\n]/.test(content)) return undefined;
  return `${"#".repeat(Number(node.attrs["level"]))} ${content}`;
}

function markerOf({ base, node }: Layout, index: number, { text, style }: WriteContext): string {
  const start = base.children[0]?.start ?? base.start;
  const found = /^((\d{1,9})?([-+*.)]))([ \t]*)/.exec(text.slice(start, start + 24));
  if (found === null)
    return node.type.name === "ordered_list" ? `${index + 1}. ` : `${style.bullet} `;
  const [, sign = "", digits, point = "", space = ""] = found;
  const own = digits === undefined ? sign : `${Number(digits) + index}${point}`;
  return own + (space === "" || space.length > 4 ? " " : space);
}

const EMPTY_LINE = /(?:\r\n?|\n)[ \t>]*(?:\r\n?|\n)/;

/** Returns the source between a child and its predecessor. */
export function gapBefore(layout: Layout, index: number, writing: WriteContext): string {
  const { node, base } = layout;
  const { text } = writing;
  const here = baseIndexOf(layout, index);
  if (index === 0) return leadOf(layout, here, text);
  const before = baseIndexOf(layout, index - 1);
  if (here !== undefined && here > 0) {
    const found = gapAfter(base, here - 1, text);
    // Only some blocks can be separated without an empty line.
    if (before === here - 1 || isList(node) || EMPTY_LINE.test(found)) return found;
  }
  const hasNext = before !== undefined && before + 1 < base.children.length;
  if (isList(node) && hasNext) return gapAfter(base, before, text);
  return newGap(layout, index, writing) + ownIndent(layout, here, text);
}

function leadOf(layout: Layout, here: number | undefined, text: string): string {
  const { start, children } = layout.base;
  const lead = text.slice(start, children[0]?.start ?? start);
  return here === 0 ? lead : lead + ownIndent(layout, here, text);
}

/** Returns a block's extra indentation beyond its container's prefix, which its later lines have as well. */
function ownIndent({ node, base, prefix }: Layout, at: number | undefined, text: string): string {
  const start = at === undefined || isList(node) ? undefined : base.children[at]?.start;
  if (start === undefined) return "";
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return before.trim() === "" && before.startsWith(prefix) ? before.slice(prefix.length) : "";
}

function gapAfter({ children }: ContainerBase, at: number, text: string): string {
  return text.slice(children[at]?.end, children[at + 1]?.start);
}

function newGap(
  { node, base, prefix }: Layout,
  index: number,
  { text, style: { eol } }: WriteContext,
): string {
  const isTight = isList(node) && node.attrs["spread"] !== true;
  if (isTight) return eol + prefixAt(text, base.start);
  if (node.type.name === "list_item" && isList(node.child(index))) return eol + prefix;
  return eol + prefix.trimEnd() + eol + prefix;
}

function baseIndexOf({ origins }: Layout, index: number): number | undefined {
  const origin = origins[index];
  return origin?.kind === "kept" || origin?.kind === "edited" ? origin.at : undefined;
}

function editTextBlock(node: Node, base: TextBase, writing: WriteContext): string | undefined {
  const { text, level } = writing;
  const isRewritten = isRewriting(level);
  if (node.sameMarkup(base.node) && !isRewritten) {
    const edited = editText(node.content, base, writing);
    if (edited !== undefined) return edited;
    if (level !== "inline" && level !== "tagged") return undefined;
  }
  if (node.type.name === "table_cell") return printCell(node, base, writing);
  const kept =
    !isRewritten && node.content.eq(base.node.content) ? retyped(node, base, text) : undefined;
  return kept ?? printBlock(node, prefixAt(text, base.start), styleAt(writing));
}

function printCell(node: Node, { start, end, inner }: TextBase, writing: WriteContext): string {
  const { text } = writing;
  const content = printInline(node.content, styleAt(writing), true).trim();
  if (inner === undefined) return `${text.slice(start, end).trimEnd()} ${content} `;
  return text.slice(start, inner.start) + content + text.slice(inner.end, end);
}
