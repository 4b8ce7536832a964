/**
 * Child process of `publish-crash.test.ts`: publishes, unpublishes, and renames entries endlessly and follows, to a
 * folder or a bucket, until it is killed. Prints `<entry> <title>` for each acknowledged publish.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openPublicBucket, unpublishEntries } from "@loam/cms-core/publish";
import { createS3Bucket, parseS3Url } from "@loam/cms-core/s3";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { ACTOR, openBlog, publish } from "../../support/site/blog-site.ts";

const [folder = "", round = "", bucketUrl] = process.argv.slice(2);
const blog = await openBlog(folder);
const publisher = await blogPublisher(blog, {
  folder: join(folder, "publisher"),
  ...(bucketUrl && { storage: openPublicBucket(createS3Bucket(parseS3Url(bucketUrl))) }),
});
const posts = blog.store.entries("posts");
await publisher.follow();
writeSync(1, "ready\n");

async function follow(): Promise<void> {
  for (;;) {
    await publisher.follow();
    await setImmediate();
  }
}

async function edit(): Promise<void> {
  for (let n = 0; ; n += 1) {
    const post = posts[n % posts.length];
    if (post === undefined) throw new Error("the blog has no posts");
    const title = `${round}-${n}`;
    const other = posts[(n * 7) % posts.length]?.id ?? post.id;
    const values = { title, related: [{ id: other }], body: `[x](entry:${other})` };
    await blog.save("posts", `slug-${n}-${post.id.slice(-4)}`, values, post.id);
    if (n % 5 === 3) await unpublishEntries(blog.store, { ids: [other], actor: ACTOR });
    await publish(blog, post.id);
    // Synchronous, so that an acknowledgement is written before anything else happens.
    writeSync(1, `${post.id} ${title}\n`);
  }
}

await Promise.all([edit(), follow()]);
