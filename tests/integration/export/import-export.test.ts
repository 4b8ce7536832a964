import { readdir } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { newId } from "@loam/cms-core";
import { openExport } from "@loam/cms-core/export";
import { openRepository } from "@loam/cms-core/git";
import { openMediaIntake } from "@loam/cms-core/media";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { openSiteStore } from "@loam/cms-core/site";
import { expect, test } from "vitest";
import { ACTOR, type Blog, PUBLIC_URL, publish } from "../../support/site/blog-site.ts";
import { exampleBlog, zipOf } from "../../support/transfer/example-export.ts";
import { type Destination, destination, importZip } from "../../support/transfer/import-zip.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Creates the example blog with real media. */
async function realBlog(): Promise<Blog> {
  const { blog, ids } = await exampleBlog();
  for (const id of blog.store.mediaIds()) await blog.store.removeMedia(id, { actor: ACTOR });
  await using intake = await openMediaIntake({ storage: blog.media });
  const upload = {
    content: PIXEL,
    filename: "pixel.png",
    alt: "",
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const record = await intake.ingest(upload);
  await blog.store.addMedia(record, { actor: ACTOR });
  await blog.save("posts", "a", { title: "A", cover: { id: record.id } }, ids.a);
  await publish(blog, ids.a);
  return blog;
}

async function exportAgain({ options }: Destination): Promise<Buffer> {
  const repository = await openRepository(options.gitDir);
  try {
    const media = options.storage;
    const made = await openExport({ repository, media, publicUrl: PUBLIC_URL });
    return await buffer(made.zip());
  } finally {
    await repository.close();
  }
}

test("ZIP-06 an imported export is exported with the same bytes", async () => {
  const blog = await realBlog();
  const zip = await zipOf(blog);
  const to = await destination();

  const report = await importZip(zip, to);

  expect(report).toMatchObject({
    site: { id: blog.siteId },
    entries: 5,
    types: 3,
    published: true,
    media: { records: 1, stored: 1, missing: [], failed: [] },
    notices: [],
  });
  expect((await exportAgain(to)).equals(zip)).toBe(true);
  expect((await readdir(to.folder)).toSorted()).toEqual(["media", "site.zip", "sites.git"]);
});

test("exports a text that expands excessively in an importable form", async () => {
  const blog = await realBlog();
  const { id } = await blog.save("posts", "long", { title: "Long", body: "a".repeat(90_000) });
  await publish(blog, id);
  const to = await destination();

  await importZip(await zipOf(blog), to);

  const files = await zipContent(await exportAgain(to));
  expect(String(files.get("site/content/posts/long.md"))).toContain("a".repeat(90_000));
});

test("assigns another id on both branches if the site's is taken", async () => {
  const blog = await realBlog();
  const zip = await zipOf(blog);
  const to = await destination();
  const siteId = newId("site");

  await importZip(zip, to, { siteId });

  const before = await zipContent(zip);
  const after = await zipContent(await exportAgain(to));
  const differing = [...after].filter(([path, bytes]) => before.get(path)?.equals(bytes) !== true);
  expect(
    differing.map(([path]) => path).filter((path) => !/^(?:schema|published)\//.test(path)),
  ).toEqual(["README.md", "site/site.yml", "repository.bundle", "manifest.json"]);
  expect(String(after.get("published/api/index.json"))).toContain(siteId);
});

test("can import all entries as drafts, or only check", async () => {
  const zip = await zipOf(await realBlog());
  const to = await destination();

  const looked = await importZip(zip, to, { dryRun: true });
  expect([looked.dryRun, looked.entries]).toEqual([true, 5]);
  expect((await readdir(to.folder)).toSorted()).toEqual(["media", "site.zip"]);

  const report = await importZip(zip, to, { drafts: true });
  const store = await openSiteStore(to.options.gitDir);
  expect([report.published, await store.repository.resolveRef(PUBLISHED_REF)]).toEqual([
    false,
    undefined,
  ]);
  await store.close();
});
