import { expect, test } from "vitest";
import { newPlainStore, PLAIN_POSTS, plainFile, writeUnchecked } from "../plain-store.fixture.ts";
import { ann, expectSameAsReopened, git } from "../site-store.fixture.ts";

test("moves a type's files to another folder in one commit, including broken ones", async () => {
  const store = await newPlainStore();
  await writeUnchecked(store, {
    "content/posts/a.yml": plainFile("A"),
    "content/posts/3f/b.yml": plainFile("B"),
    "content/posts/broken.yml": Buffer.from("title: By hand, without an id\n"),
    "content/posts/notes.txt": Buffer.from("not an entry"),
  });
  const before = git(store, "rev-list", "--count", "main");

  const { changed } = await store.changeSettings({ paths: { posts: "blog" }, ...ann });

  expect(changed).toBe(true);
  expect(git(store, "rev-list", "--count", "main")).toBe(String(Number(before) + 1));
  expect(git(store, "ls-tree", "-r", "--name-only", "main", "blog", "content").split("\n")).toEqual(
    ["blog/3f/b.yml", "blog/a.yml", "blog/broken.yml", "content/posts/notes.txt"],
  );
  expect(
    store
      .entries("posts")
      .map(({ slug }) => slug)
      .toSorted(),
  ).toEqual(["a", "b"]);
  await expectSameAsReopened(store);
  await store.changeSettings({ paths: { posts: null }, ...ann });
  expect(store.site().paths).toEqual({});
  expect(store.entries("posts").map(({ path }) => path)).toContain("content/posts/a.yml");
});

test.each([
  ["content/notes", "invalid_site", "content/notes of"],
  ["content", "invalid_site", "overlaps"],
  ["types/posts", "invalid_site", "a reserved folder"],
  ["../up", "invalid_site", "relative folder"],
  ["elsewhere", "conflict", "elsewhere/a.yml"],
])("rejects the folder %s and moves nothing", async (folder, code, message) => {
  const store = await newPlainStore();
  await store.saveType({ ...PLAIN_POSTS, apiId: "notes" }, ann);
  await writeUnchecked(store, {
    "content/posts/a.yml": plainFile("A"),
    "elsewhere/a.yml": plainFile("Another"),
  });
  const before = store.head();

  await expect(store.changeSettings({ paths: { posts: folder }, ...ann })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
  expect(store.head()).toBe(before);
});
