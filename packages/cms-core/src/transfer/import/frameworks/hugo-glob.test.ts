import { expect, test } from "vitest";
import { matchesHugoGlob } from "./hugo-glob.ts";

test.for([
  ["/notes/**", "/notes/a", true],
  ["/notes/**", "/notes/deep/a", true],
  ["/notes/**", "/notes", false],
  ["/notes**", "/notes/deep/a", true],
  ["{/notes/**}", "/notes/a", true],
  ["{/notes,/notes/**}", "/notes", true],
  ["/{notes,posts/{old,older}}/*", "/posts/older/a", true],
  ["/notes/*", "/notes/deep/a", false],
  ["**/a", "/notes/a", true],
  ["/notes/?", "/notes/a", true],
  ["/notes/[!b-d]", "/notes/a", true],
  ["/notes/[!a-d]", "/notes/a", false],
  ["/notes/[a^]", "/notes/^", true],
  [String.raw`/notes/\*`, "/notes/a", false],
  ["/a.b", "/axb", false],
  ["/a, b", "/a, b", true],
  ["/notes/}", "/notes/}", true],
  ["/notes/{a", "/notes/a", false],
] as const)("%s for %s: %s", ([glob, path, expected]) => {
  expect(matchesHugoGlob(path, glob)).toBe(expected);
});

test("takes linear time", () => {
  expect(matchesHugoGlob("a".repeat(20_000), `${"**a".repeat(50)}b`)).toBe(false);
});
