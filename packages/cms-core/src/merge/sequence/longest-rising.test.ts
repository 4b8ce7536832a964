import { expect, test } from "vitest";
import { longestRising } from "./longest-rising.ts";

test.for([
  [[], []],
  [[5], [5]],
  [
    [3, 1, 2, 0, 4],
    [1, 2, 4],
  ],
  [[3, 2, 1], [1]],
  [
    [0, 8, 4, 12, 2, 10, 6, 14],
    [0, 2, 6, 14],
  ],
] as const)("finds the longest rising part of %j", ([places, rising]) => {
  expect(longestRising<number>([...places], (place) => place)).toEqual(rising);
});
