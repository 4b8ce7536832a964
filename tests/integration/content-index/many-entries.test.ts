import { openContentIndex } from "@loam/cms-core/find";
import { MAIN } from "@loam/cms-core/site";
import { expect, onTestFinished, test } from "vitest";
import { ACTOR, createBlog } from "../../support/site/blog-site.ts";
import { allPages } from "../../support/site/index-answers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("indexes thousands of pushed and moved entries", async () => {
  const blog = await createBlog(await temporaryFolder("index-many"));
  const index = await openContentIndex(blog.store.repository, { path: `${blog.folder}/index.db` });
  onTestFinished(async () => {
    await index.close();
    await blog.store.close();
  });
  const count = 4500;
  const files = new Map<string, Buffer>();
  for (let n = 0; n < count; n += 1) {
    const id = `e${n.toString().padStart(19, "a").replaceAll(/\d/g, digitLetter)}`;
    const head = `id: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n`;
    files.set(`content/posts/p${n}.md`, Buffer.from(`---\n${head}title: Number ${n}.\n---\n`));
  }
  const commit = { author: ACTOR, message: "Push" };
  await blog.store.repository.commit(MAIN, { files, ...commit });
  await index.follow();
  const moved = new Map<string, Buffer | null>();
  for (const [path, bytes] of files) {
    moved.set(path, null).set(path.replace("/posts/", "/posts/0a/"), bytes);
  }
  await blog.store.repository.commit(MAIN, { files: moved, ...commit });
  await index.follow();

  for (const n of [0, 2047, 2048, 4096, 4499]) {
    const { entries } = await index.list({ q: `${n}.`, limit: 100 });
    expect(entries).toContainEqual(
      expect.objectContaining({ slug: `p${n}`, path: `content/posts/0a/p${n}.md` }),
    );
  }
  expect((await index.list({ type: "posts" })).total).toBe(count);
  const list = { q: "number 4", orderBy: "slug", limit: 100 } as const;
  const followed = await allPages(index, list);
  const made = await openContentIndex(blog.store.repository, { path: `${blog.folder}/anew.db` });
  onTestFinished(async () => made.close());
  expect(await allPages(made, list)).toEqual(followed);
});

function digitLetter(digit: string): string {
  return "abcdefghij"[Number(digit)] ?? "";
}
