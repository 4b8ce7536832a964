import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, noticeLines, post, type TestSite, writeTree } from "./import-into.ts";

async function importTree(
  files: Readonly<Record<string, string>>,
): Promise<{ readonly site: TestSite; readonly notices: readonly string[] }> {
  const site = await createTestSite();
  const report = await site.import(await writeTree(join(site.folder, "old"), files));
  expect(report.failed).toEqual([]);
  return { site, notices: noticeLines(report, () => true) };
}

test("uses a Hugo post's own offset for dates in URLs", async () => {
  const { site, notices } = await importTree({
    "hugo.toml":
      'baseURL = "https://example.org/"\n[permalinks]\n  posts = "/:year/:month/:contentbasename/"\n',
    "content/posts/late.md": post("title: Late\ndate: 2024-02-29T23:30:00-08:00"),
    "content/posts/link.md": post("title: Link\ndate: 2024-02-01", "[x](/2024/02/late/)"),
  });
  expect(await site.read("posts", "link")).toContain("[x](entry:<posts/late>)");
  expect(await site.read("posts", "late")).toContain("createdAt: 2024-03-01T07:30:00.000Z\n");
  expect(notices.filter((line) => line.startsWith("link_unresolved"))).toEqual([]);
});

test("reads times without zone in the site's time zone", async () => {
  const hugo = await importTree({
    "hugo.yaml":
      "baseURL: https://example.org/\ntimeZone: America/Los_Angeles\npermalinks: {posts: '/:year/:month/:slug/'}\n",
    "content/posts/late.md": post("title: Late\ndate: 2024-02-29 23:30:00"),
    "content/posts/link.md": post("title: Link\ndate: 2024-02-01", "[x](/2024/02/late/)"),
  });
  expect(await hugo.site.read("posts", "late")).toContain("createdAt: 2024-03-01T07:30:00.000Z\n");
  expect(await hugo.site.read("posts", "link")).toContain("entry:<posts/late>");

  const jekyll = await importTree({
    "_config.yml": "timezone: Asia/Tokyo\npermalink: /:year/:month/:title/\n",
    "_posts/2024-01-31-late.md": post("title: Late\ndate: 2024-01-31 23:30:00 +0000"),
    "_posts/2024-02-03-link.md": post("title: Link", "[x](/2024/02/late/)"),
    "_posts/2024-02-04-local.md": post("title: Local\ndate: 2024-02-01 08:30"),
  });
  expect(await jekyll.site.read("posts", "link")).toContain("entry:<posts/late>");
  expect(await jekyll.site.read("posts", "local")).toContain("createdAt: 2024-01-31T23:30:00.000Z");
});

test.each([
  ["2024-3-5-short", "short", "2024-03-05"],
  ["24-3-5-old", "old", "2024-03-05"],
  ["2024-12-1-two", "two", "2024-12-01"],
  ["2024-13-1-none", "2024-13-1-none", undefined],
])("a Jekyll post called %s is %s", async (name, slug, day) => {
  const { site } = await importTree({
    "_config.yml": "url: https://example.org\n",
    [`_posts/${name}.md`]: post("title: Short"),
  });
  const file = await site.read("posts", slug);
  expect(file).toContain(`createdAt: ${day ?? "2026-11-21"}T00:00:00.000Z\n`);
});

test("recognizes dates in any notation", async () => {
  const { site, notices } = await importTree({
    "astro.config.mjs": "export default {};\n",
    "src/content/blog/a.md": post("title: A\npubDate: Fri, 05 Apr 2024 10:30:00 GMT"),
    "src/content/notes/b.md": post("title: B\npubDate: 7 Jul 2016 10:30"),
    "src/content/notes/c.md": post('title: C\npubDate: "July 7, 2016"\nheld: 7 July 2016'),
    "src/content/notes/d.md": post("title: D\npublished: Jul 7 2016\nheld: Jul 8 2016"),
    "src/content/talks/e.md": post("title: E\ndate: 2016年7月7日\nupdated: 7 Jul 2016 10:30 EST"),
  });
  expect(await site.read("blog", "a")).toContain("createdAt: 2024-04-05T10:30:00.000Z\n");
  expect(await site.read("notes", "b")).toContain("createdAt: 2016-07-07T10:30:00.000Z\n");
  expect(await site.read("notes", "c")).toContain("createdAt: 2016-07-07T00:00:00.000Z\n");
  expect(await site.read("notes", "c")).toContain("held: 2016-07-07\n");
  expect(await site.read("notes", "d")).toContain("createdAt: 2016-07-07T00:00:00.000Z\n");
  expect(await site.read("talks", "e")).toContain("createdAt: 2016-07-07T00:00:00.000Z\n");
  expect(site.fields("notes")).toContain("held date");
  expect(notices.filter((line) => /date/.test(line))).toEqual([]);
});

test("accepts front matter with dots, anchors, merge keys, and empty mappings", async () => {
  const { site } = await importTree({
    "_config.yml": "url: https://example.org\n",
    "_posts/2024-01-01-a.md": "---\ntitle: A\n...\nBody\n---\nMore\n",
    "_posts/2024-01-02-b.md": post(
      "title: &t B\nlinkTitle: *t\ncascade:\n  version: &vers v3.4\nshown: *vers\nbase: &b {x: 1}\nmore:\n  <<: *b\n  y: 2",
    ),
    "_posts/2024-01-03-c.md": post("title: C\nmenu:\n  main:\nempty: {}\nlist: [{}, '']"),
  });
  expect(await site.read("posts", "a")).toMatch(/\ntitle: A\n---\n\nBody\n---\nMore\n$/);
  const b = await site.read("posts", "b");
  expect(b).toMatch(/linkTitle: B\n/);
  expect(b).toMatch(/shown: v3\.4\n/);
  expect(b).toMatch(/more:\n[^]*x: 1\n/);
  const names = site.fields("posts").map((line) => line.split(" ")[0]);
  expect(names).not.toContain("menu");
  expect(names).not.toContain("empty");
  expect(names).not.toContain("list");
});

test("normalizes Windows line breaks and combining letters", async () => {
  const { site } = await importTree({
    "astro.config.mjs": "export default {};\n",
    "src/content/blog/a.md": '---\r\ntitle: "CRLF"\r\ndate: 2024-01-01\r\n---\r\n\r\nWords.\r\n',
    "src/content/blog/b.md": `---\ntitle: ${"Café".normalize("NFD")}\n---\n${"déjà".normalize("NFD")}\n`,
  });
  expect(await site.read("blog", "a")).toMatch(/\ntitle: CRLF\n---\n\nWords\.\n$/);
  expect(await site.read("blog", "b")).toMatch(/title: Café\n---\n\ndéjà\n$/);
});
