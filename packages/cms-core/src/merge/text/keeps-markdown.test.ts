import * as fc from "fast-check";
import { markdownToHast } from "satteri";
import { describe, expect, test } from "vitest";
import {
  editedMarkdown,
  type MarkdownDocument,
  printMarkdown,
} from "../../../../../tests/support/properties/arbitrary-markdown.ts";
import { createStepBudget } from "../../base/step-budget.ts";
import { markdownReader } from "../../markdown/read-markdown.ts";
import { splitMarkdown } from "../../markdown/split-markdown.ts";
import type { Versions } from "../sequence/conflict.ts";
import { mergeText, type MergedText } from "./merge-text.ts";

function merge(texts: Versions<string>): MergedText {
  return mergeText(texts, {
    split: splitMarkdown,
    budget: createStepBudget(3_000_000),
    read: markdownReader(),
  });
}

function merged(base: string, ours: string, theirs: string): string {
  const one = merge({ base, ours, theirs });
  const other = merge({ base, ours: theirs, theirs: ours });
  expect(other).toEqual(one);
  return one.conflict ? "CONFLICT" : one.text;
}

describe("reports unintended meaning as a conflict", () => {
  test.each<[string, string, string, string]>([
    [
      "a paragraph that both sides moved to different positions",
      "- l one\n- l two\n\nP one. P two.\n\n## H1\n\n## H2",
      "P one. P two.\n\n- l one\n- l two\n\n## H1\n\n## H2",
      "- l one\n- l two\n\n## H1\n\n## H2\n\nP one. P two.",
    ],
    [
      "a list that both sides moved past others",
      "- s0\n\n> s1. s2.\n\n- s3\n- s4\n\n- s5\n- s6\n\n> s7",
      "- s3\n- s4\n\n- s0\n\n> s1. s2.\n\n- s5\n- s6\n\n> s7",
      "- s0\n\n> s1. s2.\n\n- s5\n- s6\n\n- s3\n- s4\n\n> s7",
    ],
    [
      "a child of an item that the other side deleted",
      "- a\n- b\n- c",
      "- a\n- c",
      "- a\n- b\n  - b1\n- c",
    ],
    [
      "a child of an item after which the other side inserted one",
      "* a. b.\n\nEnd.",
      "* a1. b.\n* c\n\nEnd.",
      "* a. b.\n  * d\n\nEnd.",
    ],
    [
      "a link to a definition that the other side removed",
      "See [x][1].\n\nEnd.\n\n[1]: /u",
      "See x.\n\nEnd.",
      "See [x][1].\n\nEnd. [y][1].\n\n[1]: /u",
    ],
    [
      "a label that both sides defined differently",
      "One.\n\nTwo.\n\nThree.",
      "[a][1]: /a\n\nOne [a][1].\n\n[1]: /a\n\nTwo.\n\nThree.",
      "One.\n\nTwo.\n\nThree [b][1].\n\n[1]: /b",
    ],
    [
      "a footnote that both sides added with the same label",
      "One.\n\nTwo.\n\nThree.",
      "One[^1].\n\n[^1]: Of ours.\n\nTwo.\n\nThree.",
      "One.\n\nTwo.\n\nThree[^1].\n\n[^1]: Of theirs.",
    ],
    [
      "HTML elements that overlap",
      "A.\n\nB.\n\nC.\n\nD.",
      "<div>\n\nA.\n\nB.\n\nC.\n\n</div>\n\nD.",
      "A.\n\n<section>\n\nB.\n\nC.\n\nD.\n\n</section>",
    ],
    [
      "a sentence added to a paragraph that the other side deleted",
      "P one. P two.\n\nX.",
      "X.",
      "P one. P two. P three.\n\nX.",
    ],
    [
      "a sentence added to the last paragraph, which the other side deleted",
      "X.\n\nP one. P two.",
      "X.",
      "X.\n\nP one. P two. P three.",
    ],
  ])("%s", (_name, base, ours, theirs) => {
    expect(merged(base, ours, theirs)).toBe("CONFLICT");
  });

  test.each(["One. Two. Three. Four.", "*One.* Two. Three. Four.", "One. Two. Three. **Four.**"])(
    "emphasis of two overlapping ranges with %s",
    (base) => {
      const [ours, theirs] = ["**One. Two. Three.** Four.", "One. **Two. Three. Four.**"];
      expect(merged(base, ours, theirs)).toBe("CONFLICT");
    },
  );
});

describe("merges intended changes of both sides", () => {
  test.each<[name: string, texts: readonly [string, string, string], both: string]>([
    [
      "emphasis that each side removes from one end",
      ["**One. Two. Three. Four.**", "**One. Two. Three.** Four.", "One. **Two. Three. Four.**"],
      "One. **Two. Three.** Four.",
    ],
    [
      "lists that stay separate when the items next to the gap are removed",
      ["- a\n- b\n\n1. c\n2. d", "- a\n\n1. c\n2. d", "- a\n- b\n\n2. d"],
      "- a\n\n2. d",
    ],
    [
      "a removed list that the other side moved next to one with the same mark",
      [
        "- a\n- b\n\n1. c\n\n- d\n\n# End",
        "1. c\n\n- a\n- b\n\n- d\n\n# End",
        "1. c\n\n- d\n\n# End",
      ],
      "1. c\n\n- d\n\n# End",
    ],
    [
      "items added to a list with blank lines",
      ["- a\n\n- b\n\n- c", "- a\n\n- c", "- a\n\n- b\n\n- x\n\n- c"],
      "- a\n\n- x\n\n- c",
    ],
    [
      "a sentence before the first one, which the other side rewords",
      ["One.\n\nEnd.", "Zero. One.\n\nEnd.", "Eins.\n\nEnd."],
      "Zero. Eins.\n\nEnd.",
    ],
    [
      "a child of an item that the other side rewords",
      ["- a\n- b\n- c", "- a\n- b2\n- c", "- a\n- b\n  - b1\n- c"],
      "- a\n- b2\n  - b1\n- c",
    ],
    [
      "a paragraph in an element that the other side adds",
      ["A.\n\nB.\n\nC.", "<div>\n\nA.\n\nB.\n\nC.\n\n</div>", "A.\n\nX.\n\nB.\n\nC."],
      "<div>\n\nA.\n\nX.\n\nB.\n\nC.\n\n</div>",
    ],
    [
      "a definition that one side changes and the other uses",
      [
        "[x][1]. End.\n\nB.\n\n[1]: /u",
        "[x][1]. End.\n\nB.\n\n[1]: /new",
        "[x][1]. End.\n\nB. See [y][1].\n\n[1]: /u",
      ],
      "[x][1]. End.\n\nB. See [y][1].\n\n[1]: /new",
    ],
  ])("%s", (_name, texts, both) => {
    expect(merged(...texts)).toBe(both);
  });
});

const SHAPES: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join(" "),
  (words) => `Here is *some* emphasis. ${words.join(" ")} And [a link](/there).`,
  (words) => words.map((word) => `- ${word}`).join("\n"),
  (words) => words.map((word) => `1. ${word}`).join("\n\n"),
  (words) => `> ${words.join(" ")}`,
];

const COUNT = 4;

/** Sentences or items in blocks of several shapes. Each list is printed with its shape. */
const plainBlocks = fc
  .array(fc.nat(SHAPES.length - 1), { minLength: 1, maxLength: 4 })
  .map((shapes) =>
    shapes.map((shape, block) => ({
      shape,
      words: Array.from({ length: COUNT }, (_, at) => `Word ${block} and ${at}.`),
    })),
  );

type Blocks = readonly { readonly shape: number; readonly words: readonly string[] }[];

function printed(blocks: Blocks): string {
  return blocks.map(({ shape, words }) => SHAPES[shape]?.(words)).join("\n\n");
}

type Place = readonly [block: number, at: number, kind: "reword" | "insert"];

function withEdit(blocks: Blocks, [block, at, kind]: Place): Blocks {
  const { shape, words } = blocks[block] ?? { shape: 0, words: [] };
  const put = kind === "insert" ? [words[at] ?? "", `New in ${at}.`] : [`Other in ${at}.`];
  return blocks.with(block, { shape, words: words.toSpliced(at, 1, ...put) });
}

const places = fc
  .tuple(fc.nat(3), fc.nat(COUNT - 1), fc.nat(3), fc.nat(COUNT - 1))
  .filter(([a, b, c, d]) => a !== c || b !== d);

test("never reports edits of different sentences and items as a conflict", () => {
  const kinds = fc.constantFrom("reword", "insert");
  fc.assert(
    fc.property(plainBlocks, places, kinds, kinds, (blocks, [a, b, c, d], mine, other) => {
      const [x, y] = [a % blocks.length, c % blocks.length];
      fc.pre(x !== y || b !== d);
      const [ours, theirs]: readonly Place[] = [
        [x, b, mine],
        [y, d, other],
      ];
      if (!ours || !theirs) throw new Error("two places");
      // For one block, the later position comes first, so that the earlier one stays valid.
      const [later, earlier] = b > d ? [ours, theirs] : [theirs, ours];
      const both = printed(withEdit(withEdit(blocks, later), earlier));
      const [one, two] = [printed(withEdit(blocks, ours)), printed(withEdit(blocks, theirs))];
      expect(merged(printed(blocks), one, two)).toBe(both);
    }),
    { numRuns: 500 },
  );
});

/** A sentence on the page. */
interface Shown {
  readonly wording: string;
  /** Enclosing elements; an item is named by its first sentence. */
  readonly path: string;
  readonly html: string;
  /** Enclosing lists. */
  readonly lists: readonly Element[];
}

interface Page {
  readonly shown: ReadonlyMap<string, readonly Shown[]>;
  /** Number of Markdown marks that are displayed literally. */
  readonly marks: number;
  readonly isNested: boolean;
}

type Node = ReturnType<typeof markdownToHast>;

interface Element {
  readonly name: string;
  first: string;
  /** Items of a list. */
  readonly items: Element[];
}

/** Renders the page with the renderer that the sites use. */
function renderPage(markdown: string): Page {
  const found: (Shown & { readonly number: string })[] = [];
  const open: string[] = [];
  let [marks, isNested] = [0, true];
  const showText = (text: string, around: readonly Element[]): void => {
    marks += text.match(/\*|\]\[/g)?.length ?? 0;
    for (const [, number = "", wording = ""] of text.matchAll(/s(\d+)v(\d+)/g)) {
      for (const element of around) element.first ||= number;
      const path = around.map(pathOf).join("/");
      const lists = around.filter(({ items }) => items.length > 0);
      found.push({ number, wording, path, html: open.join("/"), lists });
    }
  };
  const showTags = (html: string): void => {
    for (const [, slash, tag = ""] of html.matchAll(/<(\/?)(\w+)>/g)) {
      if (slash === "") open.push(tag);
      else isNested &&= open.pop() === tag;
    }
  };
  const visit = (node: Node, around: readonly Element[]): void => {
    if (node.type === "text") showText(node.value, around);
    if (node.type === "raw") showTags(node.value);
    const inner = node.type === "element" ? [...around, elementOf(node)] : around;
    const [last] = inner.slice(-1);
    if (inner !== around && last?.name === "li") around.at(-1)?.items.push(last);
    if ("children" in node) for (const child of node.children) visit(child, inner);
  };
  visit(markdownToHast(markdown), []);
  const shown = Map.groupBy(found, ({ number }) => number);
  return { shown, marks, isNested: isNested && open.length === 0 };
}

function elementOf({ tagName, properties }: Extract<Node, { type: "element" }>): Element {
  return { name: `${tagName}${properties["href"] ?? ""}`, first: "", items: [] };
}

/** Returns the path of an element. The paragraph in a separated list item has no name. */
function pathOf({ name, first }: Element, index: number, around: readonly Element[]): string {
  if (name === "p" && around[index - 1]?.name === "li") return "";
  return name === "li" ? `li ${first}` : name;
}

function isExplained(now: string, before: string, mine: string, other: string): boolean {
  if (mine === other || other === before) return now === mine;
  return mine === before ? now === other : now === mine || now === other;
}

function expectMeant(now: Page, base: Page, ours: Page, theirs: Page): void {
  expect(now.isNested).toBe(true);
  expect(now.marks).toBe(0);
  const numbers = [base, ours, theirs, now].flatMap(({ shown }) => shown.keys().toArray());
  for (const number of new Set(numbers)) {
    const [b, o, t, m] = [base, ours, theirs, now].map(({ shown }) => shown.get(number)?.[0]);
    expect(now.shown.get(number)?.length ?? 0).toBe(isKept(b, o, t) ? 1 : 0);
    if (b === undefined || o === undefined || t === undefined || m === undefined) continue;
    const isAlone = [b, o, t].some((side) => hasLost(side, now));
    expectExplained(m, { base: b, ours: o, theirs: t }, { number, isAlone });
  }
}

function expectExplained(
  now: Shown,
  { base, ours, theirs }: Versions<Shown>,
  { number, isAlone }: { readonly number: string; readonly isAlone: boolean },
): void {
  const of = (shown: Shown): Readonly<Record<"wording" | "html" | "path", string>> => {
    const { wording, html, path } = shown;
    // The blank line that separated an item may have been removed with the item before it.
    return { wording, html, path: isAlone ? together(path) : path };
  };
  const [is, was, mine, other] = [of(now), of(base), of(ours), of(theirs)];
  for (const key of ["wording", "path", "html"] as const) {
    expect(isExplained(is[key], was[key], mine[key], other[key]), `${number}: ${key}`).toBe(true);
  }
}

/** Returns whether an item from the same list as the sentence is no longer displayed. */
function hasLost({ lists }: Shown, now: Page): boolean {
  return lists.some(({ items }) => items.some(({ first }) => !now.shown.has(first)));
}

/** Returns a path without the paragraphs of separated list items. */
function together(path: string): string {
  return path
    .split("/")
    .filter((step) => step !== "")
    .join("/");
}

function isKept(base?: Shown, ours?: Shown, theirs?: Shown): boolean {
  if (base === undefined) return ours !== undefined || theirs !== undefined;
  return ours !== undefined && theirs !== undefined;
}

function printAll({ base, ours, theirs }: Versions<MarkdownDocument>): Versions<string> {
  return { base: printMarkdown(base), ours: printMarkdown(ours), theirs: printMarkdown(theirs) };
}

test("shows each sentence of a clean merge once, inside the elements given by the sides", () => {
  let [clean, all] = [0, 0];
  fc.assert(
    fc.property(editedMarkdown, (edited) => {
      const texts = printAll(edited);
      const pages = [texts.base, texts.ours, texts.theirs].map(renderPage);
      const [base, ours, theirs] = pages;
      if (!base || !ours || !theirs) throw new Error("three pages");
      fc.pre(pages.every(({ marks, isNested }) => marks === 0 && isNested));
      const text = merged(texts.base, texts.ours, texts.theirs);
      all += 1;
      if (text === "CONFLICT") return;
      clean += 1;
      expectMeant(renderPage(text), base, ours, theirs);
    }),
    { numRuns: 1000 },
  );
  expect(clean / all).toBeGreaterThan(0.6);
});

test("never rejects changes of a single side", () => {
  fc.assert(
    fc.property(editedMarkdown, (edited) => {
      const { base, ours } = printAll(edited);
      expect(merged(base, ours, base)).toBe(ours);
      expect(merged(base, ours, ours)).toBe(ours);
    }),
  );
});

test("reports texts that take too long to read as conflicts and reads each once", () => {
  for (const part of ["[a](", "a*_", "[a](a(", "> - ", "1. ", "~~a", "<a>", "![[]()", "- a\n  "]) {
    const body = part.repeat(Math.ceil(200_000 / part.length));
    const texts = [`${body}\n\nA. B.`, `${body}\n\nC. B.`, `${body}\n\nA. D.`] as const;
    expect([part, merged(...texts)]).toEqual([part, "CONFLICT"]);
  }
});
