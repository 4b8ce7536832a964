import { join } from "node:path";
import { openMediaFolder } from "@loam/cms-core/media";
import { expect, test } from "vitest";
import { publishSite } from "../../../packages/hq/src/sites/publisher/publish-site.ts";
import { createTestSite, post, type TestSite, writeTree } from "./import-into.ts";

const ACTOR = { name: "Ann", email: "ann@example.com" };
const now = (): Date => new Date("2026-11-22T00:00:00.000Z");

const FILES = {
  "hugo.toml": 'baseURL = "https://example.org/"\n',
  "content/posts/shown.md": post("title: Shown\ndate: 2024-01-01"),
  "content/posts/draft.md": post("title: Draft\ndate: 2024-01-01\ndraft: true"),
  "content/posts/over.md": post("title: Over\ndate: 2024-01-01\nexpiryDate: 2025-01-01"),
  "content/posts/hidden.md": post("title: Hidden\ndate: 2024-01-01\nbuild: {list: never}"),
  "content/posts/later.md": post("title: Later\ndate: 2024-01-01\npublishDate: 2031-01-01"),
};

/** Publishes all allowed entries, and returns the slugs of those published and skipped. */
async function publishAll({ store, folder }: TestSite, entries: readonly string[] | "all" = "all") {
  const media = await openMediaFolder(join(folder, "media"));
  const report = await publishSite(store, { entries, actor: ACTOR, media, now });
  const names = (ids: readonly string[]) =>
    ids.map((id) => store.entryById(id)?.slug ?? id).toSorted();
  const { published, withdrawn, scheduled } = report;
  return {
    published: names(published),
    withdrawn: names(withdrawn),
    scheduled: names(scheduled),
  };
}

test.each([false, true])(
  "keeps entries unpublished that the source excludes (import publishes: %s)",
  async (publish) => {
    const site = await createTestSite();
    await site.import(await writeTree(join(site.folder, "old"), FILES), { publish });
    expect(await publishAll(site)).toEqual({
      published: publish ? [] : ["shown"],
      withdrawn: ["draft", "hidden", "over"],
      scheduled: ["later"],
    });
    // Each can be published individually, and then stays live.
    expect(await publishAll(site, ["posts/draft"])).toMatchObject({ published: ["draft"] });
    expect((await publishAll(site)).withdrawn).toEqual(["hidden", "over"]);
  },
);

test("a reimport holds back nothing a person published and makes no commit", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "old"), FILES);
  await site.import(folder);
  await publishAll(site, ["posts/draft"]);
  const before = await site.store.repository.resolveRef("refs/heads/published");
  await writeTree(folder, { "content/posts/draft.md": post("title: Changed\ndraft: true") });
  await site.import(folder);
  expect(await site.store.repository.resolveRef("refs/heads/published")).toBe(before);
  expect((await publishAll(site)).published).toEqual(["draft", "shown"]);
});

test("an interrupted import is completed by the next one", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "old"), FILES);
  const before = site.store.head();
  const clock = (): Date => {
    // The entries are on `main`, and nothing is on `published`.
    if (site.store.head() !== before) throw new Error("killed");
    return now();
  };
  await expect(site.import(folder, { now: clock })).rejects.toThrow("killed");
  expect((await site.import(folder)).commit).toBeUndefined();
  expect(await publishAll(site)).toMatchObject({
    published: ["shown"],
    withdrawn: ["draft", "hidden", "over"],
  });
});

test("a dry run records nothing, and nothing to hold makes no commit", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "old"), FILES);
  const { entries } = await site.import(folder, { dryRun: true });
  const held = entries.filter(({ draft }) => draft).map(({ slug }) => slug);
  expect(held.toSorted()).toEqual(["draft", "hidden", "later", "over"]);
  expect(await site.store.repository.resolveRef("refs/heads/published")).toBeUndefined();
  const shown = { "a.md": post("title: A\ndate: 2024-01-01") };
  await site.import(await writeTree(join(site.folder, "other"), shown));
  expect(await site.store.repository.resolveRef("refs/heads/published")).toBeUndefined();
});
