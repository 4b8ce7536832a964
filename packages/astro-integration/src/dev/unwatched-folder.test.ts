import { expect, test } from "vitest";
import { unwatchedFolder } from "./unwatched-folder.ts";

const PROJECT = { root: "/site/", srcDir: "/site/src/", publicDir: "/site/public/" };
const isUnwatched = (folder: string, path: string): boolean | undefined =>
  unwatchedFolder({ kind: "files", folder }, PROJECT)?.(path);

test("ignores only a folder of published files inside the project", () => {
  expect(isUnwatched("published", "/site/published")).toBe(true);
  expect(isUnwatched("./published/", "/site/published/api/posts.json")).toBe(true);
  expect(isUnwatched("published", "/site/published-too/a.json")).toBe(false);
  expect(isUnwatched("published", "/site/src/a.json")).toBe(false);
  expect(isUnwatched("..published", "/site/..published/api/index.json")).toBe(true);
});

test("watches folders with other files and other sources", () => {
  for (const folder of [".", "..", "src", "public", "public/content", "../published"]) {
    expect(isUnwatched(folder, "/site/src/pages/index.astro")).toBeUndefined();
  }
  const url = "https://cdn.example/s1";
  expect(unwatchedFolder({ kind: "files", url }, PROJECT)).toBeUndefined();
  expect(unwatchedFolder({ kind: "git", repo: "content" }, PROJECT)).toBeUndefined();
  expect(unwatchedFolder(undefined, PROJECT)).toBeUndefined();
});
