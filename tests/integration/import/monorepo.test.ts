import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

/** Files next to the site in a project's folder. */
const AROUND = {
  "package.json": "{}",
  "README.md": "# Read me\n",
  "packages/tool/README.md": "# Tool\n",
  "packages/tool/CHANGELOG.md": "# Changes\n",
  "packages/tool/tests/fixtures/site/astro.config.mjs": "",
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [
      `packages/tool/tests/fixtures/site/src/content/blog/${index}.md`,
      post("title: Fixture"),
    ]),
  ),
  "examples/basics/astro.config.mjs": "",
  "examples/basics/src/content/blog/one.md": post("title: Example"),
};

test.each([
  ["docs", "astro.config.mjs", "src/content/blog", "blog"],
  ["apps/site", "next.config.js", "pages/blog", "blog"],
  ["website", "hugo.toml", "content/blog", "blog"],
])("finds the site in %s from the root of a monorepo", async (site, mark, content, type) => {
  const target = await createTestSite();
  const folder = await writeTree(join(target.folder, "monorepo"), {
    ...AROUND,
    [`${site}/${mark}`]: "",
    [`${site}/README.md`]: "# Read me\n",
    [`${site}/${content}/2024/one.md`]: post("title: One", "![x](/one.png) ![y](~up/logo.png)"),
    [`${site}/${content}/two.md`]: post("title: Two", "[one](2024/one.md)"),
    [`${site}/public/one.png`]: PIXEL,
    [`${site}/static/one.png`]: PIXEL,
  });

  const report = await target.import(folder);
  const direct = await (await createTestSite()).import(join(folder, site));

  expect(report.folder).toBe(join(folder, site));
  expect(report.entries.map(({ type: of, slug }) => `${of}/${slug}`).toSorted()).toEqual([
    `${type}/2024~one`,
    `${type}/two`,
  ]);
  expect(report.media.total).toBe(1);
  expect(report.entries).toEqual(direct.entries);
  const outside = report.skipped.find(({ reason }) => reason === "outside")?.places ?? [];
  const up = "../".repeat(site.split("/").length);
  expect(outside).toContainEqual({ path: `${up}packages/`, count: 12 });
  expect(outside).toContainEqual({ path: `${up}README.md`, count: 1 });
});

test("finds an image outside of the site in the same repository", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "monorepo"), {
    ...AROUND,
    "docs/hugo.toml": "",
    "docs/content/posts/a.md": post("title: A", "![x](../../../assets/logo.png)"),
    "assets/logo.png": PIXEL,
  });

  const report = await site.import(folder);

  expect(report.media).toEqual({ total: 1, added: 1 });
});

test("imports documents of a project without its notes and fixtures", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "library"), {
    ...AROUND,
    "docs/setup.md": post("title: Setup", "[examples](examples/) [one](examples/one.md)"),
    "docs/internals/cache.md": post("title: Cache"),
    "docs/examples/README.md": post("title: Examples"),
    "docs/examples/one.md": post("title: One"),
  });

  const report = await site.import(folder);

  expect(report.entries.map(({ type, slug }) => `${type}/${slug}`)).toEqual([
    "docs/examples",
    "docs/one",
    "docs/cache",
    "docs/setup",
  ]);
  expect(report.links).toEqual({ internal: 2, resolved: 2 });
});

test("imports a vault with a nested project completely", async () => {
  const site = await createTestSite();
  const notes = Array.from({ length: 5 }, (_, index) => [`Notes/${index}.md`, "text"]);
  const folder = await writeTree(join(site.folder, "vault"), {
    ...Object.fromEntries(notes),
    "Projects/blog/_config.yml": "",
    "Projects/blog/_posts/2024-01-01-a.md": post("title: A"),
  });

  expect((await site.import(folder)).entries).toHaveLength(6);
});

test("gives translations their language's slugs and language", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "hugo.toml": "",
    "content/docs/a.md": post("title: A"),
    "content/docs/a.fr.md": post("title: A"),
    "content/docs/it/setup.md": post("title: Computers"),
  });

  const report = await site.import(folder);

  expect(report.entries.map(({ slug }) => slug).toSorted()).toEqual([
    "docs~a",
    "docs~it~setup",
    "fr~docs~a",
  ]);
  expect(await site.read("docs", "fr~docs~a")).toContain("language: fr\n");
  expect(await site.read("docs", "docs~it~setup")).not.toContain("language");
});

test("recognizes language folders by name", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "hugo.toml": "",
    "content/english/blog/a.md": post("title: A"),
    "content/english/blog/b.md": post("title: B"),
    "content/french/blog/a.md": post("title: A"),
  });

  const report = await site.import(folder);

  expect(report.entries.map(({ type, slug }) => `${type}/${slug}`)).toEqual([
    "blog/blog~a",
    "blog/blog~b",
    "blog/french~blog~a",
  ]);
});

test("imports a section index as an entry, or as a page if alone", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "next.config.js": "",
    "pages/about/index.mdx": post("title: About"),
    "pages/about/team.mdx": post("title: Team"),
    "pages/contact/index.mdx": post("title: Contact"),
  });

  const report = await site.import(folder);

  expect(report.entries.map(({ type, slug }) => `${type}/${slug}`)).toEqual([
    "about/about",
    "about/team",
    "pages/contact",
  ]);
});

test("titles a file by its heading, a similar key, or its name", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "posts/a.md": post("newstitle: News of A", "Text"),
    "posts/b.md": post("headerTitle: Site", "# Heading of B"),
    "posts/c-name.md": post("navTitle: One\npageTitle: Two", "Text"),
  });

  await site.import(folder);

  expect(await site.read("posts", "a")).toContain("title: News of A\n");
  expect(await site.read("posts", "b")).toContain("title: Heading of B\n");
  expect(await site.read("posts", "c-name")).toContain("title: C name\n");
});

test("distinguishes equal names by folder and keeps existing slugs", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "docs/b/intro.md": post("title: B"),
    "docs/b/setup.md": post("title: Setup"),
  });
  await site.import(folder);
  await writeTree(folder, {
    "docs/a/intro.md": post("title: A"),
    "docs/a/deep/more.md": post("title: More"),
    "docs/c/deep/more.md": post("title: More"),
  });

  const report = await site.import(folder);

  expect(report.entries.map(({ slug, change }) => `${slug} ${change}`)).toEqual([
    "a-deep-more created",
    "a-intro created",
    "intro unchanged",
    "setup unchanged",
    "c-deep-more created",
  ]);
});

test("imports plain folders as collections or topics", async () => {
  const folders = Array.from({ length: 21 }, (_, number) => `topic-${number}`);
  const files = folders.map((name) => [`til/${name}/one.md`, post(`title: ${name}`)] as const);
  const few = await createTestSite();
  const some = await writeTree(few.folder, Object.fromEntries(files.slice(0, 20)));
  expect((await few.import(join(some, "til"))).collections).toHaveLength(20);

  const many = await createTestSite();
  const start = { "til/start.md": post("title: Start") };
  const all = await writeTree(many.folder, { ...Object.fromEntries(files), ...start });
  const { collections } = await many.import(join(all, "til"));
  expect(collections.map(({ apiId, entries }) => [apiId, entries])).toEqual([["til", 22]]);
  expect(many.fields("til")).toEqual(["title text", "folder text", "body richtext"]);
  expect(await many.read("til", "topic-7-one")).toContain("folder: topic-7");
  expect(await many.read("til", "start")).not.toContain("folder");
});
