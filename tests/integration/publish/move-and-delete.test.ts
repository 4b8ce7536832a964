import { execFileSync } from "node:child_process";
import { ledgerPath } from "@loam/cms-core/content";
import { publishedLog, entryTimeline } from "@loam/cms-core/history";
import {
  deleteEntry,
  loadLiveSite,
  PUBLISHED_REF,
  publishEntries,
  reorderPublished,
} from "@loam/cms-core/publish";
import { MAIN } from "@loam/cms-core/site";
import { describe, expect, test } from "vitest";
import { ACTOR, createBlog, type Blog } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("move"));
}

function git(site: Blog, ...args: string[]): string {
  const { gitDir } = site.store.repository;
  return execFileSync("git", ["--git-dir", gitDir, ...args], { encoding: "utf8" });
}

async function liveSlugs(site: Blog): Promise<string[]> {
  const live = await loadLiveSite(site.store.repository, { publicUrl: "https://x.example/s" });
  return live.types.get("posts")?.entries.map(({ slug }) => slug) ?? [];
}

async function publishAt({ store }: Blog, id: string, time: string): Promise<void> {
  await publishEntries(store, { entries: [{ id }], actor: ACTOR, now: () => new Date(time) });
}

describe("moving entries", () => {
  test("changes one line per file in one commit", async () => {
    const site = await blog();
    const one = await site.save("posts", "one", { title: "One" });
    const two = await site.save("posts", "two", { title: "Two" });
    const path = "content/posts/one.md";
    const text = git(site, "show", `main:${path}`).replace("title:", "# by hand\ntitle:");
    await site.store.applyFiles(new Map([[path, Buffer.from(text)]]), {
      actor: ACTOR,
      message: "By hand",
    });
    const changes = [
      { id: one.id, from: 0, to: 5 },
      { id: two.id, from: 0, to: -5 },
    ];
    await site.store.saveOrders({ type: "posts", changes }, { actor: ACTOR });
    expect(git(site, "show", "--numstat", "--format=%s", "main").trim().split("\n")).toEqual([
      "Move entries of posts",
      "",
      "1\t0\tcontent/posts/one.md",
      "1\t0\tcontent/posts/two.md",
    ]);
    expect(git(site, "show", `main:${path}`)).toContain("# by hand\ntitle:");
    const ref = site.store.entryById(one.id);
    expect(ref && (await site.store.readEntry(ref)).sortOrder).toBe(5);
  });

  test("is refused if based on an outdated position", async () => {
    const site = await blog();
    const one = await site.save("posts", "one", { title: "One" });
    const move = (from: number) =>
      site.store.saveOrders(
        { type: "posts", changes: [{ id: one.id, from, to: 5 }] },
        { actor: ACTOR },
      );
    await move(0);
    await expect(move(0)).rejects.toMatchObject({ code: "stale" });
    const gone = { id: "eaaaaaaaaaaaaaaaaaaa", from: 0, to: 1 };
    await expect(
      site.store.saveOrders({ type: "posts", changes: [gone] }, { actor: ACTOR }),
    ).rejects.toMatchObject({ code: "stale" });
  });

  test("changes the live order immediately without a new version", async () => {
    const site = await blog();
    const one = await site.save("posts", "one", { title: "One" });
    const two = await site.save("posts", "two", { title: "Two" });
    const draft = await site.save("posts", "draft", { title: "Draft" });
    await publishAt(site, one.id, "2026-03-01T00:00:00Z");
    await publishAt(site, two.id, "2026-03-02T00:00:00Z");
    expect(await liveSlugs(site)).toEqual(["two", "one"]);
    const changes = [
      { id: one.id, from: 0, to: -1 },
      { id: draft.id, from: 0, to: -2 },
    ];
    const { moved } = await site.store.saveOrders({ type: "posts", changes }, { actor: ACTOR });
    const { records } = await reorderPublished(site.store, { moved, actor: ACTOR });
    expect(records).toMatchObject([{ id: one.id, sortOrder: -1, version: 1 }]);
    expect(await liveSlugs(site)).toEqual(["one", "two"]);
    const [newest] = await publishedLog(site.store.repository);
    expect(newest).toMatchObject({ kind: "reorder", count: 1, author: ACTOR });
    const { events } = await entryTimeline(site.store, one.id);
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(["create", "publish", "update"]);
    const again = await reorderPublished(site.store, { moved, actor: ACTOR });
    expect(again.records).toEqual([]);
    // It is live in this state, so publishing it again changes nothing.
    const republished = await publishEntries(site.store, {
      entries: [{ id: one.id }],
      actor: ACTOR,
    });
    expect(republished).toMatchObject({ records: [], commit: newest?.commit });
  });

  test("moves the live version and keeps the draft if they differ", async () => {
    const site = await blog();
    const one = await site.save("posts", "one", { title: "One" });
    await publishAt(site, one.id, "2026-03-01T00:00:00Z");
    await site.save("posts", "one", { title: "Draft" }, one.id);
    const changes = [{ id: one.id, from: 0, to: 7 }];
    const { moved } = await site.store.saveOrders({ type: "posts", changes }, { actor: ACTOR });
    const { records } = await reorderPublished(site.store, { moved, actor: ACTOR });
    expect(records).toMatchObject([{ sortOrder: 7, blob: one.blob }]);
    expect(git(site, "show", `${PUBLISHED_REF}:content/posts/one.md`)).toContain("title: One");
    expect(git(site, "show", "--numstat", "--format=", PUBLISHED_REF).trim()).toBe(
      `1\t1\t${ledgerPath("posts", one.id)}`,
    );
  });
});

describe("deleting an entry", () => {
  test("PUB-10 unpublishes a live one first", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    await publishEntries(site.store, { entries: [{ id: post.id }], actor: ACTOR });
    const deleted = await deleteEntry(site.store, post.id, { actor: ACTOR });
    expect(deleted).toEqual({ commit: site.store.head(), unpublished: true });
    expect(await liveSlugs(site)).toEqual([]);
    const { events } = await entryTimeline(site.store, post.id);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(["delete", "unpublish", "publish", "create"]),
    );
  });

  test("refuses an outdated version without any change", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    await publishEntries(site.store, { entries: [{ id: post.id }], actor: ACTOR });
    await site.save("posts", "one", { title: "Two" }, post.id);
    const deleting = deleteEntry(site.store, post.id, { actor: ACTOR, expected: post.blob });
    await expect(deleting).rejects.toMatchObject({ code: "stale" });
    expect(await liveSlugs(site)).toEqual(["one"]);
  });

  test("refuses a shared id without any change", async () => {
    const site = await blog();
    const { id, path } = await site.save("posts", "one", { title: "One" });
    await publishAt(site, id, "2026-03-01T00:00:00Z");
    const { repository, head, refresh } = site.store;
    const file = await repository.readPath(head(), path);
    const copy = new Map([["content/posts/copy.md", file?.bytes ?? null]]);
    const change = { files: copy, author: ACTOR, when: new Date(), message: "Copy" };
    await repository.commit(MAIN, change, { expected: head() });
    await refresh();
    await expect(deleteEntry(site.store, id, { actor: ACTOR })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await liveSlugs(site)).toEqual(["one"]);
  });

  test("removes an entry that only exists on the live site", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    await publishEntries(site.store, { entries: [{ id: post.id }], actor: ACTOR });
    await site.store.deleteEntry(post.id, { actor: ACTOR });
    expect(await deleteEntry(site.store, post.id, { actor: ACTOR })).toEqual({ unpublished: true });
    expect(await liveSlugs(site)).toEqual([]);
    const again = deleteEntry(site.store, post.id, { actor: ACTOR });
    await expect(again).rejects.toMatchObject({ code: "content_not_found" });
  });
});
