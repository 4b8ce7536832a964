import { expect, test } from "vitest";
import { createRecentKeys } from "./recent-keys.ts";

test("a key is known from the second time on, while others come between", () => {
  const keys = createRecentKeys(3);
  expect(keys.note("a")).toBe(false);
  for (const other of ["b", "c", "d"]) expect(keys.note(other)).toBe(false);
  expect(keys.note("a")).toBe(true);
});

test("a key that is noted again stays, and one that was not is forgotten", () => {
  const keys = createRecentKeys(3);
  keys.note("once");
  keys.note("often");
  for (let other = 0; other < 100; other += 1) {
    keys.note(`other ${other}`);
    expect(keys.note("often")).toBe(true);
  }
  expect(keys.note("once")).toBe(false);
});
