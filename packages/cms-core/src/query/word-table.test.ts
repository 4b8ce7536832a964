import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createWordTable, wordsIn } from "./word-table.ts";

const texts = fc.array(
  fc
    .array(fc.constantFrom(...Array.from("abc12éжω ,-東\n")), { maxLength: 30 })
    .map((units) => units.join("")),
  { maxLength: 30 },
);

test("a word is found by every part of it, and keeps its number", () => {
  fc.assert(
    fc.property(texts, (all) => {
      const table = createWordTable();
      const numbers = new Map<number, string>();
      for (const text of all) {
        const words = wordsIn(text);
        const found: number[] = [];
        expect(table.read(text, 0, text.length, (word) => found.push(word))).toBe(false);
        expect(found).toHaveLength(words.length);
        for (const [at, number] of found.entries()) {
          expect(numbers.get(number) ?? words[at]).toBe(words[at]);
          numbers.set(number, words[at] ?? "");
        }
      }
      expect(new Set(numbers.values()).size).toBe(numbers.size);
      for (const word of numbers.values()) {
        for (let from = 0; from < word.length; from += 1) {
          const part = word.slice(from, from + 1 + (word.length % 4));
          const holding = [...numbers].filter(([, own]) => own.includes(part));
          expect(table.containing(part)).toEqual(
            holding.map(([number]) => number).toSorted((a, b) => a - b),
          );
        }
      }
      expect(table.containing("zzz")).toEqual([]);
    }),
  );
});

test("says that a run is too long to be a word, and takes the others", () => {
  const table = createWordTable();
  const found: number[] = [];
  const text = `soil ${"x".repeat(101)} moss`;
  expect(table.read(text, 0, text.length, (word) => found.push(word))).toBe(true);
  expect(found).toEqual([0, 1]);
  expect(table.containing("xxx")).toEqual([]);
  expect(table.containing("oss")).toEqual([1]);
});
