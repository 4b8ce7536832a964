import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  deleteEntry,
  finishDeletions,
  PUBLISHED_REF,
  unpublishEntries,
} from "@loam/cms-core/publish";
import { expect } from "vitest";
import {
  blogPublisher,
  freshContent,
  type BlogPublisher,
} from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, openBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { checkSite } from "./check-site.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

/** Occurs in all parts of drafts, and nowhere else. */
const CANARY = "canary-of-a-draft";

export interface PublishedBlog {
  readonly blog: Blog;
  readonly publisher: BlogPublisher;
}

/** Creates a blog with live posts, one with media, and private drafts. */
export async function makePublishedBase(folder: string): Promise<void> {
  const blog = await createBlog(folder);
  const photo = await blog.addMedia("old");
  const ids = [];
  for (const name of ["a", "b", "c"]) {
    ids.push((await blog.save("posts", name, { title: name, cover: { id: photo } })).id);
  }
  await publish(blog, ...ids);
  const { publisher } = await openPublished(folder, blog);
  await publisher.follow();
  await publisher.close();
  await blog.save("posts", CANARY, { title: CANARY, body: CANARY });
  const [first = ""] = ids;
  await blog.save("posts", "a", { title: CANARY, body: CANARY }, first);
  await blog.store.close();
  await mkdir(join(folder, FIRST));
}

/** A site that was never published. */
const FIRST = "first";

/** Folder of the publisher's state. */
const STANDING = "publisher";

async function openPublished(
  folder: string,
  opened?: Blog,
  name: string = STANDING,
): Promise<PublishedBlog> {
  const blog = opened ?? (await openBlog(folder));
  return { blog, publisher: await blogPublisher(blog, { folder: join(folder, name) }) };
}

const PUBLISHING = {
  open: (folder) => openPublished(folder),
  again: ({ blog, publisher }, acknowledge) =>
    publishNew({ blog, publisher }, "again", acknowledge),
  close: async ({ blog, publisher }) => {
    await publisher.close();
    await blog.store.close();
  },
  check: (folder, acknowledged) => checkPublished(folder, acknowledged),
} as const satisfies Omit<Scenario<PublishedBlog>, "act">;

/** Publishes a post with a new image, and unpublishes another one. */
export const PUBLISH_ONE: Scenario<PublishedBlog> = {
  ...PUBLISHING,
  act: async (opened, acknowledge) => {
    const { blog, publisher } = opened;
    await publishNew(opened, "new", acknowledge);
    const gone = blog.store.findEntry("posts", "b")?.id ?? "";
    await unpublishEntries(blog.store, { ids: [gone], actor: ACTOR });
    acknowledge(`gone b`);
    await publisher.follow();
    acknowledge(`removed b`);
  },
};

/** Deletes a live post: it is gone from both branches, or in both. */
export const DELETE_ONE: Scenario<PublishedBlog> = {
  ...PUBLISHING,
  act: async ({ blog }, acknowledge) => {
    await deleteEntry(blog.store, blog.store.findEntry("posts", "b")?.id ?? "", { actor: ACTOR });
    acknowledge("gone b");
  },
  check: (folder, acknowledged) => {
    buryDeleter(folder);
    return checkSite(folder, [], async (blog) => {
      await finishDeletions(blog.store);
      await expectPublished(blog, acknowledged);
      const isThere = blog.store.findEntry("posts", "b") !== undefined;
      expect((await livePaths(blog)).has("posts/b")).toBe(isThere);
      if (acknowledged.includes("gone b")) expect(isThere).toBe(false);
    });
  },
};

/** Pretends that the deleting process, which in these tests can be this one, has ended. */
function buryDeleter(folder: string): void {
  const notes = join(folder, "site.git", "loam", "deleting");
  for (const name of existsSync(notes) ? readdirSync(notes) : []) {
    const path = join(notes, name);
    const text = readFileSync(path, "utf8");
    rmSync(path);
    writeFileSync(path, text.replace(/"process":"[^"]*"/, '"process":"4000000 1 gone"'));
  }
}

/** Publishes to empty public storage whose folder doesn't exist. */
export const FIRST_PUBLISH: Scenario<PublishedBlog> = {
  ...PUBLISHING,
  open: (folder) => openPublished(folder, undefined, FIRST),
  act: async ({ publisher }, acknowledge) => {
    await publisher.follow();
    for (const slug of ["a", "b", "c"]) acknowledge(`live posts ${slug}`);
  },
  check: (folder, acknowledged) => checkPublished(folder, acknowledged, FIRST),
};

/** Publishes more files than are synced individually. */
export function publishMany(count: number): Scenario<PublishedBlog> {
  return {
    ...PUBLISHING,
    act: async ({ blog, publisher }, acknowledge) => {
      const slugs = Array.from({ length: count }, (_, n) => `many-${n}`);
      const ids = [];
      for (const slug of slugs) ids.push((await blog.save("people", slug, { name: slug })).id);
      await publish(blog, ...ids);
      for (const slug of slugs) acknowledge(`published people ${slug}`);
      await publisher.follow();
      for (const slug of slugs) acknowledge(`live people ${slug}`);
    },
  };
}

/** Turns publishing off and on again. */
export const WITHDRAW: Scenario<PublishedBlog> = {
  ...PUBLISHING,
  act: async ({ publisher }, acknowledge) => {
    await publisher.withdraw();
    await publisher.follow();
    acknowledge("live posts a");
  },
};

async function publishNew(
  { blog, publisher }: PublishedBlog,
  slug: string,
  acknowledge: Acknowledge,
): Promise<void> {
  const cover = await blog.addMedia(slug);
  const { id } = await blog.save("posts", slug, { title: slug, cover: { id: cover } });
  await publish(blog, id);
  acknowledge(`published posts ${slug}`);
  const { problems } = await publisher.follow();
  expect(problems).toEqual([]);
  acknowledge(`live posts ${slug}`);
}

async function checkPublished(
  folder: string,
  acknowledged: readonly string[],
  name: string = STANDING,
): Promise<void> {
  const files = join(folder, name, "public");
  // What visitors get while the server is down.
  expectWholeFiles(files);
  const removed = acknowledged.filter((line) => line.startsWith("removed "));
  for (const [what, type = "", slug = ""] of acknowledged.map((line) => line.split(" "))) {
    if (what === "live") expect(existsSync(filePath(files, type, slug))).toBe(true);
  }
  for (const line of removed) {
    expect(existsSync(filePath(files, "posts", line.split(" ")[1] ?? ""))).toBe(false);
  }
  await checkSite(folder, [], async (blog) => {
    await expectPublished(blog, acknowledged);
    const { publisher } = await openPublished(folder, blog, name);
    const { problems } = await publisher.follow();
    expect(problems).toEqual([]);
    await publisher.close();
    const shown = await folderContent(publisher.folder);
    expect(shown).toEqual(await freshContent(blog));
    expect(readdirSync(join(files, ".tmp", blog.siteId))).toEqual([]);
  });
}

function filePath(files: string, type: string, slug: string): string {
  const site = readdirSync(files).find((name) => name !== ".tmp") ?? "";
  return join(files, site, "api", type, `${slug}.json`);
}

/** Checks that every file is old or new, never partial, and never contains a draft. */
function expectWholeFiles(files: string): void {
  if (!existsSync(files)) return;
  for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    expect(path).not.toContain(CANARY);
    if (entry.isDirectory()) continue;
    const text = readFileSync(path, "utf8");
    expect(text).not.toContain(CANARY);
    if (path.startsWith(join(files, ".tmp"))) continue;
    if (path.endsWith(".json")) expect(() => JSON.parse(text)).not.toThrow();
    else expect(text).toMatch(/^picture \w+$/);
  }
}

async function livePaths({ store }: Blog): Promise<ReadonlySet<string>> {
  const commit = (await store.repository.resolveRef(PUBLISHED_REF)) ?? "";
  const paths = (await store.repository.listFiles(commit)).map(({ path }) => path);
  return new Set(paths.flatMap((path) => /^content\/(.*)\.\w+$/.exec(path)?.[1] ?? []));
}

async function expectPublished(blog: Blog, acknowledged: readonly string[]): Promise<void> {
  const live = await livePaths(blog);
  for (const [what, type, slug] of acknowledged.map((line) => line.split(" "))) {
    if (what === "published") expect([...live]).toContain(`${type}/${slug}`);
    if (what === "gone") expect([...live]).not.toContain(`posts/${type}`);
  }
}
