import { expect, test } from "vitest";
import { withoutComments } from "./obsidian-comments.ts";

test.each([
  ["Hello %%not for readers%% world.", "Hello  world."],
  ["a %%b%% c %%d%% e", "a  c  e"],
  ["a\n\n%%\nhidden\n\nlines\n%%\n\nb", "a\n\n\n\n\n\n\n\nb"],
  ["a %%over\nlines%% b", "a \n b"],
  ["a\n%%\nto the end\n", "a\n\n\n"],
  ["a\n\n%%to the end\n\nb\n", "a\n\n\n\n\n"],
  ["%%to the end", ""],
  ["> %%to the end\n> b", "> \n"],
  ["100%% sure", "100%% sure"],
  ["`%%code%%` and ``a ` %%b%%`` c", "`%%code%%` and ``a ` %%b%%`` c"],
  ["```\n%%code%%\n```\n%%c%%", "```\n%%code%%\n```\n"],
  ["~~~md\n%%code%%\n```\n~~~\nx %%c%%", "~~~md\n%%code%%\n```\n~~~\nx "],
  ["> ```\n> %%code%%\n> ```\n", "> ```\n> %%code%%\n> ```\n"],
  ["a ` b %%c%% d\n\n`e`", "a ` b  d\n\n`e`"],
  ["%%a%%%%b%%c", "c"],
])("%j becomes %j", (text, expected) => {
  expect(withoutComments(text).text).toBe(expected);
});

test("returns the lines at which comments start", () => {
  expect(withoutComments("a\nb %%c%%\n\n%%\nd\n%%\n%%e%%").lines).toEqual([2, 4, 7]);
});

test("reads long texts of only delimiters", () => {
  const ticks = `${"` ".repeat(100_000)}%%`;
  expect(withoutComments(ticks).text).toBe(ticks);
  expect(withoutComments("%% ` `` ``` ".repeat(100_000)).lines[0]).toBe(1);
  const fences = `${"```\n".repeat(100_001)}%%x%%`;
  expect(withoutComments(fences).text).toBe(fences);
});
