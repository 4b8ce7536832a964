import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createStepBudget } from "../../base/step-budget.ts";
import { markdownReader } from "../../markdown/read-markdown.ts";
import { splitMarkdown } from "../../markdown/split-markdown.ts";
import { splitLines } from "../../markdown/text-parts.ts";
import { mergeText } from "./merge-text.ts";

function merged(base: string, ours: string, theirs: string): string {
  const both = [
    { base, ours, theirs },
    { base, ours: theirs, theirs: ours },
  ].map((texts) => {
    const options = {
      split: splitMarkdown,
      budget: createStepBudget(3_000_000),
      read: markdownReader(),
    };
    const { text, conflict } = mergeText(texts, options);
    return conflict ? "CONFLICT" : text;
  });
  expect(both[0]).toBe(both[1]);
  return both[0] ?? "";
}

function list(items: string, start = 1, { delimiter = ".", step = 1 } = {}): string {
  return Array.from(items, (item, at) => `${start + at * step}${delimiter} ${item}`).join("\n");
}

/** Returns items that each contain a list, a paragraph, and code. */
function deepList(words: string): string {
  const items = Array.from(words, (word, at) => {
    const indent = " ".repeat(`${at + 1}. `.length);
    const lines = [word, `- in ${word}`, "", `Below ${word}.`, "", "```", `  code ${word}`, "```"];
    return `${at + 1}. ${lines
      .map((line) => line && indent + line)
      .join("\n")
      .trimStart()}`;
  });
  return `Before.\n\n${items.join("\n\n")}\n\nAfter.`;
}

function alignedList(words: string): string {
  return Array.from(words, (word, at) => `${`${at + 1}.`.padEnd(4)}${word}\n    more ${word}`).join(
    "\n",
  );
}

function nestedList(outer: string, inner: string): string {
  const items = Array.from(outer, (word, at) => {
    const below = word === "b" ? `\n${list(inner, 3).replaceAll(/^/gm, "   ")}` : "";
    return `${at + 1}. ${word}${below}`;
  });
  return items.join("\n");
}

function looseList(items: string): string {
  return list(items).replaceAll("\n", "\n\n");
}

function headings(items: string): string {
  return looseList(items).replaceAll(/^(?=.)/gm, "## ");
}

test.each([
  ["from 1", 1, {}],
  ["from 0", 0, {}],
  ["from another number", 7, {}],
  ["with a parenthesis", 1, { delimiter: ")" }],
  ["with one number for all", 1, { step: 0 }],
] as const)("merges two deletions in a list numbered %s", (_name, start, style) => {
  const of = (items: string): string => list(items, start, style);
  expect(merged(of("abcd"), of("acd"), of("abd"))).toBe(of("ad"));
  expect(merged(of("abcd"), of("bcd"), of("abc"))).toBe(of("bc"));
  expect(merged(of("abcdef"), of("bcdef"), of("abdef"))).toBe(of("bdef"));
});

test("renumbers items that the sides added, removed, moved, and changed", () => {
  expect(merged(list("abcd"), list("xabcd"), list("abd"))).toBe(list("xabd"));
  expect(merged(list("abcd"), list("axbcd"), list("abcyd"))).toBe(list("axbcyd"));
  expect(merged(list("abcde"), list("bcdea"), list("abcxe"))).toBe(list("bcxea"));
  expect(merged(list("abcd"), list("acd"), list("abcD"))).toBe(list("acD"));
});

test("reports an item that one side removed and the other changed as a conflict", () => {
  expect(merged(list("abcd"), list("acd"), list("aBcd"))).toBe("CONFLICT");
});

test("indents an item's content by the width of its number", () => {
  const words = "acdefghijk";
  expect(
    merged(
      deepList(`ab${words.slice(1)}l`),
      deepList(`${words}l`),
      deepList(`ab${words.slice(1)}`),
    ),
  ).toBe(deepList(words));
  expect(merged(deepList("abcdefgh"), deepList("xabcdefgh"), deepList("abcdefghyz"))).toBe(
    deepList("xabcdefghyz"),
  );
});

test("keeps items aligned", () => {
  const longer = alignedList("abcdefghij");
  expect(merged(longer, alignedList("bcdefghij"), alignedList("abdefghij"))).toBe(
    alignedList("bdefghij"),
  );
  expect(merged(alignedList("abcdefgh"), alignedList("xabcdefgh"), alignedList("abcdefghyz"))).toBe(
    alignedList("xabcdefghyz"),
  );
});

test("numbers lists in items and bullets separately", () => {
  const base = nestedList("abcd", "uvwx");
  expect(merged(base, nestedList("abd", "uvwx"), nestedList("abcd", "uwx"))).toBe(
    nestedList("abd", "uwx"),
  );
  const [all, ours, theirs, both] = ["abcd", "acd", "abd", "ad"].map(
    (items) => `- ${list(items).replaceAll("\n", "\n  ")}`,
  );
  expect(merged(all ?? "", ours ?? "", theirs ?? "")).toBe(both);
});

test("renumbers items separated by blank lines", () => {
  expect(merged(looseList("abcd"), looseList("acd"), looseList("abd"))).toBe(looseList("ad"));
});

test("keeps numbers that are not consecutive and treats a new start as an edit", () => {
  const odd = "1. a\n3. b\n7. c\n\nEnd.";
  expect(merged(`${odd} One.`, `${odd} Two.`, `Top.\n\n${odd} One.`)).toBe(`Top.\n\n${odd} Two.`);
  expect(merged(list("abc"), list("abc", 5), list("abC"))).toBe(list("abC", 5));
  expect(merged(list("abc"), list("abc", 5), list("ab", 7))).toBe("CONFLICT");
  expect(merged(list("abc"), list("abc", 1, { step: 0 }), list("bc"))).toBe(
    list("bc", 1, { step: 0 }),
  );
});

test("never loses a deletion in manually numbered headings and lines", () => {
  expect(merged(headings("abcd"), headings("acd"), headings("abd"))).toBe("CONFLICT");
  const plain = { split: splitLines, budget: createStepBudget(3_000_000) };
  const versions = { base: list("abcd"), ours: list("acd"), theirs: list("abd") };
  expect(mergeText(versions, plain).conflict).toBe(true);
});

/** How a list is written: each item with a paragraph, a nested list, or nothing below it. */
const styles = fc.record({
  start: fc.constantFrom(0, 1, 1, 3, 8, 97),
  step: fc.constantFrom(1, 1, 0),
  delimiter: fc.constantFrom(".", ")"),
  gap: fc.constantFrom("\n", "\n\n"),
  below: fc.constantFrom("", "line", "item", "paragraph", "fence"),
  around: fc.constantFrom("", "> ", "  "),
});

type Style = typeof styles extends fc.Arbitrary<infer S> ? S : never;

function writtenAs(
  { start, step, delimiter, gap, below, around }: Style,
  items: readonly string[],
): string {
  const written = items.map((item, at) => {
    const mark = `${start + at * step}${delimiter} `;
    const indent = " ".repeat(mark.length);
    const lines: Record<string, string> = {
      "": item,
      line: `${item}\nmore of it`,
      item: `${item}\n1. within ${item}\n2. also within ${item}`,
      paragraph: `${item}\n\nBelow ${item}.`,
      fence: `${item}\n\n\`\`\`\n  code of ${item}\n\`\`\``,
    };
    return mark + (lines[below] ?? "").replaceAll("\n", `\n${indent}`).replaceAll(/^ +$/gm, "");
  });
  const text = written.join(below === "paragraph" || below === "fence" ? "\n\n" : gap);
  const inside = around === "> " ? text.replaceAll(/^/gm, "> ").replaceAll(/> $/gm, ">") : text;
  return `Before.\n\n${around === "  " ? `- top\n\n${text.replaceAll(/^(?=.)/gm, "  ")}` : inside}\n\nAfter.`;
}

const operations = fc.array(
  fc.record({ act: fc.constantFrom("out", "put", "change"), at: fc.nat(99) }),
  { minLength: 1, maxLength: 3 },
);

type Operations = typeof operations extends fc.Arbitrary<infer O> ? O : never;

function edited(items: readonly string[], acts: Operations, name: string): string[] {
  const result = [...items];
  for (const [count, { act, at }] of acts.entries()) {
    const place = at % Math.max(result.length, 1);
    const word = `${name}${"abc".charAt(count)}`;
    if (act === "put") result.splice(place, 0, `new ${word}`);
    else if (act === "change") result.splice(place, 1, `other ${word}`);
    else if (result.length > 1) result.splice(place, 1);
  }
  return result;
}

/** Returns the items of the outer list. */
function wordsIn(text: string): string[] {
  return text.match(/(?<!within |Below |code of )(?:word|new|other) \w+/g) ?? [];
}

const WORDS = Array.from("abcdefghijklmnopqrst", (letter) => `word ${letter}`);

test("merges edits of different parts of a list and keeps its numbering", () => {
  fc.assert(
    fc.property(
      styles,
      fc.integer({ min: 4, max: 20 }),
      operations,
      operations,
      (anyStyle, length, mine, other) => {
        // A quote that contains code is merged whole.
        const style = { ...anyStyle, around: anyStyle.around === "> " ? "" : anyStyle.around };
        const [base, middle] = [WORDS.slice(0, length), Math.floor(length / 2)];
        const [upper, lower] = [base.slice(0, middle), base.slice(middle + 1)];
        const kept = base.slice(middle, middle + 1);
        const [first, second] = [edited(upper, mine, "ours"), edited(lower, other, "theirs")];
        const result = merged(
          writtenAs(style, base),
          writtenAs(style, [...first, ...kept, ...lower]),
          writtenAs(style, [...upper, ...kept, ...second]),
        );
        expect(result).toBe(writtenAs(style, [...first, ...kept, ...second]));
      },
    ),
    { numRuns: 300 },
  );
});

test("merges any two edits of a list or reports a conflict", () => {
  fc.assert(
    fc.property(
      styles,
      fc.integer({ min: 1, max: 12 }),
      operations,
      operations,
      (style, length, mine, other) => {
        const base = WORDS.slice(0, length);
        const [ours, theirs] = [edited(base, mine, "ours"), edited(base, other, "theirs")];
        const text = merged(
          writtenAs(style, base),
          writtenAs(style, ours),
          writtenAs(style, theirs),
        );
        if (text === "CONFLICT") return;
        const now = wordsIn(text);
        const kept = base.filter((word) => ours.includes(word) && theirs.includes(word));
        const put = [...ours, ...theirs].filter((word) => !base.includes(word));
        expect(now.toSorted()).toEqual([...kept, ...put].toSorted());
        const isEmpty = now.length === 0;
        expect(isEmpty ? wordsIn(text) : text).toEqual(isEmpty ? [] : writtenAs(style, now));
      },
    ),
    { numRuns: 500 },
  );
});
