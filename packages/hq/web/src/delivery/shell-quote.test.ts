import { expect, test } from "vitest";
import { quoteForShell } from "./shell-quote.ts";

test("what needs no quotes has none, and nothing of what is quoted is run or expanded", () => {
  expect(
    ["https://a.example/b", "$(id)", "`id`", "a'b", "", "--x", "a\nb", "~", "!x"].map(
      quoteForShell,
    ),
  ).toEqual([
    "https://a.example/b",
    "'$(id)'",
    "'`id`'",
    String.raw`'a'\''b'`,
    "''",
    "--x",
    "'a\nb'",
    "'~'",
    "'!x'",
  ]);
});
