import * as fc from "fast-check";
import { Fragment, type Node, Slice } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import {
  editedMarkdown,
  printMarkdown,
} from "../../../../../tests/support/properties/arbitrary-markdown.ts";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { alignChildren } from "./align-children.ts";
import { openMarkdown } from "./open-markdown.ts";
import { saveMarkdown } from "./save-markdown.ts";
import { schema } from "./schema.ts";

/** Replaces the first occurrence of a text, as if typed. */
function retype(doc: Node, was: string, now: string): Node {
  let changed = doc;
  doc.descendants((node, pos) => {
    const at = changed === doc ? (node.text?.indexOf(was) ?? -1) : -1;
    if (at === -1) return changed === doc;
    const typed = now === "" ? Fragment.empty : Fragment.from(schema.text(now, node.marks));
    changed = doc.replace(pos + at, pos + at + was.length, new Slice(typed, 0, 0));
    return false;
  });
  return changed;
}

function saveRetyped(text: string, was: string, now: string): string {
  const { doc, base } = openMarkdown(text);
  return saveMarkdown(base, retype(doc, was, now));
}

/** Serializes a document, as the editor's history and unsaved changes do. */
const copied = (doc: Node): Node => schema.nodeFromJSON(JSON.parse(JSON.stringify(doc)));

describe("an unchanged document", () => {
  const markdownLike = fc
    .array(
      fc.constantFrom(
        ..."# *_`~[]()<>!|\\-+1.:&;\t\r\n \uFEFFab日".split(""),
        "\n\n",
        "\r\n",
        "```",
        "    ",
        "\n> ",
        "\n- ",
        "| a | b |\n| - | - |\n",
        "[^1]",
        "[1]: /x",
        "&amp;",
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(""));

  const anything = fc.oneof(
    fc.string({ unit: codePoint }),
    markdownLike,
    editedMarkdown.map(({ base }) => printMarkdown(base)),
  );

  test("keeps any text byte for byte", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const { doc, base } = openMarkdown(text);
        expect(saveMarkdown(base, copied(doc))).toBe(text);
      }),
    );
  });
});

const table = (cell: string): string => `|a|b|\n|-|-|\n|${cell}|c|\n`;

describe("a pipe in the code of a table cell", () => {
  test.for([
    [String.raw`\`x\|y\` one`, "one", "new", String.raw`\`x\|y\` new`],
    [String.raw`\`x\|one\``, "one", "y|z", String.raw`\`x\|y\|z\``],
    [String.raw`see \`one\` it`, "one", "x|y", String.raw`see \`x\|y\` it`],
    [String.raw`see \`one\` it`, "one", String.raw`x\\|y`, String.raw`see \`x\\\|y\` it`],
    [String.raw`see \`one\` it`, "one", String.raw`x\|y`, String.raw`see <code>x\\\|y</code> it`],
    [
      String.raw`see \`one\` it`,
      "one",
      String.raw`x\\\|y_z_`,
      String.raw`see <code>x\\\\\\\|y_z\_</code> it`,
    ],
  ] as const)("is written so that readers see it: %j, %s → %s", ([cell, was, now, written]) => {
    const saved = saveRetyped(table(cell.replaceAll("\\`", "`")), was, now);
    expect(saved).toBe(table(written.replaceAll("\\`", "`")));
    const row = openMarkdown(saved).doc.firstChild?.child(1);
    expect(row?.childCount).toBe(2);
    expect(row?.textContent).toContain(now);
  });
});

describe("changing a word of a paragraph", () => {
  test.for([
    ["in Windows lines", "one\r\ntwo\r\n\r\nthree", "two", "one\r\nnew\r\n\r\nthree"],
    ["after a byte order mark", "\uFEFF# one\n\ntwo", "one", "\uFEFF# new\n\ntwo"],
    ["in indented code", "a\n\n    one\n      two\n\nb", "two", "a\n\n    one\n      new\n\nb"],
    ["in code in a quote", "> ~~~js\n>  one\n> ~~~", "one", "> ~~~js\n>  new\n> ~~~"],
    ["in a heading with a line below", "one\n===\n\n- a\n* b", "one", "new\n===\n\n- a\n* b"],
    ["beside an escape", String.raw`\*one &amp; two`, "two", String.raw`\*one &amp; new`],
    ["in a link", "see [one][x]\n\n[x]: /y", "one", "see [new][x]\n\n[x]: /y"],
    [
      "of a link that names itself",
      "_a\nb [one], c_\n\n[one]: /y",
      "one",
      "_a\nb [new][one], c_\n\n[one]: /y",
    ],
    [
      "in a link that names itself as code",
      "_a\nb [`one`][], c_\n\n[`one`]: /y",
      "one",
      "_a\nb [`new`][`one`], c_\n\n[`one`]: /y",
    ],
    [
      "of a link that names itself over two lines",
      "a [b\none] c\n\n[b one]: /y",
      "one",
      "a [b\nnew][b one] c\n\n[b one]: /y",
    ],
    ["in a cell", "|a|b|\n|-|:-|\n|  one|two|", "one", "|a|b|\n|-|:-|\n|  new|two|"],
    ["in code without an end", "```\none\ntwo\n\n", "two", "```\none\nnew\n\n"],
    ["in code of two lines", "> see `one\n> two` and", "two", "> see `one\n> new` and"],
    ["in code with spaces at its ends", "see `` one`two ``", "two", "see `` one`new ``"],
    [
      "after what is no list only behind code",
      "<S>\n1. a\n\n    b\n\n2. c\n\n    one\n    two\n",
      "two",
      "<S>\n1. a\n\n    b\n\n2. c\n\n    one\n    new\n",
    ],
    ["in code of two lines, indented", "- see `one\n    two`", "two", "- see `one\n    new`"],
    ["in code of two lines after tabs", "1. see `one\n\t\ttwo`", "two", "1. see `one\n\t\tnew`"],
    ["in an item with HTML as its last line", "2. one\n</S>\n", "one", "2. new\n</S>\n"],
    ["in code below an empty quote", ">\n\ta\n\t\tone\n<b>\n", "one", ">\n\ta\n\t\tnew\n<b>\n"],
    [
      "in indented code before an empty line",
      "    one\n    \n    \nb",
      "one",
      "    new\n    \n    \nb",
    ],
    ["in code whose tab is the item's, too", "5. a\n\n\t\tone\n", "one", "5. a\n\n\t\tnew\n"],
    [
      "in an item behind code without an end",
      "```js\n```\n  * [a](#b): c\n    ```html\n  * one: d",
      "one",
      "```js\n```\n  * [a](#b): c\n    ```html\n  * new: d",
    ],
    [
      "in a link before code without an end",
      "> - [one](#b)\n>   ~~~\n>\n> - d\n",
      "one",
      "> - [new](#b)\n>   ~~~\n>\n> - d\n",
    ],
    ["before a list that is indented", "one:\n   - a\n      - b", "one", "new:\n   - a\n      - b"],
    ["in a task", "* [x]  one\n+ [ ] two", "two", "* [x]  one\n+ [ ] new"],
  ])("%s", ([, text = "", word = "", saved = ""]) => {
    expect(saveRetyped(text, word, "new")).toBe(saved);
  });

  test("changes no other line", () => {
    fc.assert(
      fc.property(
        editedMarkdown,
        fc.nat(),
        fc.constantFrom("\n", "\r\n"),
        ({ base }, which, eol) => {
          const text = printMarkdown(base).replaceAll("\n", eol);
          const words = text.match(/s\d+v0/g) ?? [];
          const word = words[which % Math.max(1, words.length)];
          if (word === undefined) return;
          expect(saveRetyped(text, word, "new")).toBe(
            text.replace(new RegExp(`${word}\\b`), "new"),
          );
        },
      ),
    );
  });
});

/** Changes the first node of a type with a callback, and saves the result. */
function saveChanged(text: string, type: string, change: (node: Node) => Node): string {
  const { doc, base } = openMarkdown(text);
  const changed = (node: Node): Node => {
    if (node.type.name === type) return change(node);
    const at = node.children.findIndex((child) => changed(child) !== child);
    const child = node.maybeChild(at);
    return child == null ? node : node.copy(node.content.replaceChild(at, changed(child)));
  };
  return saveMarkdown(base, changed(doc));
}

describe("an edit keeps the surrounding bytes", () => {
  test("for a completed task", () => {
    const text = "* [ ]  a*b\n  * c\n* d";
    expect(
      saveChanged(text, "list_item", (node) => node.type.create({ checked: true }, node.content)),
    ).toBe("* [x]  a*b\n  * c\n* d");
  });

  test("for a bold word in an item with nested items", () => {
    const text = "* src/\n  + a\n  + b\n";
    const content = [schema.text("src", [schema.mark("strong")]), schema.text("/")];
    expect(saveChanged(text, "paragraph", (node) => node.copy(Fragment.from(content)))).toBe(
      "* **src**/\n  + a\n  + b\n",
    );
  });

  test.for([
    [
      "a shortcode with a line that is not indented",
      "- {% one %}a\n{% end %}",
      "- {% new %}a\n{% end %}",
    ],
    [
      "HTML that is a part of a text now",
      "- __a__\n\n  - b\n  <div>\n\n  - one\n",
      "- __a__\n\n  - b\n  <x>\n\n  - one\n",
    ],
  ])("%s", ([, text = "", saved = ""]) => {
    const rewritten = saveChanged(text, "opaque", ({ type, attrs }) => {
      const source = String(attrs["source"]).replace("one", "new").replace("div", "x");
      return type.create({ ...attrs, source });
    });
    expect(rewritten).toBe(saved);
  });

  test("for an indented list below a paragraph that becomes a heading or is deleted", () => {
    const list = "   - a\n   - b\n      - c\n\nEnd.\n";
    const { doc, base } = openMarkdown(`One\n\nNew in 2024:\n${list}`);
    const [one, words, ...others] = doc.children;
    const saved = (...blocks: readonly (Node | undefined)[]): string =>
      saveMarkdown(base, doc.copy(Fragment.from(blocks.flatMap((block) => block ?? []))));
    const heading = schema.node("heading", { level: 2 }, words?.content);
    expect(saved(one, heading, ...others)).toBe(`One\n\n## New in 2024:\n\n${list}`);
    expect(saved(one, ...others)).toBe(`One\n\n${list}`);
    expect(saved(...others)).toBe(list);
  });

  test("for an item inserted after unclosed code", () => {
    const { doc, base } = openMarkdown("  * a\n    ```html\n  * b");
    const [list] = doc.children;
    const item = schema.node("list_item", null, schema.node("paragraph", null, schema.text("new")));
    const [a, b] = list?.children ?? [];
    const items = [a, item, b].flatMap((one) => one ?? []);
    const changed = doc.copy(Fragment.from(list?.copy(Fragment.from(items))));
    expect(saveMarkdown(base, changed)).toBe("  * a\n    ```html\n  * new\n  * b");
  });

  test("for a changed heading level", () => {
    const text = "# a _b_ [c][]\n\n__d__\n\n[c]: /x";
    expect(
      saveChanged(text, "heading", (node) => node.type.create({ level: 3 }, node.content)),
    ).toBe("### a _b_ [c][]\n\n__d__\n\n[c]: /x");
  });

  test("omits a line break at the end of a paragraph", () => {
    const text = "one\n\n__two__";
    const content = [schema.text("one"), schema.node("hard_break")];
    expect(saveChanged(text, "paragraph", (node) => node.copy(Fragment.from(content)))).toBe(text);
  });

  test("for two swapped blocks", () => {
    const { doc, base } = openMarkdown("__a__\n\n* b\n* c\n\nd\n");
    const [a, b, d] = doc.children;
    const swapped = doc.copy(Fragment.from([b, a, d].flatMap((node) => node ?? [])));
    expect(saveMarkdown(base, swapped)).toBe("* b\n* c\n\n__a__\n\nd\n");
  });

  test("escapes only characters with a meaning", () => {
    expect(saveRetyped("one two", "two", "*x*")).toBe(String.raw`one \*x\*`);
    expect(saveRetyped("one two", "two", "5 * 3")).toBe("one 5 * 3");
    expect(saveRetyped("one [x]: two\n\n[x]: /y", "two", "2")).toBe("one [x]: 2\n\n[x]: /y");
  });
});

test("keeps every block between edits at both ends of a long text", () => {
  const paragraphs = Array.from({ length: 600 }, (_, at) => `Paragraph  ${at}.`);
  const text = `First one.\n\n${paragraphs.join("\n\n")}\n\nLast one.`;
  const { doc, base } = openMarkdown(text);
  const changed = retype(retype(doc, "First", "1st"), "Last", "99th");
  const between = alignChildren(changed, base.root).slice(1, -1);
  expect(between).toEqual(paragraphs.map((_, at) => ({ kind: "kept", at: at + 1 })));
  expect(saveMarkdown(base, changed)).toBe(text.replace("First", "1st").replace("Last", "99th"));
});

test("WEB-10 shows deeply nested blocks as source", () => {
  const deep = [`${">".repeat(3000)} x`, `${"- ".repeat(600)}y`];
  const text = `# Above\n\n${deep.join("\n\n")}\n\nBelow\n`;
  const { doc, base } = openMarkdown(text);
  expect(doc.content.content.map(({ type }) => type.name)).toEqual([
    "heading",
    ...deep.map(() => "opaque"),
    "paragraph",
  ]);
  expect(saveMarkdown(base, doc)).toBe(text);
  expect(saveMarkdown(base, retype(doc, "Below", "After"))).toBe(text.replace("Below", "After"));
});
