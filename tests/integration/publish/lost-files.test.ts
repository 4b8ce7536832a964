import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openPublicBucket } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { startS3Server } from "../../support/s3/s3-server.ts";
import {
  blogPublisher,
  type BlogPublisher,
  freshContent,
} from "../../support/site/blog-publisher.ts";
import { type Blog, createBlog, publish } from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function publishedBlog(): Promise<{ blog: Blog; id: string }> {
  const blog = await createBlog(await temporaryFolder("lost"));
  const photo = await blog.addMedia("cover");
  const a = await blog.save("posts", "a", { title: "A", cover: { id: photo } });
  const b = await blog.save("posts", "b", { title: "B" });
  await publish(blog, a.id, b.id);
  return { blog, id: b.id };
}

const LOSSES: readonly [string, (publisher: BlogPublisher) => Promise<void>][] = [
  ["its folder is removed", ({ folder }) => rm(folder, { recursive: true })],
  [
    "the folder above is removed, too",
    ({ folder }) => rm(dirname(dirname(folder)), { recursive: true }).then(() => undefined),
  ],
  [
    "an empty folder is mounted in its place",
    async ({ folder }) => {
      await rename(folder, `${folder}-away`);
      await mkdir(folder);
    },
  ],
  ["its index alone is removed", ({ folder }) => rm(join(folder, "api/index.json"))],
];

describe.each(LOSSES)("public files of which %s", (_, lose) => {
  async function lost() {
    const { blog, id } = await publishedBlog();
    const home = join(blog.folder, "public-home", "deeper");
    const publisher = await blogPublisher(blog, { folder: home });
    await publisher.follow();
    expect(await publisher.areLost()).toBe(false);
    await lose(publisher);
    // A server stores the publishing cursor elsewhere.
    await mkdir(home, { recursive: true });
    return { blog, id, publisher };
  }

  test("are detected and rewritten", async () => {
    const { blog, publisher } = await lost();
    expect(await publisher.areLost()).toBe(true);
    expect(await publisher.follow()).toMatchObject({ full: true });
    expect(await storedContent(publisher.storage)).toEqual(await freshContent(blog));
    expect(await publisher.areLost()).toBe(false);
  });

  test("are all rewritten by the next publish, even before detection", async () => {
    const { blog, id, publisher } = await lost();
    await blog.save("posts", "b", { title: "Changed" }, id);
    await publish(blog, id);
    await publisher.follow();
    expect(await storedContent(publisher.storage)).toEqual(await freshContent(blog));
  });
});

test("detects and restores objects of an emptied bucket", async () => {
  const { blog } = await publishedBlog();
  const bucket = (await startS3Server()).bucket(`public/${blog.siteId}`);
  const storage = openPublicBucket(bucket);
  const publisher = await blogPublisher(blog, { storage });
  await publisher.follow();
  await bucket.delete([...(await storage.list())]);
  expect(await publisher.areLost()).toBe(true);
  await publisher.follow();
  expect(await storedContent(storage)).toEqual(await freshContent(blog));
});

test("misses nothing for a site that was never published", async () => {
  const blog = await createBlog(await temporaryFolder("lost"));
  const publisher = await blogPublisher(blog);
  await publisher.follow();
  await rm(publisher.folder, { recursive: true });
  expect(await publisher.areLost()).toBe(false);
  await publisher.withdraw();
  expect(await publisher.areLost()).toBe(false);
});
