import * as fc from "fast-check";
import { expect, test } from "vitest";
import { asciiGramSlots, gramSlots, wordSlots } from "./text-grams.ts";

const WORDS = ["soil", "a", "go", "zq17x", "7xdj", "leaf-bark", "(rain)", "x~y"];
/** Texts of one line and of several pieces that they are gone through in. */
const text = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: "grapheme-ascii" })), {
      maxLength: 30,
    }),
    fc.constantFrom(1, 1, 40, 400),
    fc.nat(3),
  )
  .map(
    ([words, times, shift]) =>
      ".".repeat(shift) + `${words.join(" ").toLowerCase()} `.repeat(times),
  );

function sorted(slots: Iterable<number>): number[] {
  return [...slots].toSorted((a, b) => a - b);
}

test("a text of ASCII has the same slots by its characters and by its bytes among others, each once", () => {
  fc.assert(
    fc.property(text, fc.constantFrom(0, 77), (own, seed) => {
      const bytes = Buffer.from(`q0z${own}9jx`);
      const byBytes = sorted(asciiGramSlots(bytes, { start: 3, end: 3 + own.length, seed }));
      // One character of another kind, and it is taken as text.
      const asText = new Set(gramSlots(`${own} é`, seed));
      expect(byBytes).toEqual(sorted(gramSlots(own, seed)));
      expect(byBytes).toEqual(sorted(new Set(byBytes)));
      expect(byBytes.filter((slot) => !asText.has(slot))).toEqual([]);
    }),
  );
});

test.for([
  ["characters", (own: string) => gramSlots(own)],
  [
    "bytes",
    (own: string) => asciiGramSlots(Buffer.from(own), { start: 0, end: own.length, seed: 0 }),
  ],
  ["characters of another kind", (own: string) => gramSlots(`${own}é`)],
] as const)("a word is found wherever it stands in a long text: by %s", ([, slotsOf]) => {
  const wanted = wordSlots(["zq17x"]);
  for (let before = 8180; before < 8200; before += 1) {
    const slots = new Set(slotsOf(`${".".repeat(before)} zq17x .`));
    expect(wanted.filter((slot) => !slots.has(slot))).toEqual([]);
  }
});
