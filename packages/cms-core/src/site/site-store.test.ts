import { chmodSync, readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "../base/ids.ts";
import { openRepository } from "../git/repository/repository.ts";
import type { ContentType } from "../model/content-type.ts";
import {
  ann,
  expectSameAsReopened,
  git,
  newStore,
  POSTS,
  temporaryGitDir,
  titled,
} from "./site-store.fixture.ts";
import { openSiteStore } from "./site-store.ts";

const base = { required: false, multiple: false };
const HOME: ContentType = { ...POSTS, apiId: "home", kind: "object", label: "Home" };

test("saves an entry as one commit by the person, readable also after reopening", async () => {
  const store = await newStore(() => new Date(1e12 + 123));
  const saved = await store.saveEntry(
    { type: "posts", slug: "hello", values: titled("Hello") },
    ann,
  );

  expect(git(store, "log", "-1", "--format=%an <%ae>|%cn <%ce>|%B")).toBe(
    `Ann <ann@example.test>|Loam HQ <hq@loam.invalid>|Create posts/hello\n\nLoam-Site: ${store.site().id}\nLoam-Entry: ${saved.entry.id}\nLoam-Action: create\nLoam-Milliseconds: 123`,
  );
  expect(saved.commit).toBe(git(store, "rev-parse", "main"));
  expect(store.head()).toBe(saved.commit);
  expect(store.findEntry("posts", "hello")).toEqual(saved.ref);
  expect(store.findEntry("posts", saved.entry.id)).toEqual(saved.ref);
  expect((await store.readEntry(saved.ref)).values).toEqual(titled("Hello"));
  await expectSameAsReopened(store);
});

test("creates no commit without changes and a one-line diff for a change", async () => {
  const store = await newStore();
  const input = { type: "posts", slug: "a", values: titled("One") };
  const { entry, commit } = await store.saveEntry(input, ann);
  const again = await store.saveEntry({ ...input, id: entry.id }, ann);
  const third = await store.saveEntry({ ...input, id: entry.id, values: titled("Two") }, ann);

  expect(again).toMatchObject({ changed: false, commit });
  expect(third.changed).toBe(true);
  expect(git(store, "diff", "--numstat", commit, third.commit)).toBe("1\t1\tcontent/posts/a.md");
});

test("requires a free id for a new entry", async () => {
  const store = await newStore();
  const input = { type: "posts", id: "eabcdefghijklmnopqrs", values: titled("A"), expected: null };
  const made = await Promise.allSettled([store.saveEntry(input, ann), store.saveEntry(input, ann)]);
  expect(made).toMatchObject([{ status: "fulfilled" }, { reason: { code: "id_taken" } }]);
});

test("rejects a stale save and keeps the entry", async () => {
  const store = await newStore();
  const first = await store.saveEntry({ type: "posts", slug: "a", values: titled("One") }, ann);
  const id = first.entry.id;
  const expected = first.ref.blob;
  await store.saveEntry({ type: "posts", id, values: titled("Two"), expected }, ann);

  await expect(
    store.saveEntry({ type: "posts", id, values: titled("Three"), expected }, ann),
  ).rejects.toMatchObject({ code: "stale" });
  await expect(store.deleteEntry(id, { ...ann, expected })).rejects.toMatchObject({
    code: "stale",
  });
  expect(git(store, "show", "main:content/posts/a.md")).toContain("title: Two");
});

test("IDP-12 accepts one of twelve concurrent creates of a slug", async () => {
  const store = await newStore();
  const slugs = Array.from({ length: 12 }, () => "same");
  const results = await Promise.allSettled(
    slugs.map(async (slug) => store.saveEntry({ type: "posts", slug, values: titled("x") }, ann)),
  );
  const refused = results.filter((result) => result.status === "rejected");

  expect(refused.map(({ reason }) => String(reason.code))).toEqual(Array(11).fill("slug_taken"));
  expect(store.entries("posts")).toHaveLength(1);
  expect(git(store, "ls-tree", "-r", "--name-only", "main", "content")).toBe(
    "content/posts/same.md",
  );
});

test("derives an unused slug from the title", async () => {
  const store = await newStore();
  const saves = [1, 2, 3].map(async () =>
    store.saveEntry({ type: "posts", values: titled("Ünïque Title!") }, ann),
  );
  const slugs = (await Promise.all(saves)).map(({ entry }) => entry.slug);

  expect(slugs.toSorted()).toEqual(["ünïque-title", "ünïque-title-2", "ünïque-title-3"]);
});

test("IDP-13 renames the file for a new slug, keeps the id, and frees the old slug", async () => {
  const store = await newStore();
  const { entry } = await store.saveEntry({ type: "posts", slug: "old", values: titled("x") }, ann);
  const { id } = entry;
  const renamed = await store.saveEntry(
    { type: "posts", id, slug: "new", values: titled("x") },
    ann,
  );
  await store.saveEntry({ type: "posts", slug: "old", values: titled("other") }, ann);

  expect(renamed.entry.createdAt).toBe(entry.createdAt);
  expect(store.findEntry("posts", "new")?.id).toBe(id);
  expect(git(store, "ls-tree", "-r", "--name-only", "main", "content").split("\n")).toEqual([
    "content/posts/new.md",
    "content/posts/old.md",
  ]);
  await expectSameAsReopened(store);
});

test("creates only one entry of an object type", async () => {
  const store = await newStore();
  await store.saveType(HOME, ann);
  await store.publishSchema("home", ann);
  const [first, second] = await Promise.all([
    store.saveEntry({ type: "home", values: titled("A") }, ann),
    store.saveEntry({ type: "home", values: titled("B") }, ann),
  ]);

  expect(second.entry.id).toBe(first.entry.id);
  expect(first.ref.path).toBe("content/home.md");
  expect(store.entries("home")).toHaveLength(1);
});

test("rejects content that breaks the schema with all issues and writes nothing", async () => {
  const store = await newStore();
  const before = store.head();
  const values = new Map([["title", "x".repeat(1001)]]);

  await expect(
    store.saveEntry({ type: "posts", slug: "Bad Slug", values }, ann),
  ).rejects.toMatchObject({
    code: "invalid_entry",
    issues: [
      expect.objectContaining({ code: "invalid_slug" }),
      expect.objectContaining({ field: "title" }),
    ],
  });
  await expect(store.saveEntry({ type: "none", values }, ann)).rejects.toMatchObject({
    code: "content_type_not_found",
  });
  expect(git(store, "rev-parse", "main")).toBe(before);
});

test("deletes an entry and frees its slug", async () => {
  const store = await newStore();
  const { entry } = await store.saveEntry({ type: "posts", slug: "a", values: titled("x") }, ann);
  await store.deleteEntry(entry.id, ann);

  expect(store.entryById(entry.id)).toBeUndefined();
  await expect(store.deleteEntry(entry.id, ann)).rejects.toMatchObject({
    code: "content_not_found",
  });
  await store.saveEntry({ type: "posts", slug: "a", values: titled("y") }, ann);
  await expectSameAsReopened(store);
});

test("returns the creation time as save time until the next save", async () => {
  let time = Date.parse("2026-11-20T09:30:00.000Z");
  const store = await newStore(() => new Date((time += 7)));
  const { entry, ref } = await store.saveEntry(
    { type: "posts", slug: "a", values: titled("x") },
    ann,
  );
  expect(await store.updatedAt([ref])).toEqual(new Map([[entry.id, entry.createdAt]]));
  const next = await store.saveEntry({ type: "posts", id: entry.id, values: titled("y") }, ann);
  const [updatedAt = ""] = (await store.updatedAt([next.ref])).values();
  expect(updatedAt > entry.createdAt).toBe(true);
});

test("returns when entries were last saved, also before opening", async () => {
  let seconds = 1_700_000_000;
  const now = (): Date => new Date(seconds * 1000 + 123);
  const store = await newStore(now);
  const a = await store.saveEntry({ type: "posts", slug: "a", values: titled("x") }, ann);
  seconds += 60;
  const b = await store.saveEntry({ type: "posts", slug: "b", values: titled("x") }, ann);
  const wanted = new Map([
    [a.entry.id, "2023-11-14T22:13:20.123Z"],
    [b.entry.id, "2023-11-14T22:14:20.123Z"],
  ]);
  const reopened = await openSiteStore(store.repository.gitDir);
  onTestFinished(async () => reopened.close());

  expect(await store.updatedAt([a.ref, b.ref])).toEqual(wanted);
  expect(await reopened.updatedAt([a.ref, b.ref])).toEqual(wanted);
});

test("rejects a repository with damaged packs as broken", async () => {
  const store = await newStore();
  const { gitDir } = store.repository;
  await store.close();
  const packs = join(gitDir, "objects", "pack");
  for (const name of readdirSync(packs).filter((file) => file.endsWith(".pack"))) {
    chmodSync(join(packs, name), 0o644);
    truncateSync(join(packs, name), 20);
  }

  await expect(openSiteStore(gitDir)).rejects.toMatchObject({ code: "repository_broken" });
});

test("rejects a repository without a site", async () => {
  const gitDir = temporaryGitDir();
  await (await openRepository(gitDir, { create: true })).close();

  await expect(openSiteStore(gitDir)).rejects.toMatchObject({ code: "not_found" });
  await expect(openSiteStore(`${gitDir}-absent`)).rejects.toMatchObject({ code: "not_found" });
});

test("writes a reference with its target's title, and a later rename changes no file", async () => {
  const store = await newStore();
  const many = { ...base, multiple: true, to: ["posts"] };
  const related = {
    ...many,
    id: "related",
    apiId: "related",
    label: "R",
    type: "reference",
  } as const;
  await store.saveType({ ...POSTS, fields: [...POSTS.fields, related] }, ann);
  await store.publishSchema("posts", ann);
  const target = await store.saveEntry(
    { type: "posts", slug: "t", values: titled("C #1: a b") },
    ann,
  );
  const { id } = target.entry;
  const unknown = newId("entry");
  const values = new Map([...titled("A"), ["related", [{ id }, { id: unknown }]] as const]);
  const saved = await store.saveEntry({ type: "posts", values }, ann);

  expect(git(store, "show", `main:${saved.ref.path}`)).toContain(
    `related:\n  - ${id} # C #1: a b\n  - ${unknown}\n`,
  );
  await store.saveEntry({ type: "posts", id, values: titled("Renamed") }, ann);
  const again = await store.saveEntry({ type: "posts", id: saved.entry.id, values }, ann);
  expect(again.changed).toBe(false);
});
