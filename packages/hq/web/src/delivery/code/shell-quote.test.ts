import { expect, test } from "vitest";
import { quoteForShell } from "./shell-quote.ts";

test("quotes text only where necessary and prevents any expansion", () => {
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
