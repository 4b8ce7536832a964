import { expect, test } from "vitest";
import { conflictLine } from "./conflict-markers.ts";

const CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n";

test.for([
  [CONFLICT, 1],
  [`Text.\r\n\r\n${CONFLICT.replaceAll("\n", "\r\n")}`, 3],
  [`a\n<<<<<<< HEAD\nours\n||||||| base\nbase\n=======\ntheirs\n>>>>>>> x\n`, 2],
  [`<<<<<<< HEAD\nnever closed\n\n${CONFLICT}`, 4],
] as const)("finds a conflict in %j", ([text, line]) => {
  expect(conflictLine(text)).toBe(line);
});

test.for([
  "Heading\n=======\n",
  "<<<<<<< HEAD\nours\n>>>>>>> branch\n",
  ">>>>>>> branch\n=======\n<<<<<<< HEAD\n",
  "  <<<<<<< HEAD\n  =======\n  >>>>>>> branch\n",
  "text <<<<<<< HEAD\n=======\n>>>>>>> x",
])("finds no conflict in %j", (text) => {
  expect(conflictLine(text)).toBeUndefined();
});
