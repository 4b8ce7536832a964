import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createPostingLists } from "./posting-lists.ts";
import { emptyBits, listBits } from "./row-bits.ts";

/** Runs of near numbers become lists of bits, far ones stay lists of steps. */
const steps = fc.array(
  fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(300), fc.constantFrom(20_000, 3_000_000)),
  { maxLength: 400 },
);
const lists = fc.array(fc.record({ key: fc.nat(40), steps }), { maxLength: 12 });

test("a list has the numbers that were added to it, each once, however they lie", () => {
  fc.assert(
    fc.property(lists, (added) => {
      const postings = createPostingLists();
      const naive = new Map<number, number[]>();
      for (const { key, steps: own } of added) {
        const numbers = naive.get(key) ?? [];
        naive.set(key, numbers);
        let last = numbers.at(-1) ?? 0;
        for (const step of own) {
          last += step;
          postings.add(key, last);
          if (numbers.at(-1) !== last) numbers.push(last);
        }
      }
      for (let key = 0; key <= 41; key += 1) {
        const numbers = naive.get(key) ?? [];
        expect(postings.count(key)).toBe(numbers.length);
        const copied = new Uint32Array(numbers.length + 1);
        expect(postings.copy(key, copied, 1)).toBe(numbers.length + 1);
        expect([...copied.subarray(1)]).toEqual(numbers);
      }
    }),
    { numRuns: 50 },
  );
});

test("lists that are written by turns stay apart, and can be marked together", () => {
  const postings = createPostingLists();
  const rows = 20_000;
  for (let row = 0; row < rows; row += 1) {
    for (const every of [1, 2, 7, 50, 9000]) if (row % every === 0) postings.add(every, row);
  }
  for (const every of [1, 2, 7, 50, 9000]) {
    const bits = emptyBits(rows);
    postings.mark(every, bits);
    const expected = Array.from({ length: Math.ceil(rows / every) }, (_, at) => at * every);
    expect([...listBits(bits, expected.length)]).toEqual(expected);
  }
  expect(postings.bits(2)).toBeDefined();
  expect(postings.bits(50)).toBeUndefined();
});
