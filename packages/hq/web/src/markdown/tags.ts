import type { Nodes } from "mdast";
import type { Mark, MarkType } from "prosemirror-model";
import { schema } from "./schema.ts";

const { marks: MARKS } = schema;

/** The HTML of a mark, for use where Markdown has no syntax, or its markers would not be recognized. */
export const TAG_OF: ReadonlyMap<MarkType, string> = new Map([
  [MARKS.strong, "strong"],
  [MARKS.em, "em"],
  [MARKS.strike, "del"],
  [MARKS.underline, "u"],
  [MARKS.highlight, "mark"],
  [MARKS.superscript, "sup"],
  [MARKS.subscript, "sub"],
]);

const MARK_OF: Readonly<Record<string, Mark>> = {
  ...Object.fromEntries(TAG_OF.entries().map(([type, tag]) => [tag, type.create()])),
  b: MARKS.strong.create(),
  i: MARKS.em.create(),
  s: MARKS.strike.create(),
};

const TAG = /^<(\/?)([a-z]{1,6})>$/i;

/** Returns the mark of an opening tag. */
export function markOfTag(node: Nodes): Mark | undefined {
  const tag = tagOf(node);
  return tag?.isEnd === false ? tag.mark : undefined;
}

/**
 * Returns the positions of closing tags by opening tag. Empty elements, and the inner ones of overlapping tags, are
 * ignored.
 */
export function tagEnds(siblings: readonly Nodes[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly at: number; readonly name: string }[] = [];
  for (const [at, node] of siblings.entries()) {
    const tag = tagOf(node);
    if (tag === undefined) continue;
    if (!tag.isEnd) open.push({ at, name: tag.name });
    else {
      const start = open.findLastIndex(({ name }) => name === tag.name);
      const [opening] = start === -1 ? [] : open.splice(start);
      if (opening !== undefined && at > opening.at + 1) ends.set(opening.at, at);
    }
  }
  return ends;
}

function tagOf(
  node: Nodes,
): { readonly name: string; readonly mark: Mark; readonly isEnd: boolean } | undefined {
  const [, slash, written = ""] = node.type === "html" ? (TAG.exec(node.value) ?? []) : [];
  const name = written.toLowerCase();
  const mark = Object.hasOwn(MARK_OF, name) ? MARK_OF[name] : undefined;
  return mark && { name, mark, isEnd: slash === "/" };
}
