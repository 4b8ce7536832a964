import { Fragment, type Node, Slice } from "prosemirror-model";
import { EditorState, TextSelection } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { openMarkdown } from "../../markdown/open-markdown.ts";
import { saveMarkdown } from "../../markdown/save-markdown.ts";
import { schema } from "../../markdown/schema.ts";
import { cleanLine, cleanLines } from "../../ui/fields/clean-text.ts";
import { pasteIntoCell, pasteItems, withoutControls } from "./paste.ts";

/** Returns the text after pasting something at its start; undefined if the default handling applies. */
function pasted(
  paste: typeof pasteItems,
  start: string,
  { words, copied }: { readonly words: string; readonly copied: string },
): string | undefined {
  const { doc, base } = openMarkdown(start);
  const state = EditorState.create({
    doc,
    selection: TextSelection.create(doc, placeOf(doc, words)),
  });
  let next: Node | undefined;
  const isDone = paste(state, Slice.maxOpen(openMarkdown(copied).doc.content), (tr) => {
    next = tr.doc;
  });
  expect(isDone).toBe(next !== undefined);
  return next && saveMarkdown(base, next);
}

function placeOf(doc: Node, words: string): number {
  let place = 0;
  doc.descendants((node, pos) => {
    if (place === 0 && node.text?.includes(words) === true) place = pos + node.text.indexOf(words);
    return place === 0;
  });
  return place;
}

describe("pasting into a cell", () => {
  const TABLE = "| head | b |\n| - | - |\n| c | d |";

  test.for([
    ["one\n\ntwo", "one<br>two"],
    ["- one\n- two\n  1. three", "• one<br>• two<br>1. three"],
    ["# one\n\n```\ntwo\n\nthree\n```", "one<br>`two`<br>`three`"],
    ["> **one**\n\n---", "**one**"],
    ["one\\\ntwo", "one<br>two"],
    ["| one | two |\n| - | - |\n| 3 | 4 |\n\nfive", "one two<br>3 4<br>five"],
    ["a | b", String.raw`a \| b`],
  ])("converts %j to %j", ([copied = "", cell = ""]) => {
    const saved = pasted(pasteIntoCell, TABLE, { words: "head", copied });
    expect(saved).toBe(TABLE.replace("head", `${cell}head`));
    const { doc } = openMarkdown(saved ?? "");
    expect(doc.childCount).toBe(1);
    expect(doc.firstChild?.children.map(({ childCount }) => childCount)).toEqual([2, 2]);
  });

  test("leaves other positions to the editor", () => {
    expect(pasted(pasteIntoCell, "a", { words: "a", copied: "b\n\nc" })).toBeUndefined();
  });
});

describe("pasting items at the start of an item", () => {
  test.for([
    ["- a\n- b", "- one\n- two", "- one\n- twoa\n- b"],
    ["* a\n* b", "1. one\n2. two", "* one\n* twoa\n* b"],
    ["- [x] a\n- [ ] b", "- one\n- two", "- [ ] one\n- [x] twoa\n- [ ] b"],
    ["- x\n  - a\n- b", "- one\n  - in\n- two", "- x\n  - one\n    - in\n  - twoa\n- b"],
    ["> - a", "- one\n- two", "> - one\n> - twoa"],
    ["- a", "- one", "- onea"],
  ])("%j adds siblings", ([start = "", copied = "", saved]) => {
    expect(pasted(pasteItems, start, { words: "a", copied })).toBe(saved);
  });

  test("leaves other positions to the editor", () => {
    const items = "- one\n- two";
    expect(pasted(pasteItems, "- ba", { words: "a", copied: items })).toBeUndefined();
    expect(pasted(pasteItems, "a", { words: "a", copied: items })).toBeUndefined();
    expect(pasted(pasteItems, "- a", { words: "a", copied: `${items}\n\nthree` })).toBeUndefined();
  });
});

describe("control characters", () => {
  const DIRTY = "a\u000Bb\u000Cc\u0085d\u2028e\0f\u001Bg\u007Fh\uFEFFi\tj\uD800k";

  test("become line breaks or are removed", () => {
    expect(cleanLines(DIRTY)).toBe("a\nb\nc\nd\nefghi\tj\uFFFDk");
    expect(cleanLine(DIRTY)).toBe("a b c d efghi\tj\uFFFDk");
  });

  test("are kept out of documents", () => {
    const content = [
      schema.node("paragraph", null, [
        schema.text(DIRTY, [schema.mark("strong")]),
        schema.node("image", { src: "media:x", alt: DIRTY }),
      ]),
      schema.node("code_block", { lang: "a\0b" }, schema.text(DIRTY)),
      schema.node("opaque", { source: DIRTY, kind: "html" }),
    ];
    const doc = schema.node("doc", null, content);
    const { content: clean } = withoutControls(new Slice(doc.content, 0, 0), false);
    expect(JSON.stringify(clean.toJSON())).not.toMatch(
      /\\u00(?:0[0-8be]|1)|[\u007F-\u009F\u2028\uFEFF]|\\ud800/i,
    );
    expect(
      clean.firstChild?.children.filter(({ type }) => type.name === "hard_break"),
    ).toHaveLength(4);
    expect(clean.child(1).textContent).toBe(cleanLines(DIRTY));
  });
});

test("keeps line breaks pasted into code as text", () => {
  const copied = new Slice(Fragment.from(schema.text("one\ntwo\u000Bthree\u0000\n")), 0, 0);
  const { content } = withoutControls(copied, true);
  expect(content.eq(Fragment.from(schema.text("one\ntwo\nthree\n")))).toBe(true);
});
