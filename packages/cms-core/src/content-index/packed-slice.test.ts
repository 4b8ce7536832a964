import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bitsOf, countBits, listBits } from "../query/row-bits.ts";
import { RARE_SLOTS } from "../query/text-grams.ts";
import { isSteps, joinSlices, packRows, splitSlices, unpackRows, wordsOf } from "./packed-slice.ts";

/** Slices of up to 31,744 rows, of which few or many are set. */
const slices = fc
  .tuple(fc.integer({ min: 1, max: 992 }), fc.constantFrom(1, 8, 40, 300, 2000, 31_744), fc.nat())
  .map(([words, every, seed]) => {
    const bits = new Uint32Array(words);
    let random = seed;
    for (let row = 0; row < words * 32; row += 1) {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      if ((random >>> 8) % every === 0)
        bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    }
    return bits;
  });

function unpack(packed: Uint8Array, rows: number): Uint32Array {
  return isSteps(packed, rows) ? bitsOf(unpackRows(packed, 0), rows) : wordsOf(packed);
}

function pack(bits: Uint32Array): Uint8Array {
  return packRows(listBits(bits, countBits(bits)), bits.length * 32);
}

test("a slice is read as it was written, however many rows are set", () => {
  fc.assert(
    fc.property(slices, (bits) => {
      expect(unpack(pack(bits), bits.length * 32)).toEqual(bits);
    }),
  );
});

test("a slice in which few rows are set takes a byte for each", () => {
  const bits = new Uint32Array(992);
  for (let row = 100; row < 31_744; row += 200) bits[row >>> 5] = 1 << (row & 31);
  expect(pack(bits)).toHaveLength(159);
  expect(pack(new Uint32Array(992).fill(1))).toHaveLength(992);
  expect(pack(new Uint32Array(992).fill(0b111))).toHaveLength(992 * 4);
});

test("slices that are joined come out by their slots as they were", () => {
  const some = fc.uniqueArray(
    fc.tuple(fc.nat(RARE_SLOTS - 1), fc.uint8Array({ minLength: 1, maxLength: 4000 })),
    { selector: ([slot]) => slot, maxLength: 40 },
  );
  fc.assert(
    fc.property(some, (own) => {
      const bySlot: Uint8Array[] = [];
      for (const [slot, packed] of own) bySlot[slot] = packed;
      const found: [number, Uint8Array][] = [];
      splitSlices(joinSlices(bySlot), (slot, packed) => found.push([slot, packed]));
      expect(found).toEqual(own.toSorted(([a], [b]) => a - b));
    }),
  );
});
