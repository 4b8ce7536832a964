import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  openPublicBucket,
  type PublicStorage,
  repairSite,
  verifySite,
  type VerifySiteOptions,
} from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { recordPlans } from "../../support/s3/recording-storage.ts";
import { startS3Server } from "../../support/s3/s3-server.ts";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { type Blog, createBlog, PUBLIC_URL, publish } from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Tampered {
  readonly storage: PublicStorage;
  /** Changes files without the publisher's knowledge. */
  readonly put: (path: string, text: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
}

const PLACES: Readonly<Record<string, (blog: Blog) => Promise<Tampered>>> = {
  async folder(blog) {
    const publisher = await blogPublisher(blog);
    await publisher.follow();
    return {
      storage: publisher.storage,
      async put(path, text) {
        await mkdir(dirname(join(publisher.folder, path)), { recursive: true });
        await writeFile(join(publisher.folder, path), text);
      },
      remove: (path) => rm(join(publisher.folder, path)),
    };
  },
  async bucket(blog) {
    const bucket = (await startS3Server()).bucket(`public/${blog.siteId}`);
    const storage = openPublicBucket(bucket);
    await (await blogPublisher(blog, { storage })).follow();
    return {
      storage: openPublicBucket(bucket),
      async put(path, text) {
        const headers = { contentType: "application/json; charset=utf-8" };
        await bucket.put(path, Buffer.from(text), {
          ...headers,
          cacheControl: "public, max-age=0, must-revalidate",
        });
      },
      remove: (path) => bucket.delete([path]),
    };
  },
};

async function publishedBlog(): Promise<Blog> {
  const blog = await createBlog(await temporaryFolder("verify"));
  const photo = await blog.addMedia("cover");
  const a = await blog.save("posts", "a", { title: "A", cover: { id: photo } });
  const b = await blog.save("posts", "b", { title: "B", related: [{ id: a.id }] });
  await publish(blog, a.id, b.id);
  return blog;
}

function optionsOf({ store, siteId, media }: Blog): Omit<VerifySiteOptions, "files"> {
  return { repository: store.repository, siteId, media, publicUrl: PUBLIC_URL };
}

describe.for(Object.keys(PLACES))("public files in a %s", (kind) => {
  const place = PLACES[kind] ?? (() => Promise.reject(new Error(kind)));

  test("are verified as published and left alone by a repair", async () => {
    const blog = await publishedBlog();
    const { storage } = await place(blog);
    const seen: number[] = [];
    const onChecked = (checked: number): void => void seen.push(checked);
    const report = await verifySite({ ...optionsOf(blog), files: storage, onChecked });
    expect(report).toMatchObject({ findings: [], files: 11, standing: report.commit });
    expect(seen.at(-1)).toBe(report.files);
    expect(await verifySite({ ...optionsOf(blog), files: storage, deep: true })).toEqual(report);

    const recording = recordPlans();
    const wrapped = recording.wrap(storage);
    expect(await repairSite({ ...optionsOf(blog), storage: wrapped })).toMatchObject({
      mended: [],
      left: [],
    });
    expect(recording.plans).toEqual([]);
  });

  test("PUB-11 that are missing, altered, or extra are repaired in publish order", async () => {
    const blog = await publishedBlog();
    const { storage, put, remove } = await place(blog);
    const right = await storedContent(storage);
    const media = Object.keys(right).find((path) => path.startsWith("media/")) ?? "";
    const index = right["api/index.json"] ?? "";
    await put("api/index.json", index.replace('"Blog"', '"Bl0g"'));
    await put("api/posts.json", "{}");
    await remove("api/posts/a.json");
    await put(media, "PICTURE cover");
    await put("api/posts/draft.json", "leaked");
    await put("api/old.json", "old");
    await put(".DS_Store", "finder");

    const wanted = [
      { kind: "extra", path: ".DS_Store" },
      { kind: "altered", path: "api/index.json" },
      { kind: "extra", path: "api/old.json" },
      { kind: "altered", path: "api/posts.json" },
      { kind: "missing", path: "api/posts/a.json" },
      { kind: "extra", path: "api/posts/draft.json" },
      { kind: "altered", path: media },
    ];
    const report = await verifySite({ ...optionsOf(blog), files: storage });
    expect(report.findings).toEqual(wanted);
    const recording = recordPlans();
    const repaired = await repairSite({ ...optionsOf(blog), storage: recording.wrap(storage) });
    expect(repaired).toMatchObject({ mended: wanted, left: [] });
    expect(await storedContent(storage)).toEqual(right);
    const [plan] = recording.plans;
    expect(plan?.writes.flat().map(({ path }) => path)).toEqual([
      media,
      "api/posts/a.json",
      "api/posts.json",
      "api/index.json",
    ]);
    expect(plan?.removals.flat()).toEqual(["api/old.json", "api/posts/draft.json", ".DS_Store"]);
  });

  test("are all missing if deleted, and restored", async () => {
    const blog = await publishedBlog();
    const { storage } = await place(blog);
    const right = await storedContent(storage);
    await storage.apply({ writes: [], removals: [Object.keys(right)] });
    const gone = await verifySite({ ...optionsOf(blog), files: storage });
    expect(gone).toMatchObject({ standing: undefined, files: 11 });
    expect(new Set(gone.findings.map((found) => found.kind))).toEqual(new Set(["missing"]));
    await repairSite({ ...optionsOf(blog), storage });
    expect(await storedContent(storage)).toEqual(right);
  });

  test("with lost or altered binaries are reported and kept", async () => {
    const blog = await publishedBlog();
    const { storage } = await place(blog);
    const right = await storedContent(storage);
    const keys = await Array.fromAsync(blog.media.list());
    const [key = ""] = keys;
    await writeFile(join(blog.folder, "media", key), "PICTURE cover");
    const altered = [{ kind: "media_altered", path: key }];
    expect((await verifySite({ ...optionsOf(blog), files: storage })).findings).toEqual(altered);
    await rm(join(blog.folder, "media", key));
    const missing = [{ kind: "media_missing", path: key }];
    const repaired = await repairSite({ ...optionsOf(blog), storage });
    expect(repaired).toMatchObject({ findings: missing, mended: [], left: missing });
    expect(await storedContent(storage)).toEqual(right);
  });

  test("that are outdated are reported with their commit", async () => {
    const blog = await publishedBlog();
    const { storage } = await place(blog);
    const c = await blog.save("posts", "c", { title: "C" });
    const { commit } = await publish(blog, c.id);
    const report = await verifySite({ ...optionsOf(blog), files: storage });
    expect(report.commit).toBe(commit);
    expect(report.standing).not.toBe(commit);
    expect(report.findings).toContainEqual({ kind: "missing", path: "api/posts/c.json" });
  });
});

test("detects a file replaced by a symbolic link to the same bytes", async () => {
  const blog = await publishedBlog();
  const publisher = await blogPublisher(blog);
  await publisher.follow();
  const path = join(publisher.folder, "api/posts.json");
  const right = await storedContent(publisher.storage);
  const elsewhere = join(blog.folder, "elsewhere.json");
  await writeFile(elsewhere, right["api/posts.json"] ?? "");
  await rm(path);
  await symlink(elsewhere, path);
  const { findings } = await verifySite({ ...optionsOf(blog), files: publisher.storage });
  expect(findings).toEqual([{ kind: "altered", path: "api/posts.json" }]);
  await repairSite({ ...optionsOf(blog), storage: publisher.storage });
  expect(await storedContent(publisher.storage)).toEqual(right);
});

test("detects and repairs objects with different headers by a deep check", async () => {
  const blog = await publishedBlog();
  const bucket = (await startS3Server()).bucket("public");
  const storage = openPublicBucket(bucket);
  await (await blogPublisher(blog, { storage })).follow();
  const right = await storedContent(storage);
  await bucket.put("api/posts.json", Buffer.from(right["api/posts.json"] ?? ""), {
    contentType: "text/html",
  });
  const options = { ...optionsOf(blog), deep: true };
  expect((await verifySite({ ...optionsOf(blog), files: storage })).findings).toEqual([]);
  const { findings } = await verifySite({ ...options, files: storage });
  expect(findings).toEqual([{ kind: "headers", path: "api/posts.json" }]);
  expect(await repairSite({ ...options, storage })).toMatchObject({ mended: findings, left: [] });
  expect(await bucket.head("api/posts.json")).toMatchObject({
    contentType: "application/json; charset=utf-8",
  });
});
