import { expect, test } from "vitest";
import { withoutComments } from "./obsidian-comments.ts";

test.each([
  ["Hello %%not for readers%% world.", "Hello  world."],
  ["a %%b%% c %%d%% e", "a  c  e"],
  ["a\n\n%%\nhidden\n\nlines\n%%\n\nb", "a\n\n\n\n\n\n\n\nb"],
  ["a %%over\nlines%% b", "a \n b"],
  ["a\n%%\nto the end\n", "a\n\n\n"],
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

test("says in which lines comments began", () => {
  expect(withoutComments("a\nb %%c%%\n\n%%\nd\n%%\n%%e%%").lines).toEqual([2, 4, 7]);
});

test("takes no longer than the text is long", () => {
  const start = performance.now();
  withoutComments(`${"`".repeat(1)} `.repeat(100_000) + "%%");
  withoutComments("%% ` `` ``` ".repeat(100_000));
  withoutComments(`${"```\n".repeat(100_001)}%%x%%`);
  expect(performance.now() - start).toBeLessThan(2000);
});
