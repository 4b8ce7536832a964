import { join } from "node:path";
import { CmsError, type Entry, type Field, type Row, type SingleValue } from "@loam/cms-core";
import { duplicateSite, type DuplicateOptions, type DuplicateReport } from "@loam/cms-core/export";
import { PUBLISHED_REF, publishEntries } from "@loam/cms-core/publish";
import { findRichTextLinks } from "@loam/cms-core/render";
import { openSiteStore, type SiteStore } from "@loam/cms-core/site";
import { expect, onTestFinished, test } from "vitest";
import { ACTOR, type Blog, createBlog, publish } from "../../support/site/blog-site.ts";
import { changeSchema, withField } from "../../support/site/change-schema.ts";
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

/** Creates posts that reference each other and media, in fields and texts. */
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

test("copies an entry's own URL path", async () => {
  const blog = await linkedBlog();
  const a = blog.store.findEntry("posts", "a")?.id ?? "";
  const routes = { posts: "/blog/{slug}", [a]: "/Far/away.html" };
  await blog.store.changeSettings({ routes, actor: ACTOR });

  const { store } = await duplicate(blog);
  const copy = store.findEntry("posts", "a")?.id ?? "";
  expect(store.site().routes).toEqual({ posts: "/blog/{slug}", [copy]: "/Far/away.html" });

  const { store: empty } = await duplicate(blog, { entries: false });
  expect(empty.site().routes).toEqual({ posts: "/blog/{slug}" });
});

test("ZIP-11 copies entries as drafts with new ids and references", async () => {
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

test("has the same types, versions, and settings with a new id and name in one commit", async () => {
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

test("omits media values and replaces images in text by their alt text", async () => {
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

const ROW = { required: false, multiple: false } as const;

/** Rows that reference entries and media, as single values and lists, and texts with links. */
const ROWS: Field = {
  ...ROW,
  id: "parts",
  apiId: "parts",
  label: "Parts",
  type: "repeat",
  fields: [
    { ...ROW, id: "label", apiId: "label", label: "Label", type: "text" },
    { ...ROW, id: "who", apiId: "who", label: "Who", type: "reference", to: ["people", "posts"] },
    {
      ...ROW,
      id: "see",
      apiId: "see",
      label: "See",
      type: "reference",
      to: ["posts"],
      multiple: true,
    },
    { ...ROW, id: "image", apiId: "image", label: "Image", type: "media", accept: "image" },
    {
      ...ROW,
      id: "images",
      apiId: "images",
      label: "Images",
      type: "media",
      accept: "image",
      multiple: true,
    },
    { ...ROW, id: "text", apiId: "text", label: "Text", type: "richtext" },
  ],
};

async function rowsBlog(): Promise<{ readonly blog: Blog; readonly removed: string }> {
  const blog = await linkedBlog();
  await changeSchema(blog, "posts", withField(ROWS));
  const [photo = ""] = blog.store.mediaIds();
  const idOf = (type: string, slug: string): string => blog.store.findEntry(type, slug)?.id ?? "";
  const [a, ann] = [idOf("posts", "a"), idOf("people", "ann")];
  const { id: removed } = await blog.save("posts", "removed", { title: "Removed" });
  const { id: rows } = await blog.save("posts", "rows", { title: "Rows" });
  const full = {
    label: "one",
    who: { id: ann },
    see: [{ id: a }, { id: removed }, { id: rows }],
    image: { id: photo, alt: "In a row" },
    images: [{ id: photo }, { id: photo, alt: "Again" }],
    text: `[A](entry:${a}), [gone](entry:${removed}) and ![it](media:${photo})`,
  };
  const parts = [
    { id: "r1", values: new Map<string, SingleValue | SingleValue[]>(Object.entries(full)) },
    { id: "r2", values: new Map([["who", { id: removed }]]) },
    { id: "r3", values: new Map([["label", "three"]]) },
  ];
  await blog.save("posts", "rows", { title: "Rows", parts }, rows);
  await blog.store.deleteEntry(removed, { actor: ACTOR });
  return { blog, removed };
}

async function rowsOf(store: SiteStore): Promise<unknown> {
  const entry = await store.readEntry(store.findEntry("posts", "rows") ?? missing());
  const parts: readonly unknown[] = [entry.values.get("parts")].flat();
  return parts.filter(isRow).map(({ id, values }) => Object.fromEntries([["id", id], ...values]));
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "values" in value;
}

test("copies references in rows and removes dangling ones", async () => {
  const { blog } = await rowsBlog();

  const { report, store } = await duplicate(blog);

  const idOf = (type: string, slug: string): string => store.findEntry(type, slug)?.id ?? "";
  const [photo = ""] = store.mediaIds();
  const [a, ann, rows] = [idOf("posts", "a"), idOf("people", "ann"), idOf("posts", "rows")];
  expect(await rowsOf(store)).toEqual([
    {
      id: "r1",
      label: "one",
      who: { id: ann },
      see: [{ id: a }, { id: rows }],
      image: { id: photo, alt: "In a row" },
      images: [{ id: photo }, { id: photo, alt: "Again" }],
      text: `[A](entry:${a}), gone and ![it](media:${photo})`,
    },
    { id: "r2" },
    { id: "r3", label: "three" },
  ]);
  expect(report.droppedLinks).toBe(3);
  expect(store.problems()).toEqual([]);
  // The copy can be published: it has no dangling references.
  const entries = [a, ann, rows].map((id) => ({ id }));
  await publishEntries(store, { entries, actor: ACTOR });
});

test("keeps everything else in rows without media", async () => {
  const { blog } = await rowsBlog();

  const { store } = await duplicate(blog, { media: false });

  const [first] = [await rowsOf(store)].flat();
  expect(first).toEqual({
    id: "r1",
    label: "one",
    who: expect.anything(),
    see: [expect.anything(), expect.anything()],
    text: expect.stringMatching(/^\[A\]\(entry:e\w+\), gone and it$/),
  });
});

test("never overwrites a site and skips unreadable files", async () => {
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
