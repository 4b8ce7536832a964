import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

const page = (title: string): string => post(`title: ${title}`);

test("a page whose address will be another is named with both", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "hugo.toml": "title = 'x'\n",
    "content/docs/a.md": page("A"),
    "content/docs/deep/b.md": page("B"),
    "content/docs/c.md": page("C"),
  });

  const report = await site.import(folder);

  const moved = report.notices.find(({ kind }) => kind === "address_changed");
  expect(moved?.places).toEqual([
    { path: "content/docs/deep/b.md", about: "/docs/deep/b/ → /docs/b/" },
  ]);
});

test("a route with {path} keeps the folders of files in slugs, and their addresses", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "astro.config.mjs": "export default {};\n",
    "src/content/docs/start.md": page("Start") + "See [setup](./guides/setup.md).\n",
    "src/content/docs/guides/index.md": page("Guides"),
    "src/content/docs/guides/setup.md": page("Setup"),
    "src/content/docs/Guides/API v2/Setup.md": page("Setup of v2"),
    "src/pages/docs/[...slug].astro": "",
  });
  const flat = await site.import(folder, { dryRun: true });
  expect(flat.notices.find(({ kind }) => kind === "address_changed")?.message).toContain(
    "import with the route docs=/docs/{path}/, which keeps folders",
  );

  const report = await site.import(folder, { routes: { docs: "/docs/{path}/" } });

  expect(site.store.entries("docs").map(({ slug }) => slug)).toEqual([
    "guides",
    "guides~api-v2~setup",
    "guides~setup",
    "start",
  ]);
  expect(report.notices.filter(({ kind }) => kind === "address_changed")).toEqual([]);
  expect((await site.import(folder)).commit).toBeUndefined();
});

test("the address of an index, of a version and of a translation is told as the site has it", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "astro.config.mjs": 'import starlight from "@astrojs/starlight";\n',
    "src/content/docs/index.md": page("Home"),
    "src/content/docs/notes/v4.2.md": page("Notes"),
    "src/content/docs/start.md": page("Start"),
    "src/content/docs/de/index.md": page("Start"),
  });

  const report = await site.import(folder);

  const moved = report.notices.filter(({ kind }) => kind === "address_changed");
  expect(moved.flatMap(({ places }) => places.map(({ about }) => about))).toEqual([
    "/de/ → /de-home/",
    "/ → /home/",
    "/notes/v42/ → /v4.2/",
  ]);
});

test("routes that were asked for win, those of the site stay", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "hugo.toml": "title = 'x'\n",
    "content/docs/a.md": page("A"),
    "content/news/b.md": page("B"),
  });
  await site.import(folder, { routes: { docs: "/handbook/{slug}" } });
  expect(site.store.site().routes).toEqual({ docs: "/handbook/{slug}", news: "/news/{slug}/" });

  const again = await site.import(folder);

  expect(again.commit).toBeUndefined();
  expect(again.routes.map(({ apiId, route, from }) => `${apiId} ${route} ${from}`)).toEqual([
    "docs /handbook/{slug} site",
    "news /news/{slug}/ site",
  ]);
});
