import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@loam/cms-core";
import { ledgerPath, mediaPath } from "@loam/cms-core/content";
import { PUBLISHED_REF, publishEntries, unpublishEntries } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import {
  ACTOR,
  createBlog,
  publish,
  publishedPaths,
  type Blog,
} from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const at = (time: string) => () => new Date(time);

async function blog(): Promise<Blog> {
  return createBlog(await temporaryFolder("publish"));
}

describe("publishing", () => {
  test("finds a media record at any path below media/ and pins it by id", async () => {
    const site = await blog();
    const cover = await site.addMedia("cat");
    const bytes = await site.store.repository.readBlob(site.store.mediaBlob(cover) ?? "");
    const moved = new Map([
      [mediaPath(cover), null],
      [`media/cats/${cover}.yml`, bytes],
    ]);
    await site.store.applyFiles(moved, { actor: ACTOR, message: "Move" });
    const post = await site.save("posts", "one", { title: "One", cover: { id: cover } });
    await publish(site, post.id);
    const media = (await publishedPaths(site)).filter((path) => path.startsWith("media/"));
    expect(media).toEqual([mediaPath(cover)]);
  });

  test("pins the file byte for byte with its schema, media records, and a ledger record", async () => {
    const site = await blog();
    const cover = await site.addMedia("cat");
    const post = await site.save("posts", "one", { title: "One", cover: { id: cover } });
    const { records, commit = "" } = await publishEntries(site.store, {
      entries: [{ id: post.id }],
      actor: ACTOR,
      now: at("2026-03-01T00:00:00Z"),
    });

    expect(records).toEqual([
      expect.objectContaining({
        state: "published",
        version: 1,
        blob: post.blob,
        schema: 1,
        slug: "one",
        sortOrder: 0,
        publishedAt: "2026-03-01T00:00:00.000Z",
        by: "Ann <ann@example.test>",
        sourceCommit: site.store.head(),
      }),
    ]);
    expect(await publishedPaths(site)).toEqual([
      "content/posts/one.md",
      "ledger/format.yml",
      ledgerPath("posts", post.id),
      mediaPath(cover),
      "site.yml",
      "types/home/versions/1.json",
      "types/people/versions/1.json",
      "types/posts/versions/1.json",
    ]);
    const pinned = await site.store.repository.readPath(commit, "content/posts/one.md");
    expect(pinned?.oid).toBe(post.blob);
  });

  test("keeps publishedAt on republishing and resets it after unpublishing", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    const run = async (time: string) => {
      const options = { entries: [{ id: post.id }], actor: ACTOR, now: at(time) };
      return (await publishEntries(site.store, options)).records[0];
    };
    await run("2026-03-01T00:00:00Z");
    await site.save("posts", "one", { title: "Two" }, post.id);
    const again = await run("2026-04-01T00:00:00Z");
    await unpublishEntries(site.store, { ids: [post.id], actor: ACTOR });
    const anew = await run("2026-05-01T00:00:00Z");

    expect(again).toMatchObject({ version: 2, publishedAt: "2026-03-01T00:00:00.000Z" });
    expect(anew).toMatchObject({ version: 3, publishedAt: "2026-05-01T00:00:00.000Z" });
  });

  test("records the save time with milliseconds", async () => {
    const site = await blog();
    const { id } = await site.save("posts", "one", { title: "One" });
    const { records } = await publishEntries(site.store, { entries: [{ id }], actor: ACTOR });
    const [record] = records;
    expect(Date.parse(record?.updatedAt ?? "")).toBeGreaterThanOrEqual(
      Date.parse(record?.createdAt ?? ""),
    );
  });

  test("uses the times given by an import", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    const times = {
      publishedAt: "2019-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
    };
    const { records } = await publishEntries(site.store, {
      entries: [{ id: post.id, ...times }],
      actor: ACTOR,
    });
    expect(records).toEqual([expect.objectContaining(times)]);
  });

  test("makes no commit if nothing changed", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    const first = await publish(site, post.id);
    const second = await publish(site, post.id);
    expect(second).toEqual({ ...first, records: [], changed: false });
  });

  test("makes one commit for many entries by the publishing user", async () => {
    const site = await blog();
    const posts = [];
    for (const slug of ["a", "b", "c"]) posts.push(await site.save("posts", slug, { title: slug }));
    await publish(site, ...posts.map(({ id }) => id));
    expect(logOf(site)).toEqual([
      [
        "Ann <ann@example.test>",
        "Publish 3 entries",
        `Loam-Site: ${site.siteId}`,
        "Loam-Action: publish",
      ],
    ]);
  });

  test("moves the pinned file on slug changes, including swaps", async () => {
    const site = await blog();
    const a = await site.save("posts", "a", { title: "A" });
    const b = await site.save("posts", "b", { title: "B" });
    await publish(site, a.id, b.id);
    await site.save("posts", "between", { title: "A" }, a.id);
    await site.save("posts", "a", { title: "B" }, b.id);
    await site.save("posts", "b", { title: "A" }, a.id);
    await publish(site, a.id, b.id);
    const live = (await publishedPaths(site)).filter((path) => path.startsWith("content/"));
    expect(live).toEqual(["content/posts/a.md", "content/posts/b.md"]);

    await site.save("posts", "c", { title: "A" }, a.id);
    await publish(site, a.id);
    const after = (await publishedPaths(site)).filter((path) => path.startsWith("content/"));
    expect(after).toEqual(["content/posts/a.md", "content/posts/c.md"]);
  });

  test("applies the newest published schema with a new required field", async () => {
    const site = await blog();
    const post = await site.save("posts", "one", { title: "One" });
    await publish(site, post.id);
    const type = site.store.type("posts")?.type;
    const added = {
      id: "lead",
      apiId: "lead",
      label: "Lead",
      type: "text",
      required: true,
      multiple: false,
    } as const;
    await site.store.saveType(
      {
        ...type,
        apiId: "posts",
        kind: "list",
        label: "posts",
        fields: [...(type?.fields ?? []), added],
      },
      { actor: ACTOR },
    );
    await site.store.publishSchema("posts", { actor: ACTOR });

    await expect(publish(site, post.id)).rejects.toMatchObject({
      code: "publish_refused",
      issues: [expect.objectContaining({ field: "lead" })],
    });
  });
});

test("a reference to an unpublished entry is no error", async () => {
  const site = await blog();
  const ann = await site.save("people", "ann", { name: "Ann" });
  const post = await site.save("posts", "one", { title: "One", author: { id: ann.id } });
  expect((await publish(site, post.id)).records).toHaveLength(1);
});

test("unpublishing removes the pinned file and keeps the ledger, and is idempotent", async () => {
  const site = await blog();
  const post = await site.save("posts", "one", { title: "One" });
  await publish(site, post.id);
  const first = await unpublishEntries(site.store, {
    ids: [post.id, newId("entry")],
    actor: ACTOR,
  });
  const second = await unpublishEntries(site.store, { ids: [post.id], actor: ACTOR });

  expect(first.records).toMatchObject([{ id: post.id, state: "unpublished", version: 1 }]);
  expect(second).toEqual({ ...first, records: [], changed: false });
  expect(await publishedPaths(site)).not.toContain("content/posts/one.md");
  expect(await publishedPaths(site)).toContain(ledgerPath("posts", post.id));
});

test("many concurrent publishes succeed in sequence", async () => {
  const site = await blog();
  const refs = [];
  for (let n = 0; n < 12; n += 1) refs.push(await site.save("posts", `p${n}`, { title: `P${n}` }));
  await Promise.all(refs.map(({ id }) => publish(site, id)));
  const live = (await publishedPaths(site)).filter((path) => path.startsWith("content/"));
  expect(live).toHaveLength(12);
  expect(logOf(site)).toHaveLength(12);
});

function isTold(line: string): boolean {
  return line !== "" && !line.startsWith("Loam-Milliseconds:");
}

/** Returns author, subject, and trailers of each commit on `published`. */
function logOf({ store }: Blog): string[][] {
  const args = [
    "--git-dir",
    store.repository.gitDir,
    "log",
    "--format=%an <%ae>%n%B%x00",
    PUBLISHED_REF,
  ];
  const text = execFileSync("git", args, { encoding: "utf8" });
  return text
    .split("\0")
    .map((entry) => entry.split("\n").filter(isTold))
    .filter((lines) => lines.length > 0);
}

describe("concurrent publishing", () => {
  test("makes one commit each and packs waiting ones together", async () => {
    const site = await blog();
    const slugs = Array.from({ length: 8 }, (_, count) => `p${count}`);
    const posts = [];
    for (const slug of slugs) posts.push(await site.save("posts", slug, { title: slug }));
    const before = packsOf(site);
    const made = await Promise.all(
      posts.map(async ({ id }) => publishEntries(site.store, { entries: [{ id }], actor: ACTOR })),
    );
    expect(new Set(made.map(({ commit }) => commit)).size).toBe(8);
    // The first ran separately; the others waited for it and shared packs.
    expect(packsOf(site) - before).toBeLessThanOrEqual(4);
    expect(await publishedPaths(site)).toEqual(
      expect.arrayContaining(slugs.map((slug) => `content/posts/${slug}.md`)),
    );
    const log = git(site, "log", "--format=%s", "--max-count=8", PUBLISHED_REF).trim().split("\n");
    expect(log.toSorted()).toEqual(slugs.map((slug) => `Publish posts/${slug}`));
    git(site, "fsck", "--strict");
  });

  test("publishes an entry once, then its next version", async () => {
    const site = await blog();
    const others = await site.save("posts", "other", { title: "Other" });
    const { id } = await site.save("posts", "one", { title: "One" });
    const run = async (entry: string) =>
      publishEntries(site.store, { entries: [{ id: entry }], actor: ACTOR });
    const [, first, second] = await Promise.all([run(others.id), run(id), run(id)]);
    expect([first.records.length, second.records.length]).toEqual([1, 0]);
    expect(second.commit).toBe(first.commit);
  });

  test("gives a case-folded slug to only one entry", async () => {
    const site = await blog();
    const other = await site.save("posts", "other", { title: "Other" });
    const one = await site.save("posts", "one", { title: "One" });
    await publish(site, one.id);
    await site.save("posts", "two", { title: "One" }, one.id);
    const heir = await site.save("posts", "one", { title: "Heir" });
    const run = async (entry: string) =>
      publishEntries(site.store, { entries: [{ id: entry }], actor: ACTOR });
    const results = await Promise.allSettled([run(other.id), run(one.id), run(heir.id)]);
    // The other entry can be refused the slug, but the slug is never used twice.
    expect(results[1].status).toBe("fulfilled");
    if (results[2].status === "rejected") await run(heir.id);
    expect(await publishedPaths(site)).toEqual(
      expect.arrayContaining(["content/posts/one.md", "content/posts/two.md"]),
    );
  });
});

function git({ store }: Blog, ...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: store.repository.gitDir, encoding: "utf8" });
}

function packsOf({ store }: Blog): number {
  const folder = join(store.repository.gitDir, "objects", "pack");
  return readdirSync(folder).filter((name) => name.endsWith(".pack")).length;
}
