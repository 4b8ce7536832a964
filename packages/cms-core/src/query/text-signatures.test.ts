import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseText, searchWords } from "./normalise-text.ts";
import { createTextSignatures } from "./text-signatures.ts";

function signaturesOf(texts: readonly string[]): ReturnType<typeof createTextSignatures> {
  const signatures = createTextSignatures();
  for (const [row, text] of texts.entries()) signatures.set(row, normaliseText(text));
  return signatures;
}

const found = (texts: readonly string[], q: string): number[] => [
  ...signaturesOf(texts).candidates(searchWords(q)),
];

describe("candidates of a search", () => {
  const texts = ["Autumn in the garden", "東京の庭園", "ＦＵＬＬ　ｗｉｄｔｈ", "Go & C", ""];

  test.for([
    ["garden", [0]],
    ["GARD tumn", [0]],
    ["京", [1]],
    ["庭園", [1]],
    ["full width", [2]],
    ["go", [3]],
    ["c", [3]],
    ["garden 東京", []],
  ] as const)("%s", ([q, rows]) => expect(found(texts, q)).toEqual(rows));

  test("without words, every row that has a text", () => {
    const signatures = signaturesOf(texts);
    signatures.clear(2);

    const rows = signatures.candidates([]);
    expect([...rows]).toEqual([0, 1, 3, 4]);
    expect(rows.size).toBe(4);
    expect([rows.has(1), rows.has(2), rows.has(100_000)]).toEqual([true, false, false]);
  });

  test("most rows without the word are left out", () => {
    const lines = Array.from({ length: 3000 }, (_, row) => `line ${row} of soil and rain`);

    const rows = found([...lines, "a fern beside the wall"], "fern");
    expect(rows).toContain(3000);
    expect(rows.length).toBeLessThan(100);
  });
});

test("a word is found wherever it stands in a long text", () => {
  // Around where a long text is taken apart.
  for (let at = 8180; at < 8200; at += 1) {
    const long = `${"a".repeat(at)}京都b ${"c ".repeat(9000)}z`;
    expect(found([long], "京都b z")).toEqual([0]);
  }
});

// Few characters, so that words occur in texts by chance.
const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "ß", " ", "京", "都", "😀", "İ") });

test("no text that holds every word is ever missed, whatever was set and cleared before", () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 1100 }), fc.option(text));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), text, (steps, q) => {
      const signatures = createTextSignatures();
      const texts = new Map<number, string>();
      for (const [row, value] of steps) {
        if (value === null) {
          signatures.clear(row);
          texts.delete(row);
        } else {
          signatures.set(row, normaliseText(value));
          texts.set(row, normaliseText(value));
        }
      }
      const words = searchWords(q);
      const rows = signatures.candidates(words);
      const holding = [...texts].filter(([, value]) => words.every((word) => value.includes(word)));
      expect(holding.filter(([row]) => !rows.has(row))).toEqual([]);
      expect([...rows].filter((row) => !texts.has(row))).toEqual([]);
      expect([...rows]).toHaveLength(rows.size);
    }),
  );
});
