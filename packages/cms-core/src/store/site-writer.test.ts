import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "../base/ids.ts";
import type { GitRepository } from "../git/repository.ts";
import type { ContentType } from "../model/content-type.ts";
import type { EntryValues } from "../model/entry.ts";
import { createSite, openSiteStoreOn, type SiteStore } from "./site-store.ts";

const ann = { actor: { name: "Ann", email: "ann@example.test" } };
const base = { required: false, multiple: false };
const POSTS: ContentType = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...base, id: "title", apiId: "title", label: "Title", type: "text", required: true },
    { ...base, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
};

function temporaryGitDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "site.git");
}

async function newStore(): Promise<SiteStore> {
  const config = { id: newId("site"), name: "Test", paths: {}, routes: {} };
  const store = await createSite(temporaryGitDir(), config, ann);
  onTestFinished(async () => store.close());
  await store.saveType(POSTS, ann);
  await store.publishSchema("posts", ann);
  return store;
}

const VALUES: EntryValues = new Map([["title", "x"]]);

test("of entries that many save and look at together, nobody asks the history when they were saved", async () => {
  const { repository } = await newStore();
  let asked = 0;
  const watched: GitRepository = {
    ...repository,
    lastChanges: async (commit, options) => {
      asked += options.paths.size;
      return repository.lastChanges(commit, options);
    },
  };
  const store = await openSiteStoreOn(watched);
  const saved = await Promise.all(
    Array.from({ length: 24 }, async (_, count) => {
      const input = { type: "posts", slug: `p${count}`, values: VALUES };
      const { ref } = await store.saveEntry(input, ann);
      await store.refresh();
      return ref;
    }),
  );
  expect((await store.updatedAt(saved)).size).toBe(24);
  expect(asked).toBe(0);
});

test("a branch that was set back to an own commit is followed there", async () => {
  const store = await newStore();
  await store.saveEntry({ type: "posts", slug: "a", values: VALUES }, ann);
  const before = store.head();
  await store.saveEntry({ type: "posts", slug: "b", values: VALUES }, ann);
  execFileSync("git", ["update-ref", "refs/heads/main", before], {
    cwd: store.repository.gitDir,
  });
  await store.refresh();
  expect(store.head()).toBe(before);
  expect(store.findEntry("posts", "b")).toBeUndefined();
});
