import { openContentIndex, type ContentIndex } from "@loam/cms-core/find";
import { MAIN } from "@loam/cms-core/site";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { ACTOR, createBlog, type Blog } from "./blog-site.ts";

/** Opens a blog with its index until the test ends. */
export async function indexedBlog(): Promise<{ blog: Blog; index: ContentIndex }> {
  const blog = await createBlog(await temporaryFolder("index-lists"));
  const index = await openContentIndex(blog.store.repository, { path: `${blog.folder}/index.db` });
  onTestFinished(async () => {
    await index.close();
    await blog.store.close();
  });
  return { blog, index };
}

/** Commits a file as if pushed from elsewhere; without text, removes it. */
export async function push({ store }: Blog, path: string, text?: string): Promise<void> {
  const files = new Map([[path, text === undefined ? null : Buffer.from(text)]]);
  await store.repository.commit(MAIN, { files, author: ACTOR, message: "Push" });
  await store.refresh();
}
