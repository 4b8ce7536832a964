import { expect, test } from "vitest";
import { linesOf, MOST_LINES } from "./log-lines.ts";

test("renders a log like a terminal", () => {
  const text = "\u001b[32mok\u001b[0m\n10%\r55%\r100%\r\nwarning: old\nError: no\nno errors\n";
  expect(linesOf(text).map((line) => [line.text, line.tone])).toEqual([
    ["ok", "plain"],
    ["100%", "plain"],
    ["warning: old", "warning"],
    ["Error: no", "failure"],
    ["no errors", "plain"],
  ]);
});

test("shows the last lines of a long log with their numbers", () => {
  const lines = linesOf("x\n".repeat(MOST_LINES + 5));
  expect([lines.length, lines[0]?.number]).toEqual([MOST_LINES, 6]);
});
