import { expect, test } from "vitest";
import { fork, HELLO, OTHER, post, THIRD } from "../../../../tests/support/git/fork-site.ts";
import { mediaPath } from "../content/site/layout.ts";
import { compareCommits, type CommitChanges } from "./compare-commits.ts";

const HELLO_PATH = "content/posts/hello.md";
const OTHER_PATH = "content/posts/other.md";

type Files = Readonly<Record<string, string | null>>;

/** Returns what these files change in a site with two posts. */
async function changesOf(files: Files): Promise<CommitChanges> {
  const { store } = await fork({
    [HELLO_PATH]: post(HELLO, "title: Hello\n"),
    [OTHER_PATH]: post(OTHER, "title: Other\n"),
  });
  const { repository } = store;
  const from = await repository.resolveRef("refs/heads/main");
  const edits = Object.entries(files).map(
    ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
  );
  const author = { name: "Ann", email: "ann@example.test" };
  const change = { files: new Map(edits), author, message: "Edit" };
  const { commit } = await repository.commit("refs/heads/main", change);
  return compareCommits(repository, { from: from ?? "", to: commit, site: store.site() });
}

const NONE = { entries: [], media: [], types: [], files: [] };

test("returns added, removed, and changed entries by field and word", async () => {
  const changes = await changesOf({
    [HELLO_PATH]: post(HELLO, "title: Hello you\n"),
    [OTHER_PATH]: null,
    "content/posts/third.md": post(THIRD, "title: Third\n"),
  });
  expect(changes).toMatchObject({ ...NONE, entries: expect.any(Array) });
  expect(changes.entries).toMatchObject([
    {
      kind: "changed",
      path: HELLO_PATH,
      id: HELLO,
      type: "posts",
      slug: "hello",
      title: "Hello you",
      changes: { system: [], fields: [{ apiId: "title", before: "Hello", after: "Hello you" }] },
    },
    { kind: "removed", path: OTHER_PATH, id: OTHER, title: "Other" },
    {
      kind: "added",
      path: "content/posts/third.md",
      id: THIRD,
      title: "Third",
      changes: { fields: [{ apiId: "title", kind: "added", after: "Third" }, { apiId: "body" }] },
    },
  ]);
});

test("treats an entry that was renamed and edited as one changed entry", async () => {
  const { entries } = await changesOf({
    [HELLO_PATH]: null,
    "content/posts/hi.md": post(HELLO, "title: Hi\n"),
  });
  expect(entries).toMatchObject([
    {
      kind: "changed",
      id: HELLO,
      slug: "hi",
      changes: { system: [{ key: "slug", before: "hello", after: "hi" }], fields: [{}] },
    },
  ]);
});

test("reads an entry without an id as it will be completed", async () => {
  const { entries } = await changesOf({ "content/posts/new.md": "---\ntitle: New\n---\nText\n" });
  expect(entries).toMatchObject([{ kind: "added", id: undefined, slug: "new", title: "New" }]);
  expect(entries[0]?.issue).toBeUndefined();
});

test("lists unreadable files with the reason", async () => {
  const { entries } = await changesOf({ [HELLO_PATH]: post(HELLO, "title: [1\n") });
  expect(entries).toMatchObject([{ kind: "changed", id: HELLO, issue: { path: HELLO_PATH } }]);
});

test("distinguishes media records, types, and other files", async () => {
  const id = "maaaaaaaaaaaaaaaaaaa";
  const changes = await changesOf({
    [mediaPath(id)]: "no: record\n",
    "types/posts/type.yml": "apiId: posts\nkind: list\nlabel: Articles\nfields: []\n",
    "README.md": "Read me\n",
    "site.yml": null,
  });
  expect(changes).toMatchObject({
    entries: [],
    media: [{ kind: "added", id }],
    types: [{ kind: "changed", apiId: "posts", versions: [] }],
    files: [
      { kind: "added", path: "README.md" },
      { kind: "removed", path: "site.yml" },
    ],
  });
  expect(changes.media[0]?.after).toBeUndefined();
});
