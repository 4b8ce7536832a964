import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseImportMap } from "@loam/cms-core/import";
import { expect, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64",
);

test("imports documents in any folder of a content-only project", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "en"), {
    "_index.md": post("title: Home"),
    "templates/lookup.md": post("title: Lookup"),
    "tests/scripts.md": post("title: Scripts"),
  });

  const report = await site.import(folder);

  expect(report.entries.map(({ path }) => path).toSorted()).toEqual([
    "_index.md",
    "templates/lookup.md",
    "tests/scripts.md",
  ]);
  expect(report.skipped).toEqual([]);
});

test("reports Markdoc files as another markup", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "astro.config.mjs": "export default {};\n",
    "src/content/posts/a.md": post("title: A"),
    "src/content/posts/b.mdoc": post("title: B"),
  });

  const { skipped } = await site.import(folder);

  expect(skipped.find(({ reason }) => reason === "markup")?.places).toEqual([
    { path: "src/content/posts/b.mdoc", count: 1 },
  ]);
});

test("counts and lists every skipped file once with its reason", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "blog"), {
    "hugo.toml": "title = 'x'\n",
    "README.md": "# Read me\n",
    "content/posts/a.md": post("title: A", "![x](used.png)"),
    "content/posts/used.png": PIXEL,
    "content/posts/page.html": "<p>Page</p>",
    "content/trash/b.md": post("title: B"),
    "content/trash/c.md": post("title: C"),
    "content/posts/bad.md": "---\ntitle: [\n---\n",
    "static/one.png": PIXEL,
    "static/deep/two.bin": "2",
    "static/deep/three.bin": "3",
    "notes/todo.md": post("title: To do"),
    "node_modules/x/readme.md": "x",
    ".github/workflows/ci.md": "x",
  });
  await symlink("/etc/hostname", join(folder, "content/posts/host.md"));
  const map = parseImportMap("collections: { trash: skip }", "map.yml");

  const { skipped, entries, failed } = await site.import(folder, { map });

  expect(entries.map(({ path }) => path)).toEqual(["content/posts/a.md"]);
  expect(failed.map(({ path }) => path)).toEqual(["content/posts/bad.md"]);
  expect(
    skipped.map(({ reason, count, places }) => {
      const named = places.map((place) => `${place.path} ${place.count}`);
      return `${reason} ${count}: ${named.join(", ")}`;
    }),
  ).toEqual([
    "unused 4: hugo.toml 1, static/ 3",
    "map 2: content/trash/ 2",
    "hidden 1: .github/ 1",
    "symlink 1: content/posts/host.md 1",
    "packages 1: node_modules/ 1",
    "project 1: README.md 1",
    "markup 1: content/posts/page.html 1",
    "outside 1: notes/ 1",
  ]);
});

test("lists each message once with all places", async () => {
  const site = await createTestSite();
  const drawings = Array.from({ length: 30 }, (_, index) => `d${index}.svg`);
  const folder = await writeTree(join(site.folder, "blog"), {
    "posts/a.md": post(
      "title: A\ndate: 2024-01-01",
      drawings.map((name) => `![x](${name}) [y](gone.md)`).join("\n"),
    ),
    ...Object.fromEntries(
      drawings.map((name) => [
        `posts/${name}`,
        `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${name} --></svg>`,
      ]),
    ),
  });

  const report = await site.import(folder);

  expect(report.notices.map(({ kind, places }) => `${kind} ${places.length}`)).toEqual([
    "media_refused 30",
    "link_unresolved 30",
  ]);
  expect(report.notices[1]?.places[0]).toEqual({ path: "posts/a.md", line: 5, about: "gone.md" });
  expect(report.skipped).toEqual([]);
});

test("reports everything skipped next to a site's own files", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "hand"), {
    "site.yml": "loam: 1\nname: By hand\n",
    "types/posts/type.yml":
      "apiId: posts\nkind: list\nlabel: Posts\nfields:\n  - { id: title, apiId: title, label: Title, type: text }\n",
    "content/posts/a.yml": "title: A\n",
    "notes/one.md": "x",
    "notes/two.md": "y",
  });
  await writeFile(join(folder, "todo.txt"), "x");

  const report = await site.import(folder);

  expect(report.skipped).toEqual([
    expect.objectContaining({
      reason: "no_site_file",
      count: 3,
      places: [
        { path: "notes/", count: 2 },
        { path: "todo.txt", count: 1 },
      ],
    }),
  ]);
});
