import { rm } from "node:fs/promises";
import type { Issue } from "@loam/cms-core";
import { type ContentIndex, openContentIndex } from "@loam/cms-core/find";
import { expect, onTestFinished, test } from "vitest";
import { publish } from "../../support/site/blog-site.ts";
import { indexedBlog, push } from "../../support/site/indexed-blog.ts";

test("lists a copied file twice, each with the other's path", async () => {
  const { blog, index } = await indexedBlog();
  const { id, blob } = await blog.save("posts", "one", { title: "One" });
  const text = Buffer.from(await blog.store.repository.readBlob(blob)).toString();
  await push(blog, "content/posts/copy.md", text);
  await index.follow();

  const issues = (await index.find(id)).map((entry) => entry.issues);
  expect(issues).toMatchObject([
    [{ code: "id_taken", path: "content/posts/copy.md" }],
    [{ code: "id_taken", path: "content/posts/one.md" }],
  ]);
});

test("finds a slug shared by entries of several states in a rebuilt index", async () => {
  const { blog, index } = await indexedBlog();
  const live = await Promise.all(
    ["one", "two"].map(async (slug) => blog.save("posts", slug, { title: slug })),
  );
  for (const [at, { id, blob, path }] of live.entries()) {
    const text = Buffer.from(await blog.store.repository.readBlob(blob)).toString();
    await publish(blog, id);
    await push(blog, path.replace("posts/", "posts/ab/"), text.replace(id, idOf(at)));
  }
  await blog.save("posts", "three", { title: "Three" });
  await index.follow();

  const path = `${blog.folder}/anew.db`;
  const made = await openContentIndex(blog.store.repository, { path });
  onTestFinished(async () => made.close());
  expect(await issuesIn(made)).toEqual(await issuesIn(index));
  expect(await told(made)).toEqual([
    "slug_taken content/posts/ab/one.md",
    "slug_taken content/posts/ab/two.md",
    "slug_taken content/posts/one.md",
    "slug_taken content/posts/two.md",
  ]);
});

test("lists files with a shared id or slug until only one is left", async () => {
  const { blog, index } = await indexedBlog();
  const { id, path, blob } = await blog.save("posts", "one", { title: "One" });
  const text = Buffer.from(await blog.store.repository.readBlob(blob)).toString();
  const other = text.replace(id, `e${"b".repeat(19)}`);
  await push(blog, "content/posts/copy.md", text);
  await push(blog, "content/posts/ab/one.md", other);
  await push(blog, "content/posts/again.md", text);
  const toldAnew = async (): Promise<unknown> => {
    await index.follow();
    const anew = `${blog.folder}/anew.db`;
    const made = await openContentIndex(blog.store.repository, { path: anew });
    expect(await issuesIn(made)).toEqual(await issuesIn(index));
    await made.close();
    await rm(anew);
    return told(index);
  };
  expect(await toldAnew()).toEqual([
    "slug_taken content/posts/ab/one.md",
    "id_taken content/posts/again.md",
    "id_taken content/posts/copy.md",
    `id_taken ${path}`,
    `slug_taken ${path}`,
  ]);
  await push(blog, "content/posts/copy.md");
  expect(await toldAnew()).toHaveLength(4);
  await push(blog, "content/posts/ab/one.md");
  expect(await toldAnew()).toEqual(["id_taken content/posts/again.md", `id_taken ${path}`]);
  await push(blog, "content/posts/again.md");
  expect(await toldAnew()).toEqual([]);
});

/** Returns the problems of all entry files, by path. */
async function issuesIn(index: ContentIndex): Promise<readonly Issue[]> {
  const { entries } = await index.list({ limit: 100 });
  const issues = entries.flatMap((entry) => entry.issues);
  return issues.toSorted(({ path: a = "" }, { path: b = "" }) => Number(a > b) - Number(a < b));
}

async function told(index: ContentIndex): Promise<readonly string[]> {
  return (await issuesIn(index)).map(({ code, path }) => `${code} ${path}`);
}

function idOf(number: number): string {
  return `e${"b".repeat(18)}${"cd"[number]}`;
}
