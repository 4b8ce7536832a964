import { join } from "node:path";
import { CmsError, type Entry } from "@loam/cms-core";
import { duplicateSite, type DuplicateOptions, type DuplicateReport } from "@loam/cms-core/export";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { findRichTextLinks } from "@loam/cms-core/render";
import { openSiteStore, type SiteStore } from "@loam/cms-core/store";
import { expect, onTestFinished, test } from "vitest";
import { ACTOR, type Blog, createBlog, publish } from "../../support/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Copy {
  readonly report: DuplicateReport;
  readonly store: SiteStore;
}

async function duplicate(blog: Blog, options: Partial<DuplicateOptions> = {}): Promise<Copy> {
  const gitDir = join(await temporaryFolder("duplicate"), "copy.git");
  const all = { gitDir, name: "Copy", entries: true, media: true, actor: ACTOR, ...options };
  const report = await duplicateSite(blog.store.repository, all);
  const store = await openSiteStore(gitDir);
  onTestFinished(() => store.close());
  return { report, store };
}

/** Posts that point to each other and to media, in fields and texts. */
async function linkedBlog(): Promise<Blog> {
  const blog = await createBlog(await temporaryFolder("duplicate-source"));
  const photo = await blog.addMedia("cover", "A field");
  const ann = await blog.save("people", "ann", { name: "Ann", photo: { id: photo } });
  const a = await blog.save("posts", "a", { title: "A" });
  const b = await blog.save("posts", "b", {
    title: "B",
    cover: { id: photo, alt: "Here" },
    author: { id: ann.id },
    related: [{ id: a.id }, { id: ann.id }],
    body: `See [A](entry:${a.id}#top) and ![a field](media:${photo} "t").\n\n<img src="media:${photo}">`,
  });
  const input = { type: "posts", id: a.id, slug: "a", publishAt: "2030-01-01T00:00:00.000Z" };
  const values = new Map([
    ["title", "A"],
    ["body", `Back to [B](entry:${b.id}).`],
  ]);
  await blog.store.saveEntry({ ...input, values }, { actor: ACTOR });
  await publish(blog, ann.id, b.id);
  return blog;
}

async function entriesOf(store: SiteStore, type: string): Promise<Record<string, unknown>> {
  const entries = await store.readEntries(store.entries(type));
  return Object.fromEntries(entries.map(({ slug, values }) => [slug, Object.fromEntries(values)]));
}

test("copies entries as drafts under new ids, and what points to them", async () => {
  const blog = await linkedBlog();

  const { report, store } = await duplicate(blog);

  const idOf = (type: string, slug: string): string => store.findEntry(type, slug)?.id ?? "";
  const [photo = ""] = store.mediaIds();
  const [a, b, ann] = [idOf("posts", "a"), idOf("posts", "b"), idOf("people", "ann")];
  expect(await entriesOf(store, "posts")).toEqual({
    a: { title: "A", body: `Back to [B](entry:${b}).` },
    b: {
      title: "B",
      cover: { id: photo, alt: "Here" },
      author: { id: ann },
      related: [{ id: a }, { id: ann }],
      body: `See [A](entry:${a}#top) and ![a field](media:${photo} "t").\n\n<img src="media:${photo}">`,
    },
  });
  const old = [
    ...blog.store.mediaIds(),
    ...["posts", "people"].flatMap((type) => blog.store.entries(type)).map(({ id }) => id),
  ];
  expect(old.filter((id) => [photo, a, b, ann].includes(id))).toEqual([]);
  const { publishAt } = await store.readEntry(store.entryById(a) ?? missing());
  expect([publishAt, await store.repository.resolveRef(PUBLISHED_REF)]).toEqual([
    undefined,
    undefined,
  ]);
  const sha256 = (await blog.store.readMedia(blog.store.mediaIds()[0] ?? "")).sha256;
  expect((await store.readMedia(photo)).sha256).toBe(sha256);
  expect(store.problems()).toEqual([]);
  expect(report).toMatchObject({ types: 3, entries: 3, media: 1, droppedLinks: 0, leftOut: [] });
  const b2 = await store.repository.readBlob(store.entryById(b)?.blob ?? "");
  expect(String(b2)).toContain(`${ann} # Ann`);
});

function missing(): never {
  throw new CmsError("not_found", "There is no such entry.");
}

test("has the same types, versions and settings under a new id and name, in one commit", async () => {
  const blog = await linkedBlog();

  const { report, store } = await duplicate(blog, { entries: false, media: false });

  expect(store.site()).toEqual({ ...blog.store.site(), id: report.site.id, name: "Copy" });
  expect(report.site.id).not.toBe(blog.siteId);
  expect(store.types()).toEqual(blog.store.types());
  expect([report.entries, report.media, store.mediaIds()]).toEqual([0, 0, []]);
  const steps = await store.repository.firstParents({
    from: undefined,
    to: store.head(),
    limit: 9,
  });
  expect(steps?.map(({ commit }) => commit)).toEqual([report.commit]);
});

test("without media, values are left out and pictures in texts become their text", async () => {
  const { report, store } = await duplicate(await linkedBlog(), { media: false });

  const posts = await entriesOf(store, "posts");
  expect(posts["b"]).toEqual({
    title: "B",
    author: expect.anything(),
    related: [expect.anything(), expect.anything()],
    body: expect.stringMatching(/and a field\.\n\n<img src="media:/),
  });
  expect(await entriesOf(store, "people")).toEqual({ ann: { name: "Ann" } });
  expect(report.droppedLinks).toBe(4);
});

function bodyOf({ values }: Entry): string {
  const body = values.get("body");
  return typeof body === "string" ? body : "";
}

test("never writes over a site, and leaves out what cannot be read", async () => {
  const blog = await linkedBlog();
  const ref = blog.store.findEntry("posts", "a") ?? missing();
  const broken = new Map([[ref.path, Buffer.from("---\nid: x\n---\n")]]);
  await blog.store.repository.commit("refs/heads/main", {
    files: broken,
    author: ACTOR,
    message: "Push",
  });

  const { report, store } = await duplicate(blog);

  expect([report.entries, report.leftOut.map(({ path }) => path)]).toEqual([2, [ref.path]]);
  const b = await store.readEntry(store.findEntry("posts", "b") ?? missing());
  const links = findRichTextLinks(bodyOf(b));
  expect(links.map(({ kind }) => kind)).toEqual(["media", "media"]);
  const again = { gitDir: store.repository.gitDir, name: "Again", entries: false, media: false };
  await expect(
    duplicateSite(blog.store.repository, { ...again, actor: ACTOR }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
});
