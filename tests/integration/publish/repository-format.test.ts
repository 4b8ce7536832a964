import { ledgerPath } from "@loam/cms-core/content";
import type { FileEdit } from "@loam/cms-core/git";
import { loadLiveSite, PUBLISHED_REF } from "@loam/cms-core/publish";
import { expect, test } from "vitest";
import { type BlogPublisher, blogPublisher } from "../../support/site/blog-publisher.ts";
import {
  ACTOR,
  type Blog,
  createBlog,
  openBlog,
  publish,
  publishedPaths,
  PUBLIC_URL,
} from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface PublishedBlog {
  readonly blog: Blog;
  readonly post: string;
  readonly publisher: BlogPublisher;
  readonly files: Readonly<Record<string, string>>;
}

/** Creates a blog with a live image, person, and post. */
async function publishedBlog(): Promise<PublishedBlog> {
  const blog = await createBlog(await temporaryFolder("format"));
  const photo = await blog.addMedia("p0", "A picture");
  const { id: ann } = await blog.save("people", "ann", { name: "Ann", photo: { id: photo } });
  const { id: post } = await blog.save("posts", "one", { title: "One", author: { id: ann } });
  await publish(blog, ann, post);
  const publisher = await blogPublisher(blog);
  await publisher.follow();
  return { blog, post, publisher, files: await storedContent(publisher.storage) };
}

/** Writes what another version of Loam would write on `published`. */
async function rewrite({ store }: Blog, files: ReadonlyMap<string, FileEdit>): Promise<void> {
  await store.repository.commit(PUBLISHED_REF, {
    files,
    author: ACTOR,
    when: new Date(),
    message: "Write by another version",
    trailers: {},
  });
}

/** Moves files on `published`. */
async function move(blog: Blog, place: (path: string) => string): Promise<void> {
  const commit = (await blog.store.repository.resolveRef(PUBLISHED_REF)) ?? "";
  const files = new Map<string, FileEdit>();
  for (const { path, oid } of await blog.store.repository.listFiles(commit)) {
    if (place(path) === path) continue;
    files.set(path, null);
    files.set(place(path), { oid });
  }
  await rewrite(blog, files);
}

const UNKNOWN = { code: "repository_format_unknown" };
const bytes = (text: string): Uint8Array => Buffer.from(text);
const ENTRY = "eaaaaaaaaaaaaaaaaaxy";

test("contains its format from the first publish on, unchanged by later ones", async () => {
  const { blog, post } = await publishedBlog();
  expect(await publishedPaths(blog)).toContain("ledger/format.yml");
  await blog.save("posts", "one", { title: "Two" }, post);
  const { commit } = await publish(blog, post);
  const file = await blog.store.repository.readPath(commit ?? "", "ledger/format.yml");
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe("format: 2\n");
});

test.for([
  ["a newer format", "format: 7\n", /format 7.*up to 2.*Use the version/],
  ["a format that cannot be read", "layout: x\n", /does not contain the repository format/],
] as const)(
  "%s is refused by store, publisher, and reader, and files stay",
  async ([, text, message]) => {
    const { blog, post, publisher, files } = await publishedBlog();
    await rewrite(blog, new Map([["ledger/format.yml", bytes(text)]]));
    const refused = { ...UNKNOWN, message: expect.stringMatching(message) };
    await expect(openBlog(blog.folder)).rejects.toMatchObject(refused);
    await expect(publisher.follow()).rejects.toMatchObject(UNKNOWN);
    const fresh = { publicUrl: PUBLIC_URL };
    await expect(loadLiveSite(blog.store.repository, fresh)).rejects.toMatchObject(UNKNOWN);
    expect(await storedContent(publisher.storage)).toEqual(files);
    expect(post).not.toBe("");
  },
);

test("refuses a site.yml of a newer format, even before publishing", async () => {
  const blog = await createBlog(await temporaryFolder("format"));
  const { repository } = blog.store;
  const head = (await repository.resolveRef("refs/heads/main")) ?? "";
  const file = await repository.readPath(head, "site.yml");
  const newer = Buffer.from(file?.bytes ?? [])
    .toString()
    .replace("loam: 1", "loam: 4");
  const change = { author: ACTOR, when: new Date(), message: "Newer", trailers: {} };
  const files = new Map([["site.yml", bytes(newer)]]);
  await repository.commit("refs/heads/main", { ...change, files });
  const message = expect.stringMatching(/format 4.*up to 1/);
  await expect(openBlog(blog.folder)).rejects.toMatchObject({ ...UNKNOWN, message });
});

test.for([
  "ledger/index.bin",
  `ledger/posts/xy/deep/${ENTRY}.yml`,
  `ledger/posts/xy/${ENTRY}.json`,
  `ledger/posts/zz/${ENTRY}.yml`,
  "ledger/posts/post.yml",
  "media/pack-1.bin",
  "media/ab/logo.yml",
  "types/posts/versions/1.yml",
])("refuses %s on published instead of ignoring it", async (path) => {
  const { blog, publisher, files } = await publishedBlog();
  await rewrite(blog, new Map([[path, bytes("x: 1\n")]]));
  const refused = { ...UNKNOWN, message: expect.stringContaining(path) };
  await expect(publisher.follow()).rejects.toMatchObject(refused);
  const other = await blogPublisher(blog, { folder: `${blog.folder}/node` });
  await expect(other.follow()).rejects.toMatchObject(refused);
  expect(await storedContent(publisher.storage)).toEqual(files);
});

test.for([
  ["below another folder", (path: string) => path.replace(/^ledger\//, ".loam/ledger/")],
  ["with other names", (path: string) => path.replace(/^(ledger\/.*)\.yml$/, "$1.yaml")],
  ["by year", (path: string) => path.replace(/^ledger\/(\w+)\/../, "ledger/$1/2026")],
] as const)("doesn't treat a ledger at %s as empty", async ([, place]) => {
  const { blog, publisher, files } = await publishedBlog();
  await move(blog, place);
  await expect(publisher.follow()).rejects.toMatchObject(UNKNOWN);
  const other = await blogPublisher(blog, { folder: `${blog.folder}/node` });
  await expect(other.follow()).rejects.toMatchObject(UNKNOWN);
  expect(await storedContent(publisher.storage)).toEqual(files);
});

const withoutFolders = (path: string): string =>
  path.replace(/^(ledger\/\w+|media)\/..\/(\w+\.yml)$/, "$1/$2");

/** Removes the index, which contains the commit it was generated from. */
function withoutIndex(files: Readonly<Record<string, string>>): unknown {
  return Object.entries(files).filter(([path]) => path !== "api/index.json");
}

test("reads old records without folders and moves them with the first publish", async () => {
  const { blog, post, publisher, files } = await publishedBlog();
  await move(blog, withoutFolders);
  await rewrite(blog, new Map([["ledger/format.yml", null]]));
  await blog.store.close();

  const older = await openBlog(blog.folder);
  const there = await blogPublisher(older, { folder: `${blog.folder}/there` });
  await there.follow();
  expect(withoutIndex(await storedContent(there.storage))).toEqual(withoutIndex(files));

  const { id: next } = await older.save("posts", "next", { title: "Next" });
  await publish(older, next);
  expect(await publishedPaths(older)).toContain(ledgerPath("posts", post));
  expect(
    (await publishedPaths(older)).filter(
      (path) => withoutFolders(path) === path && /^(ledger\/\w+\/|media)/.test(path),
    ),
  ).toEqual([]);
  await there.follow();
  const now = await storedContent(there.storage);
  expect(Object.keys(now)).toEqual(expect.arrayContaining(Object.keys(files)));
  expect(JSON.parse(now["api/posts.json"] ?? "")).toMatchObject({ totalCount: 2 });
  expect(publisher.folder).not.toBe(there.folder);
});
