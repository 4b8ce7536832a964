import { describe, expect, test } from "vitest";
import { hasPrograms, testPages } from "./follow-pages.ts";
import { readPage } from "./read-page.ts";
import { runPage } from "./run-page.ts";

// Tutorials, references, and explanations. How-to guides have test files of their own.
testPages((page) => !page.startsWith("how-to/"));

describe.runIf(hasPrograms())("a reader who follows a page", () => {
  test("notices a failing command", async () => {
    const page = "<!-- run -->\n\n```sh\ntrue\nls missing-folder\necho after\n```\n";
    await expect(runPage(readPage(page))).rejects.toThrow(/Line 3: .*missing-folder/s);
  });

  test("notices different output", async () => {
    const page = "<!-- run -->\n\n```sh\necho 1\n```\n\n<!-- output -->\n\n```text\n2\n```\n";
    await expect(runPage(readPage(page))).rejects.toThrow(/Line 9: The page shows/);
  });

  test("keeps variables and the folder between blocks and matches any text for …", async () => {
    const page = `
<!-- before: mkdir inside -->
<!-- run -->
\`\`\`sh
cd inside
export NAME=Rain
\`\`\`
<!-- file: a.json -->
\`\`\`json
{ "a": 1 }
\`\`\`
<!-- run -->
\`\`\`sh
echo "$NAME fell in $(basename "$PWD")"
cat a.json
\`\`\`
<!-- output -->
\`\`\`text
Rain … inside
{ "a": 1 }
\`\`\``;
    expect(await runPage(readPage(page))).toBe(2);
  });
});
