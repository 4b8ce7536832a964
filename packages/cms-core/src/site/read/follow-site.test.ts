import { expect, test } from "vitest";
import { newId } from "../../base/ids.ts";
import { openRepository } from "../../git/repository/repository.ts";
import { ann, expectSameAsReopened, git, newStore, titled } from "../site-store.fixture.ts";
import type { SiteStore } from "../site-store.ts";

/** Writes files like a push, through another repository object. */
async function push(store: SiteStore, files: Record<string, string | null>): Promise<void> {
  const other = await openRepository(store.repository.gitDir);
  const edits = Object.entries(files).map(
    ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
  );
  const author = { name: "Dev", email: "dev@example.test" };
  await other.commit("refs/heads/main", { files: new Map(edits), author, message: "Push" });
  await other.close();
}

function entryFile(id: string, title: string): string {
  return `---\nid: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\ntitle: ${title}\n---\n`;
}

test("follows a push between two saves without losing anything", async () => {
  const store = await newStore();
  const pushed = newId("entry");
  await store.saveEntry({ type: "posts", slug: "own", values: titled("x") }, ann);
  await push(store, { "content/posts/pushed.md": entryFile(pushed, "Pushed"), "notes.txt": "n" });

  await expect(
    store.saveEntry({ type: "posts", slug: "pushed", values: titled("y") }, ann),
  ).rejects.toMatchObject({ code: "slug_taken" });
  await store.saveEntry({ type: "posts", slug: "later", values: titled("z") }, ann);
  expect(new Set(store.entries("posts").map(({ slug }) => slug))).toEqual(
    new Set(["own", "pushed", "later"]),
  );
  expect(git(store, "show", "main:notes.txt")).toBe("n");
  await expectSameAsReopened(store);
});

test("keeps every acknowledged save of editors during pushes", async () => {
  const store = await newStore();
  const commits: string[] = [];
  const edit = async (editor: number): Promise<void> => {
    const { entry } = await store.saveEntry(
      { type: "posts", slug: `e${editor}`, values: titled("0") },
      ann,
    );
    for (let save = 1; save < 10; save += 1) {
      const input = { type: "posts", id: entry.id, values: titled(`${editor} ${save}`) };
      commits.push((await store.saveEntry(input, ann)).commit);
    }
  };
  const pushing = (async () => {
    for (let count = 0; count < 8; count += 1) await push(store, { [`notes/${count}.txt`]: "n" });
  })();
  await Promise.all([edit(1), edit(2), edit(3), edit(4), pushing]);
  await store.refresh();

  const reachable = new Set(git(store, "rev-list", "main").split("\n"));
  expect(commits.filter((commit) => !reachable.has(commit))).toEqual([]);
  expect(git(store, "ls-tree", "--name-only", "main", "notes/").split("\n")).toHaveLength(8);
  expect(git(store, "show", "main:content/posts/e3.md")).toMatch(/^title: "?3 9"?$/m);
  await expectSameAsReopened(store);
});
