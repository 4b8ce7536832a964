import * as fc from "fast-check";
import { expect, test } from "vitest";
import { paragraphsOf, type Piece, sideOf, stretchesOf } from "./paragraphs.ts";

const same = (text: string): Piece => ({ kind: "same", text });
const added = (text: string): Piece => ({ kind: "added", text });
const removed = (text: string): Piece => ({ kind: "removed", text });

const shown = (pieces: readonly Piece[]): readonly string[] =>
  paragraphsOf(pieces).map((paragraph) => paragraph.pieces.map(({ text }) => text).join("|"));

test("splits a text where paragraphs end in both versions", () => {
  const pieces = [same("One.\n\nTwo "), removed("old"), added("new"), same(".\n\nThree.\n")];
  expect(shown(pieces)).toEqual(["One.\n\n", "Two |old|new|.\n\n", "Three.\n"]);
});

test("separates added and removed paragraphs", () => {
  expect(shown([same("One.\n\n"), added("Two.\n\n"), same("Three.")])).toEqual([
    "One.\n\n",
    "Two.\n\n",
    "Three.",
  ]);
  expect(shown([removed("Two.\n\n"), same("Three.")])).toEqual(["Two.\n\n", "Three."]);
});

test("groups unchanged paragraphs between changes", () => {
  const pieces = [added("New\n\n"), same("One\n\nTwo\n\nThree "), removed("x")];
  const stretches = stretchesOf(paragraphsOf(pieces));
  expect(stretches.map(({ isSame, paragraphs }) => [isSame, paragraphs.length])).toEqual([
    [false, 1],
    [true, 2],
    [false, 1],
  ]);
});

test("loses no text of either version", () => {
  const piece = fc.record({
    kind: fc.constantFrom("same" as const, "added" as const, "removed" as const),
    text: fc.string({ unit: fc.constantFrom("a", " ", "\n", "。"), minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const cut = paragraphsOf(pieces).flatMap((paragraph) => paragraph.pieces);
      for (const own of ["added", "removed"] as const) {
        const text = (list: readonly Piece[]) => sideOf(list, own).map((one) => one.text);
        expect(text(cut).join("")).toBe(text(pieces).join(""));
      }
    }),
  );
});
