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
        table.read(text, 0, text.length, (word) => found.push(word));
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

test("finds names among so many words that they are sorted anew", () => {
  const table = createWordTable();
  const names = Array.from({ length: 70_000 }, (_, number) => `q${number * 17}z`);
  const text = names.join(" ");
  table.read(text, 0, text.length, () => undefined);
  for (let number = 0; number < names.length; number += 701) {
    expect(table.containing(names[number] ?? "")).toEqual([number]);
  }
  const part = "1234";
  const holding = names.flatMap((name, number) => (name.includes(part) ? [number] : []));
  expect(table.containing(part)).toEqual(holding);
});

test("finds any part of a run that is too long to be one word", () => {
  const table = createWordTable();
  const found: number[] = [];
  const run = Array.from({ length: 400 }, (_, number) => number.toString(36)).join("x");
  const text = `soil ${run} moss`;
  table.read(text, 0, text.length, (word) => found.push(word));
  const pieces = new Set(found.slice(1, -1));
  expect(pieces.size).toBeGreaterThan(2);
  for (let from = 0; from + 200 <= run.length; from += 1) {
    const holding = table.containing(run.slice(from, from + 200));
    expect(holding.length).toBeGreaterThan(0);
    expect(holding.every((word) => pieces.has(word))).toBe(true);
  }
  expect(table.containing("oss")).toEqual(found.slice(-1));
});
