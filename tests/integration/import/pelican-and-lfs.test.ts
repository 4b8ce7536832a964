import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, post, writeTree } from "./import-into.ts";

const PELICAN = { "pelicanconf.py": "PATH = 'content'\n" };

test("reads Pelican's headers", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    ...PELICAN,
    "content/blog/rain.md":
      "Title: Rain: a story\nDate: 2010-12-03 10:20\nTAGS: water, soil \nAuthors: Smith, Ann; Bob\nSlug: wet\nSummary: First line\n    second line\n\nThe body.\n\nKey: value\n",
    "content/blog/snow.md": "Title: Snow\nStatus: draft\nTags: water\n\nText\n",
    "content/blog/hail.md": post("title: Hail\ntags: [ice]", "Title: in the body"),
    "content/blog/wind.md": "# Wind\n\nNote: text\n",
    "content/blog/fog.md": "Title: Fog\nNo header\n",
  });
  const report = await site.import(folder);
  expect(report.failed).toEqual([]);
  expect(site.fields("blog")).toEqual(
    expect.arrayContaining(["title text", "tags text[]", "authors text[]"]),
  );
  const rain = await site.read("blog", "wet");
  expect(rain).toContain('title: "Rain: a story"');
  expect(rain).toContain("createdAt: 2010-12-03T10:20:00.000Z");
  expect(rain).toMatch(/authors:\n {2}- Smith, Ann\n {2}- Bob/);
  expect(rain).toContain("First line\n  second line");
  expect(rain).toMatch(/---\n\nThe body\.\n\nKey: value/);
  expect(report.entries.find(({ slug }) => slug === "snow")?.draft).toBe(true);
  expect(await site.read("blog", "hail")).toContain("Title: in the body");
  expect(await site.read("blog", "wind")).toContain("Note: text");
  expect(await site.read("blog", "fog")).toMatch(/title: Fog\n[^]*---\n\nNo header/);
});

test("keeps such lines as text in other projects", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "notes/rain.md": "Title: Rain\n\nText\n",
  });
  await site.import(folder);
  expect(await site.read("notes", "rain")).toMatch(/---\n\nTitle: Rain\n\nText/);
});

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`;

test("reports Git LFS pointers and never imports them", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "site"), {
    "posts/rain.md": POINTER,
    "posts/windows.md": POINTER.replaceAll("\n", "\r\n"),
    "posts/snow.md": post("title: Snow\nfile: notes.txt", "![](a.png) [notes](notes.txt)"),
    "posts/about.md": post("title: About LFS", POINTER),
    "posts/a.png": POINTER,
    "posts/notes.txt": POINTER,
  });
  const report = await site.import(folder);
  expect(report.failed.map(({ path, message }) => [path, message])).toEqual(
    ["posts/a.png", "posts/notes.txt", "posts/rain.md", "posts/windows.md"].map((path) => [
      path,
      expect.stringContaining("Git LFS pointer"),
    ]),
  );
  expect(report.media.total).toBe(0);
  expect(report.entries.map(({ slug }) => slug)).toEqual(["about", "snow"]);
  expect(await site.read("posts", "snow")).toContain("![](a.png) [notes](notes.txt)");
});
