import { join } from "node:path";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { expect, test } from "vitest";
import { blogPublisher } from "../../support/site/blog-publisher.ts";
import { type Blog, createBlog, openBlog, publish } from "../../support/site/blog-site.ts";
import { damageObject, type Harm } from "../../support/site/damage-object.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Creates a blog with two posts, an author, and a photo live, and its public files, and closes it. */
async function publishedBlog() {
  const folder = await temporaryFolder("damaged");
  const blog = await createBlog(folder);
  const photo = await blog.addMedia("cover");
  const ann = await blog.save("people", "ann", { name: "Ann" });
  const a = await blog.save("posts", "a", { title: "A", cover: { id: photo } });
  const b = await blog.save("posts", "b", { title: "B", author: { id: ann.id } });
  await publish(blog, ann.id, a.id, b.id);
  const home = join(folder, "publisher");
  const publisher = await blogPublisher(blog, { folder: home });
  await publisher.follow();
  await publisher.close();
  const { repository } = blog.store;
  const commit = (await repository.resolveRef(PUBLISHED_REF)) ?? "";
  const blobs = new Map((await repository.listFiles(commit)).map(({ path, oid }) => [path, oid]));
  const folders = new Map<string, string>();
  for (const path of ["", "ledger", "content"]) {
    for (const [name, oid] of await repository.folderIds(commit, path)) {
      folders.set(path === "" ? name : `${path}/${name}`, oid);
    }
  }
  await blog.store.close();
  const live = await folderContent(publisher.folder);
  return { folder, home, files: publisher.folder, live, commit, blobs, folders, a, b, ann };
}

type Published = Awaited<ReturnType<typeof publishedBlog>>;

async function reopen({ folder, home }: Published) {
  const blog = await openBlog(folder);
  return { blog, publisher: await blogPublisher(blog, { folder: home }) };
}

function damage({ folder }: Published, oid: string | undefined, harm: Harm): void {
  damageObject(join(folder, "site.git"), oid ?? "", harm);
}

async function publishAnother(blog: Blog): Promise<void> {
  const c = await blog.save("people", "c", { name: "C" });
  await publish(blog, c.id);
}

const COPIED: readonly [string, (site: Published) => string | undefined][] = [
  ["an entry's pinned file", ({ blobs }) => blobs.get("content/posts/a.md")],
  [
    "the ledger file of an entry",
    ({ blobs, b }) => blobs.get(`ledger/posts/${b.id.slice(-2)}/${b.id}.yml`),
  ],
  [
    "the media record that an entry shows",
    ({ blobs }) => [...blobs].find(([path]) => path.startsWith("media/"))?.[1],
  ],
  ["the folder of a type's entries", ({ folders }) => folders.get("content/posts")],
  ["the folder of a type's ledger", ({ folders }) => folders.get("ledger/posts")],
];

test.each(COPIED)("keeps everything live in a repository that lost %s", async (_, choose) => {
  const site = await publishedBlog();
  damage(site, choose(site), "overwritten");
  const { blog, publisher } = await reopen(site);
  expect(await publisher.follow()).toMatchObject({ to: site.commit, written: 0, removed: 0 });
  const live = publisher.live();
  expect(live.damage.issues).toEqual([expect.objectContaining({ code: "repository_broken" })]);
  expect(live.damage.incomplete).toBe(false);
  for (const [type, id] of [
    ["posts", site.a.id],
    ["posts", site.b.id],
    ["people", site.ann.id],
  ] as const) {
    expect(live.find(type, id)?.json).toBe(site.live[`api/${type}/${id}.json`]);
  }
  expect(await folderContent(site.files)).toEqual(site.live);
  await publisher.close();
  await blog.store.close();
});

test("publishes entries next to a damaged one and keeps its files", async () => {
  const site = await publishedBlog();
  damage(site, site.blobs.get("content/posts/a.md"), "removed");
  const { blog, publisher } = await reopen(site);
  await publisher.follow();
  const c = await blog.save("posts", "c", { title: "C" });
  await publish(blog, c.id);
  await publisher.follow();
  const files = await folderContent(site.files);
  expect(Object.keys(files)).toEqual(expect.arrayContaining(Object.keys(site.live)));
  expect(files[`api/posts/${site.a.id}.json`]).toBe(site.live[`api/posts/${site.a.id}.json`]);
  expect(JSON.parse(files["api/posts.json"] ?? "")).toMatchObject({ totalCount: 3 });
  await publisher.close();
  await blog.store.close();
});

const HARMS: readonly Harm[] = ["removed", "overwritten", "emptied"];

test.each(HARMS)("keeps public files if the newest published commit is %s", async (harm) => {
  const site = await publishedBlog();
  damage(site, site.commit, harm);
  const { blog, publisher } = await reopen(site);
  expect(await publisher.follow()).toMatchObject({ written: 0, removed: 0 });
  expect(publisher.live().find("posts", "a")?.json).toBe(site.live["api/posts/a.json"]);
  expect(await folderContent(site.files)).toEqual(site.live);
  await publisher.close();
  await blog.store.close();
});

test("unpublishes nothing because of damage, even without its public files", async () => {
  const site = await publishedBlog();
  damage(site, site.blobs.get("content/posts/a.md"), "overwritten");
  const { blog, publisher: first } = await reopen(site);
  await first.close();
  // A lost cursor makes the next run a full one.
  const publisher = await blogPublisher(blog, { folder: join(site.folder, "elsewhere") });
  await expect(publisher.follow()).rejects.toMatchObject({
    code: "repository_broken",
    message: expect.stringContaining("content/posts/a.md"),
  });
  expect(publisher.live().damage.incomplete).toBe(true);
  expect(publisher.live().find("posts", "b")).toBeDefined();
  await publishAnother(blog);
  await expect(publisher.follow()).rejects.toMatchObject({ code: "repository_broken" });
  expect(Object.keys(await folderContent(publisher.folder))).toEqual([]);
  await publisher.close();
  await blog.store.close();
});

test("reads, lists, and saves other entries next to a damaged one", async () => {
  const site = await publishedBlog();
  damage(site, site.a.blob, "overwritten");
  const { store, save } = await openBlog(site.folder);
  expect(store.problems()).toEqual([
    expect.objectContaining({
      code: "repository_broken",
      path: "content/posts/a.md",
      message: expect.stringContaining(site.a.blob),
    }),
  ]);
  expect(store.entries("posts").map(({ slug }) => slug)).toEqual(["b"]);
  await save("posts", "b", { title: "Changed" }, site.b.id);
  await save("posts", "d", { title: "D" });
  expect(store.entries("posts")).toHaveLength(2);
  await store.close();
});
