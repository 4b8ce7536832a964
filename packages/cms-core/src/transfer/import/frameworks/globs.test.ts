import { posix } from "node:path";
import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { compileAtOrBelow, compileGlob, compileHugoGlob, compileZolaGlob } from "./globs.ts";

describe("Hugo's globs", () => {
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
    expect(compileHugoGlob(glob)(path)).toBe(expected);
  });
});

describe("usual globs", () => {
  const name = constantFrom(
    ..."a b ab * ** ? a* *b a?b {a,b} {a,b*}b [ab] [!a] @(a|b) ?(a)b +(a) *(ab)a !(a) a!(b)".split(
      " ",
    ),
  );
  const names = array(name, { minLength: 1, maxLength: 4 });
  const parts = array(constantFrom("a", "b", "ab", "aab", "c"), {
    minLength: 1,
    maxLength: 4,
  });

  test("match the same paths as in Node.js", () => {
    assert(
      property(names, parts, (glob, path) => {
        const [pattern, file] = [glob.join("/"), path.join("/")];
        expect(compileGlob(pattern)(file), `${pattern} for ${file}`).toBe(
          posix.matchesGlob(file, pattern),
        );
      }),
      { numRuns: 3000 },
    );
  });

  test.for([
    ["**/!(a)/**", "a/c/a", true],
    ["**/!(a)/**", "a/a", false],
    ["**/!(a)", "a/b", true],
    ["!(a)/**", "b/a", true],
    ["!(a)/**", "b", false],
    ["**/!(a|b)/*.md", "a/b/c/x.md", true],
    ["{posts/**,notes}/!(a)", "posts/deep/b", true],
    ["{posts/**,notes}/a", "posts/deep/a", true],
    ["*(docs|posts)/a", "posts/a", true],
    ["a**b", "a/b", false],
    ["[]a]", "]", true],
    ["[", "[", true],
    ["a.(b)", "a.(b)", true],
    ["x".repeat(2000), "x".repeat(2000), false],
  ] as const)("%s for %s: %s", ([glob, path, expected]) => {
    expect(compileGlob(glob)(path)).toBe(expected);
  });
});

test.for([
  ["posts", "posts/a.md", true],
  ["/posts/", "posts/deep/a.md", true],
  ["*.draft.md", "posts/a.draft.md", false],
  ["**/*.draft.md", "posts/a.draft.md", true],
  ["**/wip", "posts/wip/a.md", true],
  ["", "posts/a.md", true],
] as const)("a path at or below %s: %s is %s", ([wanted, path, expected]) => {
  expect(compileAtOrBelow(wanted)(path)).toBe(expected);
});

test("Zola's stars match slashes", () => {
  expect(compileZolaGlob("drafts*")("drafts/2024/a.md")).toBe(true);
  expect(compileZolaGlob("**/*.x.md")("a.x.md")).toBe(true);
});

test.each([
  ["many stars", `${"*a".repeat(50)}b`, "a".repeat(5000)],
  ["many groups", `${"+(a|aa)".repeat(50)}b`, "a".repeat(5000)],
  ["many negations", `${"**/!(a)/".repeat(50)}b`, `${"a/".repeat(2000)}c`],
  ["many folders", `${"**/a/".repeat(50)}b`, `${"a/".repeat(2000)}c`],
])("takes linear time for %s", (_, glob, path) => {
  expect(compileGlob(glob)(path)).toBe(false);
  expect(compileHugoGlob(glob)(path)).toBe(false);
});
