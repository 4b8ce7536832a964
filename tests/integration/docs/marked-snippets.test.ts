import { expect, test } from "vitest";
import { documentationPages, stepsOf } from "./documentation-pages.ts";
import { readPage, unmarkedSnippets } from "./read-page.ts";

test.for(documentationPages())("every snippet of %s is run, or says why not", (page) => {
  expect(unmarkedSnippets(stepsOf(page))).toEqual([]);
});

test("counts a snippet as marked only with its own comment about the check", () => {
  const page = [
    "<!-- run -->",
    "",
    "```sh",
    "echo 1",
    "```",
    "",
    "```sh",
    "echo 2",
    "```",
    "",
    "<!-- run -->",
    "Some text in between.",
    "",
    "```sh",
    "echo 3",
    "```",
    "",
    "<!-- not run: no -->",
    "",
    "```json",
    "{}",
    "```",
    "",
    "<!-- run -->",
    "",
    "```ts",
    "export {};",
    "```",
    "",
    "```text",
    "Anything.",
    "```",
  ].join("\n");

  expect(unmarkedSnippets(readPage(page))).toEqual([
    "line 7: sh block with no marker",
    "line 14: sh block with no marker",
    "line 20: json block with not run: no",
    "line 26: ts block with run",
  ]);
});
