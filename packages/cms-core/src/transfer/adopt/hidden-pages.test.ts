import { expect, test } from "vitest";
import { newId } from "../../base/ids.ts";
import { change, git, MAIN, newRepository } from "../../git/repository/repository.fixture.ts";
import { withdrawnAmong } from "../../publish/index.ts";
import { loadLiveSite } from "../../publish/live/load-live-site.ts";
import { openSiteStoreOn, type SiteStore } from "../../site/index.ts";
import { ann } from "../../site/site-store.fixture.ts";
import { adoptRepository } from "./adopt-repository.ts";
import type { AdoptReport } from "./plan-adoption.ts";

const NOW = new Date("2026-03-04T05:06:07Z");

interface Adopted {
  readonly report: AdoptReport;
  readonly store: SiteStore;
  /** Paths of entries that publishing everything leaves out, permanently or until a date. */
  readonly off: readonly string[];
  readonly later: readonly string[];
}

async function adopt(files: Readonly<Record<string, string>>): Promise<Adopted> {
  const repository = await newRepository();
  await repository.commit(MAIN, change(files));
  const siteId = newId("site");
  const site = { id: siteId, name: "Site" };
  const report = await adoptRepository(repository, { site, source: "s", ...ann, now: () => NOW });
  const store = await openSiteStoreOn(repository, { siteId });
  expect(store.problems()).toEqual([]);
  const refs = store.types().flatMap(({ type }) => store.entries(type.apiId));
  const withdrawn = await withdrawnAmong(
    store,
    refs.map(({ id }) => id),
  );
  // The recorded state is a complete site, even if it is empty.
  const live = await loadLiveSite(repository, { publicUrl: "https://example.org" });
  expect(refs.filter(({ id }) => live.entry(id) !== undefined)).toEqual([]);
  const entries = await store.readEntries(refs);
  const later = new Set(
    entries.filter(({ publishAt }) => publishAt !== undefined).map(({ id }) => id),
  );
  const paths = (isWanted: (id: string) => boolean): readonly string[] =>
    refs
      .filter(({ id }) => isWanted(id))
      .map(({ path }) => path)
      .toSorted();
  const all = { off: paths((id) => withdrawn.has(id)), later: paths((id) => later.has(id)) };
  expect(report.held.map(({ path }) => path).toSorted()).toEqual(
    [...all.off, ...all.later].toSorted(),
  );
  return { report, store, ...all };
}

function page(front: string): string {
  return `---\n${front}\n---\nText\n`;
}

test("keeps pages unpublished that the source hides, with the reason", async () => {
  const { report, off, later } = await adopt({
    "hugo.toml":
      'baseURL = "https://example.org/"\n[[cascade]]\ndraft = true\n[cascade.target]\npath = "/posts/old/**"\n',
    "content/posts/a.md": page("title: A\ndate: 2024-01-01"),
    "content/posts/b.md": page("title: B\nDRAFT: true"),
    "content/posts/c.md": page("title: C\ndate: 2024-01-01\npublishdate: 2031-01-01"),
    "content/posts/d.md": page("title: D\ndate: 2024-01-01\nexpirydate: 2024-02-01"),
    "content/posts/e.md": page("title: E\nheadless: true"),
    "content/posts/old/f.md": page("title: F"),
    "content/notes/_index.md": page("title: Notes\ncascade: {build: {render: never}}"),
    "content/notes/g.md": page("title: G"),
  });
  expect(later).toEqual(["content/posts/c.md"]);
  expect(off).toEqual([
    "content/notes/g.md",
    "content/posts/b.md",
    "content/posts/d.md",
    "content/posts/e.md",
    "content/posts/old/f.md",
  ]);
  expect(Object.fromEntries(report.held.map(({ path, why }) => [path.slice(8), why]))).toEqual({
    "notes/g.md": "build.render: never",
    "posts/b.md": "DRAFT: true",
    "posts/c.md": "from 2031-01-01T00:00:00.000Z",
    "posts/d.md": "until 2024-02-01T00:00:00.000Z",
    "posts/e.md": "headless: true",
    "posts/old/f.md": "draft: true",
  });
  const times = report.held.flatMap(({ path, from, until }) =>
    from === undefined && until === undefined ? [] : [{ path, from, until }],
  );
  expect(times).toEqual([
    { path: "content/posts/c.md", from: "2031-01-01T00:00:00.000Z" },
    { path: "content/posts/d.md", until: "2024-02-01T00:00:00.000Z" },
  ]);
});

test("follows the rules of each generator and reports code", async () => {
  const jekyll = await adopt({
    "_config.yml":
      "collections: {notes: {output: true}}\ndefaults:\n  - scope: {path: '', type: notes}\n    values: {published: false}\n",
    "_posts/2024-3-5-a.md": page("title: A"),
    "_posts/2024-01-02-b.md": page("title: B\npublished: false"),
    "_notes/c.md": page("title: C"),
  });
  expect(jekyll.off).toEqual(["_notes/c.md", "_posts/2024-01-02-b.md"]);
  const posts = await jekyll.store.readEntries(jekyll.store.entries("posts"));
  expect(posts.map(({ createdAt }) => createdAt.slice(0, 10))).toEqual([
    "2024-01-02",
    "2024-03-05",
  ]);

  const eleventy = await adopt({
    "eleventy.config.js": "export default {};\n",
    "posts/posts.json": '{"draft": true}\n',
    "posts/a.md": page("title: A"),
    "posts/b.md": page("title: B\ndraft: false"),
    "notes/notes.11tydata.js": "export default {};\n",
    "notes/c.md": page("title: C\npermalink: false"),
  });
  expect(eleventy.off).toEqual(["notes/c.md", "posts/a.md"]);
  expect(eleventy.report.notes.map(({ path }) => path)).toEqual(["notes/notes.11tydata.js"]);

  const vault = await adopt({
    ".obsidian/app.json": "{}\n",
    "Notes/a.md": page("title: A\npublish: false"),
    "Notes/b.md": "---\ntitle: B\n---\nHello %%not for readers%% `%%code%%`\n",
    "Notes/c.md": "---\ntitle: C\n---\n`%%code%%`\n",
  });
  expect(vault.off).toEqual(["Notes/a.md"]);
  expect(vault.report.notes.map(({ path }) => path)).toEqual(["Notes/b.md"]);
});

test("unifies keys that differ in case if the generator does", async () => {
  const { report, store } = await adopt({
    "hugo.toml": 'baseURL = "https://example.org/"\n',
    "content/posts/a.md": page("title: A\ndate: 2024-01-01"),
    "content/posts/b.md": page('"Title": B # kept\r\nDate : 2024-01-01').replaceAll("\n", "\r\n"),
    "content/posts/c.md": page("title: C\nTitle: Other"),
  });
  const titles = await store.readEntries(store.entries("posts"));
  expect(titles.map(({ values }) => values.get("title"))).toEqual(["A", "B", "C"]);
  const b = git(store.repository.gitDir, "show", `${MAIN}:content/posts/b.md`);
  expect(b).toContain('"title": B # kept\r');
  expect(report.notes.map(({ path }) => path)).toEqual([
    "content/posts/b.md",
    "content/posts/c.md",
  ]);
});

test("keeps and reports the rarer spelling for other generators", async () => {
  const { report, store } = await adopt({
    "astro.config.mjs": "export default {};\n",
    "src/content/blog/a.md": page("title: A"),
    "src/content/blog/b.md": page("title: B"),
    "src/content/blog/c.md": page("Title: C"),
  });
  expect(store.entries("blog")).toHaveLength(3);
  expect(report.notes).toEqual([
    {
      path: "src/content/blog/c.md",
      message:
        'The key "Title" is spelled "title" in most files. It was left unchanged and is not a field.',
    },
  ]);
});
