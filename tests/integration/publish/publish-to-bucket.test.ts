import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openPublicBucket } from "@loam/cms-core/publish";
import type { S3Bucket } from "@loam/cms-core/s3";
import { describe, expect, test } from "vitest";
import type { FrontRequest } from "../../support/s3/s3-front.ts";
import { type S3Server, startS3Server } from "../../support/s3/s3-server.ts";
import {
  type BlogPublisher,
  blogPublisher,
  freshContent,
} from "../../support/site/blog-publisher.ts";
import { type Blog, createBlog, publish } from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface BucketBlog {
  readonly server: S3Server;
  readonly blog: Blog;
  readonly ids: readonly string[];
  readonly bucket: S3Bucket;
  /** Opens a publisher like another process; with a name, it has that node's cursor. */
  open(node?: string): Promise<BlogPublisher>;
  /** Opens a publisher with a short request timeout. */
  openHasty(): Promise<BlogPublisher>;
}

async function bucketBlog(): Promise<BucketBlog> {
  const server = await startS3Server();
  const blog = await createBlog(await temporaryFolder("s3-blog"));
  const photo = await blog.addMedia("cover");
  const ids: string[] = [];
  for (const slug of ["a", "b", "c"]) {
    ids.push((await blog.save("posts", slug, { title: slug, cover: { id: photo } })).id);
  }
  await publish(blog, ...ids);
  const place = `public/${blog.siteId}`;
  const bucket = server.bucket(place, { attempts: 2 });
  const open = (node: string, over: S3Bucket): Promise<BlogPublisher> =>
    blogPublisher(blog, { folder: join(blog.folder, node), storage: openPublicBucket(over) });
  return {
    server,
    blog,
    ids,
    bucket,
    open: (node = "one") => open(node, bucket),
    openHasty: () => open("one", server.bucket(place, { attempts: 2, timeoutMs: 150 })),
  };
}

/** Renames a post so that it replaces another one in its lists: files are added, changed, and removed. */
async function change({ blog, ids }: BucketBlog, name: string): Promise<void> {
  const [id = ""] = ids;
  await blog.save("posts", name, { title: name }, id);
  await publish(blog, id);
}

function stores(requests: readonly FrontRequest[]): string[] {
  return requests
    .filter(({ method }) => method === "PUT")
    .map(({ key }) => key.replace(/^.*?\/s[^/]*\//, ""));
}

function isEntry(path: string): boolean {
  return /^api\/[^/]+\/[^_]/.test(path);
}

function isList(path: string): boolean {
  return /^api\/(?!index)[^/]+$/.test(path);
}

describe("publishing to a bucket", () => {
  test("stores entries before lists before the index, with their headers", async () => {
    const site = await bucketBlog();
    const publisher = await site.open();
    await publisher.follow();

    expect(await storedContent(publisher.storage)).toEqual(await freshContent(site.blog));
    const order = stores(site.server.requests);
    const last = (fits: (path: string) => boolean): number => order.findLastIndex(fits);
    const first = (fits: (path: string) => boolean): number => order.findIndex(fits);
    expect(last((path) => path.startsWith("media/"))).toBeLessThan(first(isEntry));
    expect(last(isEntry)).toBeLessThan(first(isList));
    expect(last(isList)).toBeLessThan(first((path) => path.endsWith("/_index.json")));
    expect(order.at(-1)).toBe("api/index.json");
    expect(await site.bucket.head("api/posts/a.json")).toMatchObject({
      contentType: "application/json; charset=utf-8",
      cacheControl: "public, max-age=0, must-revalidate",
    });
    const media = order.find((path) => path.startsWith("media/")) ?? "";
    expect(await site.bucket.head(media)).toMatchObject({
      contentType: "image/png",
      cacheControl: "public, max-age=31536000, immutable",
    });
  });

  test("stores only changes and removes the index first when turned off", async () => {
    const site = await bucketBlog();
    const publisher = await site.open();
    await publisher.follow();
    site.server.requests.length = 0;
    await change(site, "renamed");
    await publisher.follow();

    expect(stores(site.server.requests).toSorted()).toEqual(
      [
        `api/posts/${site.ids[0]}.json`,
        "api/posts/renamed.json",
        "api/posts.json",
        "api/posts/_index.json",
        "api/_redirects.json",
        "api/index.json",
      ].toSorted(),
    );
    expect(await storedContent(publisher.storage)).toEqual(await freshContent(site.blog));
    await publisher.withdraw();
    expect(await publisher.storage.list()).toEqual([]);
    expect(await publisher.follow()).toMatchObject({ full: true });
  });

  test("a node without a cursor stores nothing that exists", async () => {
    const site = await bucketBlog();
    await (await site.open()).follow();
    await change(site, "renamed");
    site.server.requests.length = 0;
    const other = await site.open("two");
    expect(await other.follow()).toMatchObject({ full: true });

    expect(stores(site.server.requests).toSorted()).toEqual(
      [
        `api/posts/${site.ids[0]}.json`,
        "api/posts/renamed.json",
        "api/posts.json",
        "api/posts/_index.json",
        "api/_redirects.json",
        "api/index.json",
      ].toSorted(),
    );
    expect(await storedContent(other.storage)).toEqual(await freshContent(site.blog));
  });

  test("a node corrects files written by another one", async () => {
    const site = await bucketBlog();
    const one = await site.open();
    await one.follow();
    await change(site, "first");
    const two = await site.open("two");
    await two.follow();
    await change(site, "second");
    expect(await one.follow()).toMatchObject({ full: true });
    expect(await storedContent(one.storage)).toEqual(await freshContent(site.blog));
    // The other node's cursor refers to a commit that no longer exists.
    await change(site, "third");
    expect(await (await site.open("two")).follow()).toMatchObject({ full: true });
    expect(await storedContent(one.storage)).toEqual(await freshContent(site.blog));
  });

  test("keeps the index that another process wrote during a publish", async () => {
    const site = await bucketBlog();
    const one = await site.open();
    await one.follow();
    await change(site, "renamed");
    site.server.fail({
      kind: "precondition-failed",
      when: ({ method, key }) => method === "PUT" && key.endsWith("api/index.json"),
      times: 1,
    });
    expect(await one.follow()).toMatchObject({ full: true });
    expect(await storedContent(one.storage)).toEqual(await freshContent(site.blog));
  });

  test("reads back an object with an unexpected ETag", async () => {
    const site = await bucketBlog();
    site.server.fail({
      kind: "wrong-etag",
      when: ({ method, key }) => method === "PUT" && key.endsWith("api/posts/a.json"),
    });
    const publisher = await site.open();
    await publisher.follow();
    const read = site.server.requests.filter(({ method }) => method === "GET");
    expect(read.map(({ key }) => key.split("/").at(-1))).toContain("a.json");
    expect(await storedContent(publisher.storage)).toEqual(await freshContent(site.blog));
  });
});

/** Checks that all lists refer to existing files, and the index to existing lists. */
async function expectNothingDangling(bucket: S3Bucket): Promise<void> {
  const files = await storedContent(openPublicBucket(bucket));
  const index = files["api/index.json"];
  const types = index === undefined ? [] : JSON.parse(index).contentTypes;
  for (const { apiId, totalCount } of types) {
    const list = files[`api/${apiId}.json`];
    expect(list !== undefined || totalCount === 0).toBe(true);
    for (const { id, slug } of list === undefined ? [] : (JSON.parse(list).contents ?? [])) {
      expect(files).toHaveProperty([`api/${apiId}/${id}.json`]);
      expect(files).toHaveProperty([`api/${apiId}/${slug}.json`]);
    }
  }
}

describe("PUB-05 an interrupted publish", () => {
  test.for(["drop", "drop-after", "slow-down", "access-denied", "silent-after"] as const)(
    "at any request (%s) leaves valid lists and is completed by the next process",
    async (kind) => {
      const site = await bucketBlog();
      await (await site.open()).follow();
      let cutOffs = 0;
      for (let at = 0, finished = false; !finished; at += 1) {
        await change(site, `round-${at}`);
        let seen = 0;
        const cutOff = await site.openHasty();
        site.server.fail({ kind, when: () => (seen += 1) > at });
        finished = await cutOff.follow().then(
          () => true,
          () => false,
        );
        site.server.heal();
        if (!finished) cutOffs += 1;
        await expectNothingDangling(site.bucket);
        // A second change before the restart, so that files of the interrupted run have no owner.
        await change(site, `after-${at}`);
        const next = await site.open();
        await next.follow();
        expect(await storedContent(next.storage)).toEqual(await freshContent(site.blog));
      }
      expect(cutOffs).toBeGreaterThan(5);
    },
  );

  test("is completed by a process without, or with a partial, cursor", async () => {
    const site = await bucketBlog();
    const first = await site.open();
    await first.follow();
    await change(site, "one");
    site.server.fail({ kind: "drop", when: ({ key }) => key.endsWith("api/posts.json") });
    await expect(first.follow()).rejects.toMatchObject({ code: "storage_failed" });
    site.server.heal();
    await appendFile(first.stateFile, "{");
    await (await site.open()).follow();
    expect(await storedContent(first.storage)).toEqual(await freshContent(site.blog));
    await rm(first.stateFile);
    await change(site, "two");
    await (await site.open()).follow();
    expect(await storedContent(first.storage)).toEqual(await freshContent(site.blog));
  });
});
