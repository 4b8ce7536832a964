import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileIgnoreFile } from "../../../packages/cms-core/src/transfer/import/frameworks/globs.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FILES = [
  "a.md",
  "drafts/a.md",
  "posts/drafts/a.md",
  "posts/drafts",
  "posts/a.md",
  "posts/keep.md",
  "posts/deep/a.md",
  "posts/deep/er/a.md",
  "#a.md",
  "!a.md",
  "a b.md ",
  "{a,b}.md",
  "posts/[x].md",
];

test.each([
  "drafts/",
  "drafts",
  "/drafts",
  "posts/drafts",
  "/a.md",
  "a.md",
  "*.md\n!keep.md",
  "posts/\n!posts/keep.md",
  "posts/*\n!posts/keep.md",
  "**/deep/**",
  "posts/**/a.md",
  "posts/**\n!**/keep.md",
  "/*/a.md",
  "# a comment\n\n   \n\\#a.md\n\\!a.md",
  "a b.md\\ \n",
  "a b.md  \r\ndrafts/\r\n",
  "{a,b}.md",
  "posts/[[x]*.md",
  "posts/[!k]*.md",
  "p?sts/a.md",
  "@(a|b).md",
  "!a.md\na.md\n!a.md",
])("ignores the same files as git, with %j", async (text) => {
  const folder = await temporaryFolder();
  const git = (args: readonly string[], input?: string): string =>
    execFileSync("git", ["-C", folder, "-c", "core.quotePath=false", ...args], {
      encoding: "utf8",
      input,
    });
  git(["init", "--quiet"]);
  await writeFile(join(folder, ".gitignore"), text);
  const args = ["check-ignore", "--no-index", "--stdin", "-z", "--verbose", "--non-matching"];
  let out: string;
  try {
    out = git(args, FILES.join("\0"));
  } catch (error) {
    // It exits with 1 if it ignores nothing.
    out = String(Object(error).stdout);
  }
  const fields = out.split("\0");
  const ignored = FILES.filter((_, index) => {
    const rule = fields[index * 4 + 2] ?? "";
    return rule !== "" && !rule.startsWith("!");
  });
  const isIgnored = compileIgnoreFile(text);
  expect(FILES.filter(isIgnored)).toEqual(ignored);
});
