import * as fc from "fast-check";
import type { Mark, Node } from "prosemirror-model";
import { EditorState } from "prosemirror-state";
import { describe, expect, test } from "vitest";
import { openMarkdown } from "./open-markdown.ts";
import { isSameDocument } from "./same-document.ts";
import { saveMarkdown } from "./save-markdown.ts";
import { schema } from "./schema.ts";

type MarkName = Extract<keyof typeof schema.marks, string>;

function placeOf(doc: Node, words: string): number {
  let place = -1;
  doc.descendants((node, pos) => {
    const at = node.text?.indexOf(words) ?? -1;
    if (place === -1 && at !== -1) place = pos + at;
    return place === -1;
  });
  return place;
}

/** Marks the first occurrence of a text, as if selected. */
function markWords(text: string, words: string, ...names: readonly MarkName[]): string {
  const { doc, base } = openMarkdown(text);
  const from = placeOf(doc, words);
  const { tr } = EditorState.create({ doc });
  for (const name of names) tr.addMark(from, from + words.length, schema.mark(name));
  const saved = saveMarkdown(base, tr.doc);
  expect(isSameDocument(openMarkdown(saved).doc, tr.doc)).toBe(true);
  return saved;
}

describe("emphasis next to punctuation", () => {
  test.for([
    ["これは「重要」です", "「重要」", "これは**「重要」**です"],
    ["これは重要。です", "重要。", "これは**重要。**です"],
    ["これは（重要）です", "（重要）", "これは**（重要）**です"],
    ["这是《红楼梦》。", "《红楼梦》", "这是**《红楼梦》**。"],
    ["이것은 “중요”합니다", "“중요”", "이것은 **“중요”**합니다"],
    ["これは(ASCII)です", "(ASCII)", "これは**(ASCII)**です"],
    ["𠮷「野」家", "「野」", "𠮷**「野」**家"],
    ["foo(bar)baz", "(bar)", "foo<strong>(bar)</strong>baz"],
    ["a“b”c", "“b”", "a<strong>“b”</strong>c"],
    ["snake_case word", "word", "snake_case **word**"],
    ["a 5% b", "5%", "a **5%** b"],
    ["a5%b", "5%", "a<strong>5%</strong>b"],
  ])("in %s prints bold %s as %s", ([text = "", words = "", saved = ""]) => {
    expect(markWords(text, words, "strong")).toBe(saved);
  });

  test("works for italics, strikethrough, and both", () => {
    expect(markWords("これは「重要」です", "「重要」", "em")).toBe("これは*「重要」*です");
    expect(markWords("これは「重要」です", "「重要」", "strike")).toBe("これは~~「重要」~~です");
    expect(markWords("これは「重要」です", "「重要」", "strong", "em")).toBe(
      "これは***「重要」***です",
    );
    expect(markWords("ab(c)d", "(c)", "em")).toBe("ab<em>(c)</em>d");
  });

  test("is parsed as intended", () => {
    const { doc } = openMarkdown("これは**「重要」**です。~~「旧」~~は*（新）*に");
    const names = doc.firstChild?.children.flatMap((node) =>
      node.marks.map(({ type }) => type.name),
    );
    expect(names).toEqual(["strong", "strike", "em"]);
  });
});

describe("marks without Markdown syntax", () => {
  test.for([
    ["superscript", "10<sup>6</sup> m"],
    ["subscript", "CO<sub>2</sub>"],
    ["underline", "<u>all of it</u>"],
    ["highlight", "see <mark>this *word*</mark>."],
    ["strong", "a<b>(b)</b>c"],
    ["em", "<em>a</em> b"],
  ] as const)("are read from HTML: %s", ([name, text]) => {
    const { doc, base } = openMarkdown(text);
    expect(doc.firstChild?.type.name).toBe("paragraph");
    expect(doc.rangeHasMark(0, doc.content.size, schema.marks[name])).toBe(true);
    expect(saveMarkdown(base, doc)).toBe(text);
  });

  test("are written as HTML", () => {
    expect(markWords("10 6 m", "6", "superscript")).toBe("10 <sup>6</sup> m");
    expect(markWords("a b c", "b", "underline", "strong")).toBe("a **<u>b</u>** c");
    expect(markWords("| a |\n| - |\n| b c |", "c", "highlight")).toBe(
      "| a |\n| - |\n| b <mark>c</mark> |",
    );
  });

  test("keep their bytes when something else changes", () => {
    const text =
      "10<sup>6</sup> and <b>b</b> <sub>a <sup>b</sub></sup> <sup></sup> <u class=x>c</u> end";
    expect(markWords(text, "end", "strong")).toBe(text.replace("end", "**end**"));
  });
});

/** Saves a text with the content of its first block replaced. */
function saveAs(text: string, content: readonly Node[]): string {
  const { doc, base } = openMarkdown(text);
  const block = doc.firstChild;
  if (block === null) return "";
  return saveMarkdown(
    base,
    doc.copy(doc.content.replaceChild(0, block.type.create(block.attrs, content))),
  );
}

interface Part {
  readonly text: string;
  readonly marks: readonly MarkName[];
}

/** Expects a paragraph of these parts to be written without references, and to be read as it was. */
function expectPlain(parts: readonly Part[]): void {
  const content = parts.map(({ text, marks }) =>
    schema.text(
      text,
      marks.reduce<readonly Mark[]>((set, name) => schema.mark(name).addToSet(set), []),
    ),
  );
  const { base } = openMarkdown("");
  const doc = schema.node("doc", null, schema.node("paragraph", null, content));
  const saved = saveMarkdown(base, doc);
  expect(saved).not.toMatch(/(?<!\\)&#x/);
  expect(isSameDocument(openMarkdown(saved).doc, doc)).toBe(true);
}

describe("printing avoids character references", () => {
  test("for whitespace at block edges and line breaks", () => {
    const space = [
      schema.text(" one"),
      schema.text(" two ", [schema.mark("strong")]),
      schema.node("hard_break"),
      schema.text("  three "),
    ];
    expect(saveAs("x", space)).toBe("one **two**\\\nthree");
    expect(saveAs("# x", [schema.text(" one "), schema.text("two ", [schema.mark("em")])])).toBe(
      "# one *two*",
    );
  });

  test("for a space typed at the end of a block", () => {
    for (const text of [
      "one\n\ntwo",
      "- one\n- two",
      "| one | two |\n| - | - |",
      "# one",
      "> one",
    ]) {
      const { doc, base } = openMarkdown(text);
      const { tr } = EditorState.create({ doc });
      tr.insertText(" ", placeOf(doc, "one") + 3);
      expect(saveMarkdown(base, tr.doc)).toBe(text);
      tr.insertText("more", placeOf(doc, "one") + 4);
      expect(saveMarkdown(base, tr.doc)).toBe(text.replace("one", "one more"));
    }
  });

  test("for spaces with other marks than their neighbors", () => {
    const strong = schema.mark("strong");
    const em = schema.mark("em");
    const link = schema.mark("link", { href: "/x" });
    expect(
      saveAs("x", [schema.text("a ", [strong]), schema.text(" ", [strong, em]), schema.text("a")]),
    ).toBe("**a**  a");
    expect(
      saveAs("x", [schema.text("a", [em]), schema.text(" "), schema.text(" b", [strong])]),
    ).toBe("*a*  **b**");
    expect(
      saveAs("x", [schema.text("a", [em]), schema.text(" ", [em]), schema.text("b", [em, strong])]),
    ).toBe("*a* ***b***");
    expect(saveAs("x", [schema.text("a ", [strong]), schema.text("b", [strong, link])])).toBe(
      "**a** [**b**](/x)",
    );
    const broken = [
      schema.text("a", [strong]),
      schema.node("hard_break", null, undefined, [strong]),
    ];
    expect(saveAs("x", [...broken, schema.text("b")])).toBe("**a**\\\nb");
  });

  test("for any marked spaces", () => {
    const parts = fc.array(
      fc.record({
        text: fc.constantFrom(" ", "a", "a ", " a"),
        marks: fc.uniqueArray(fc.constantFrom<MarkName>("strong", "em", "strike")),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(fc.property(parts, expectPlain), { numRuns: 300 });
  });

  test("for any marks", () => {
    const parts = fc.array(
      fc.record({
        text: fc
          .array(
            fc.constantFrom(...("aé日本「」（）。、！“”().,!%&_*~ 한🎉𠮷·-1".match(/./gu) ?? [])),
            {
              minLength: 1,
              maxLength: 4,
            },
          )
          .map((all) => all.join("")),
        marks: fc.uniqueArray(
          fc.constantFrom<MarkName>("strong", "em", "strike", "superscript", "underline"),
          { maxLength: 2 },
        ),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(fc.property(parts, expectPlain), { numRuns: 1000 });
  });
});

describe("a line break in a heading", () => {
  test("keeps the heading one line", () => {
    const content = [schema.text("one"), schema.node("hard_break"), schema.text("two")];
    expect(saveAs("### x", content)).toBe("### one<br>two");
    expect(saveAs("###### x", content)).toBe("###### one<br>two");
    const { doc } = openMarkdown(saveAs("## x", content));
    expect(doc.children.map(({ type }) => type.name)).toEqual(["heading"]);
  });

  test("is read from HTML and kept", () => {
    const text = "# one<br>two *three*\n\nfour<br>five";
    const { doc, base } = openMarkdown(text);
    expect(doc.firstChild?.children.map(({ type }) => type.name)).toContain("hard_break");
    expect(saveMarkdown(base, doc)).toBe(text);
    expect(markWords(text, "two", "strong")).toBe(text.replace("two", "**two**"));
  });
});

describe("text that starts with < and isn't a tag", () => {
  test.for([
    "<https://e.org/doc> explains it.",
    "<a@e.org> answers.",
    "<3 letters",
    "<tel:+81312345678>",
  ])("reads %s as a paragraph", (text) => {
    const { doc, base } = openMarkdown(text);
    expect(doc.children.map(({ type }) => type.name)).toEqual(["paragraph"]);
    expect(saveMarkdown(base, doc)).toBe(text);
  });

  test.for(["<Chart data={x} />", "<br> after", "<https://e.org/doc>\n\n<div>\na\n</div>"])(
    "keeps the HTML in %s as source",
    (text) => {
      expect(openMarkdown(text).doc.lastChild?.type.name).toBe("opaque");
    },
  );

  test("allows editing a word next to an autolink", () => {
    const text = "<https://e.org/doc> explains it.";
    expect(markWords(text, "explains", "strong")).toBe("<https://e.org/doc> **explains** it.");
  });
});
