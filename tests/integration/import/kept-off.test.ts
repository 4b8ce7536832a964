import { describe, expect, test } from "vitest";
import { noticeLines, post } from "./import-into.ts";
import { importTree } from "./import-tree.ts";

const HUGO = { "hugo.toml": 'baseURL = "https://example.org/"\n' };
const JEKYLL = "url: https://example.org\n";

describe("capitalized keys", () => {
  test.each([
    ["YAML", "---\nTitle: Secret plan\nDate: 2024-02-01\nDraft: true\n---\nsecret\n"],
    ["TOML", '+++\nTITLE = "Secret plan"\nDATE = 2024-02-01\nDRAFT = true\n+++\nsecret\n'],
    ["JSON", '{"Title": "Secret plan", "Date": "2024-02-01", "DRAFT": true}\n\nsecret\n'],
  ])("equal lowercase ones in %s", async (_language, text) => {
    const { site, off } = await importTree({
      ...HUGO,
      "content/posts/a.md": text,
      "content/posts/b.md": post("title: B\ndate: 2024-01-01\ndraft: false"),
    });
    expect(off).toEqual(["content/posts/a.md"]);
    expect(site.fields("posts")).toEqual(["title text", "body richtext"]);
    const file = await site.read("posts", "a");
    expect(file).toContain("title: Secret plan\n");
    expect(file).toContain("createdAt: 2024-02-01T00:00:00.000Z\n");
  });

  test("apply to every generator, and both spellings are kept", async () => {
    const { site, off } = await importTree({
      "a.md": post("Title: A\nStatus: DRAFT"),
      "b.md": post("Title: B\nPublished: No"),
      "c.md": post("title: C\nTitle: Other"),
      "d.md": post("Title: D\nIsDraft: true"),
      "e.md": post("Title: E"),
    });
    expect(off).toEqual(["a.md", "b.md", "d.md"]);
    expect(await site.read("old", "c")).toMatch(/: Other\n[^]*: C\n/);
  });
});

describe("Hugo's dates", () => {
  test("use its own key names in any case", async () => {
    const { site, off } = await importTree({
      ...HUGO,
      "content/posts/a.md": post("title: A\ndate: 2024-02-01\npublishdate: 2031-01-01"),
      "content/posts/b.md": post("title: B\ndate: 2024-01-01\nexpirydate: 2024-02-01"),
      "content/posts/c.md": post("title: C\ndate: 2024-01-01\nunpublishDate: 2024-02-01"),
      "content/posts/d.md": post("title: D\ndate: 2024-01-01\nPubDate: 2031-01-01"),
      "content/posts/e.md": post("title: E\nPUBLISHDATE: 2031-01-01"),
      // The publish date counts, not the date.
      "content/posts/f.md": post("title: F\ndate: 2031-01-01\npublishdate: 2024-01-01"),
      "content/posts/g.md": post("title: G\nlastmod: 2024-03-01"),
    });
    const letters = ["a", "b", "c", "d", "e"];
    expect(off).toEqual(letters.map((letter) => `content/posts/${letter}.md`));
    expect(await site.read("posts", "a")).toContain("publishAt: 2031-01-01T00:00:00.000Z\n");
    expect(await site.read("posts", "b")).not.toContain("unpublishAt");
    expect(await site.read("posts", "g")).toContain("createdAt: 2024-03-01");
  });

  test("use the configured names and count only if Hugo respects them", async () => {
    const files = {
      "content/posts/a.md": post("title: A\ndate: 2024-02-01\nembargo: 2031-01-01"),
      "content/posts/b.md": post("title: B\ndate: 2024-02-01\ngone: 2024-03-01"),
    };
    const config = '[frontmatter]\npublishDate = ["embargo", ":default"]\nexpiryDate = ["gone"]\n';
    const heeded = await importTree({ ...files, "hugo.toml": config });
    expect(heeded.off).toEqual(["content/posts/a.md", "content/posts/b.md"]);
    const folder = await importTree({
      ...files,
      "config/_default/hugo.toml": 'title = "A"\n',
      "config/_default/frontmatter.toml": 'publishDate = ["embargo"]\n',
    });
    expect(folder.off).toEqual(["content/posts/a.md"]);
    const all = await importTree({
      ...files,
      "hugo.toml": `buildFuture = true\nbuildExpired = true\n${config}`,
    });
    expect(all.off).toEqual([]);
  });
});

describe("inherited values", () => {
  test("come from Jekyll's defaults by type, path, and pattern", async () => {
    const { site, report, off } = await importTree({
      "_config.yml": `${JEKYLL}collections:
  notes: {output: true}
  recipes: {output: true}
defaults:
  - scope: {path: "", type: notes}
    values: {published: false}
  - scope: {path: "", type: posts}
    values: {author: bob, permalink: "/p/:title/"}
  - scope: {path: "_recipes/secret"}
    values: {published: false}
  - scope: {path: "_recipes/secret/told.md"}
    values: {published: true}
  - scope: {path: "_posts/2023-*"}
    values: {published: false}
`,
      "_notes/n.md": post("title: N"),
      "_notes/m.md": post("title: M\npublished: true"),
      "_posts/2024-01-01-p.md": post("title: P"),
      "_posts/2024-01-02-q.md": post("title: Q\nauthor: zoe"),
      "_posts/2023-01-02-r.md": post("title: R"),
      "_recipes/soup.md": post("title: Soup"),
      "_recipes/secret/stew.md": post("title: Stew"),
      "_recipes/secret/told.md": post("title: Told"),
    });
    expect(off).toEqual(["_notes/n.md", "_posts/2023-01-02-r.md", "_recipes/secret/stew.md"]);
    expect(await site.read("posts", "p")).toContain("author: bob\n");
    expect(await site.read("posts", "q")).toContain("author: zoe\n");
    expect(noticeLines(report, (kind) => kind === "held_back")).toEqual([
      "held_back _notes/n.md",
      "held_back _posts/2023-01-02-r.md",
      "held_back _recipes/secret/stew.md",
    ]);
  });

  test("come from Hugo's cascade in sections and configuration", async () => {
    const { site, report, off } = await importTree({
      "hugo.toml": `baseURL = "https://example.org/"
[[cascade]]
author = "site"
[[cascade]]
draft = true
[cascade.target]
path = "{/posts/{old,older}/**}"
`,
      "content/docs/_index.md": post("title: Docs\nCascade:\n  draft: true\n  version: 3"),
      "content/docs/a.md": post("title: A"),
      "content/docs/b.md": post("title: B\ndraft: false"),
      "content/docs/deep/c.md": post("title: C"),
      "content/docs/shown/_index.md": post("title: S\ndraft: false\ncascade: {draft: false}"),
      "content/docs/shown/d.md": post("title: D"),
      "content/posts/old/e.md": post("title: E"),
      "content/posts/new/f.md": post("title: F"),
      "content/parts/_index.md": post(
        "title: P\ncascade:\n  - build: {render: never}\n    _target: {kind: page}",
      ),
      "content/parts/g/index.md": post("title: G"),
    });
    expect(off).toEqual([
      "content/docs/_index.md",
      "content/docs/a.md",
      "content/docs/deep/c.md",
      "content/parts/g/index.md",
      "content/posts/old/e.md",
    ]);
    expect(await site.read("docs", "a")).toMatch(
      /version: 3\n[^]*author: site\n|author: site\n[^]*version: 3\n/,
    );
    expect(noticeLines(report, (kind) => kind === "held_back")).toHaveLength(5);
  });

  test("come from Hugo's nearest cascade in any case", async () => {
    const { site, off } = await importTree({
      "hugo.toml": 'baseURL = "https://example.org/"\n[cascade]\ndraft = true\nauthor = "site"\n',
      "content/docs/_index.md": post("title: Docs\ncascade: {Draft: false, Author: docs}"),
      "content/docs/a.md": post("title: A"),
      "content/posts/b.md": post("title: B"),
    });
    expect(off).toEqual(["content/posts/b.md"]);
    expect(await site.read("docs", "a")).toMatch(/^author: docs$/im);
    expect(await site.read("docs", "a")).not.toContain("site");
  });

  test("come from Hugo's cascade in a configuration folder", async () => {
    const { off } = await importTree({
      "config/_default/hugo.toml": 'baseURL = "https://example.org/"\n',
      "config/_default/cascade.toml":
        '[[cascade]]\ndraft = true\n[cascade.target]\npath = "/docs/**"\n',
      "config/production/build.toml": "noJSConfigInAssets = true\n",
      "content/docs/a.md": post("title: A"),
      "content/posts/b.md": post("title: B"),
    });
    expect(off).toEqual(["content/docs/a.md"]);
    const production = await importTree({
      "config/_default/hugo.toml": 'baseURL = "https://example.org/"\n',
      "config/_default/cascade.toml": '[[cascade]]\nauthor = "Ann"\n',
      "config/production/hugo.toml":
        '[[cascade]]\ndraft = true\n[cascade.target]\npath = "/posts/**"\n',
      "content/docs/a.md": post("title: A"),
      "content/posts/b.md": post("title: B"),
    });
    expect(production.off).toEqual(["content/posts/b.md"]);
  });

  test("come from Jekyll's defaults by a path in the collections folder", async () => {
    const { off } = await importTree({
      "_config.yml":
        "collections_dir: all\ncollections: {recipes: {output: true}}\ndefaults:\n  - {scope: {path: _recipes/ours}, values: {published: false}}\n  - {scope: {path: notes/n.md}, values: {published: false}}\n",
      "all/_recipes/ours/soup.md": post("title: Soup"),
      "all/_recipes/stew.md": post("title: Stew"),
      "notes/all/n.md": post("title: N"),
      "_posts/2024-01-01-p.md": post("title: P"),
    });
    expect(off).toEqual(["all/_recipes/ours/soup.md"]);
  });

  test("come from Eleventy's static data", async () => {
    const { site, report, off } = await importTree({
      "eleventy.config.js": "export default {};\n",
      "posts/posts.json": '{"draft": true, "tags": ["post"], "layout": "post.njk"}',
      "posts/a.md": post("title: A"),
      "posts/b.md": post("title: B\ndraft: false\ntags: [own]"),
      "posts/c.md": post("title: C"),
      "posts/c.11tydata.json": '{"draft": false}',
      "notes/notes.11tydata.json": '{"permalink": false}',
      "notes/d.md": post("title: D"),
      "notes/e.md": post("title: E\npermalink: /e/"),
      "pages/pages.11tydata.js": "export default { draft: true };\n",
      "pages/f.md": post("title: F\neleventyExcludeFromCollections: true"),
      "pages/g.md": post("title: G"),
    });
    expect(off).toEqual(["notes/d.md", "pages/f.md", "posts/a.md"]);
    expect(await site.read("posts", "b")).toMatch(/tags:\n {2}- post\n {2}- own\n/);
    expect(noticeLines(report)).toContain("data_not_run pages/pages.11tydata.js");
  });
});

test("keeps pages as drafts that their generator skips", async () => {
  const hugo = await importTree({
    ...HUGO,
    "content/posts/a/index.md": post("title: A\nheadless: true"),
    "content/posts/b.md": post("title: B\n_build:\n  render: never"),
    "content/posts/c.md": post("title: C\nbuild: {list: never}"),
    "content/posts/d.md": post("title: D\nbuild: {list: local, render: always}"),
  });
  expect(hugo.off).toEqual([
    "content/posts/a/index.md",
    "content/posts/b.md",
    "content/posts/c.md",
  ]);
  const jekyll = await importTree({
    "_config.yml": `${JEKYLL}exclude: [internal, "*.draft.md"]\ncollections: [notes]\n`,
    "_posts/2024-01-01-a.md": post("title: A"),
    "_drafts/b.md": post("title: B"),
    "_notes/c.md": post("title: C"),
    "_archive/d.md": post("title: D"),
    "internal/e.md": post("title: E"),
    "f.draft.md": post("title: F"),
    "g.md": post("title: G"),
  });
  const left = ["_archive/d.md", "_drafts/b.md", "f.draft.md", "internal/e.md"];
  expect(jekyll.off).toEqual(left);
  const undated = await importTree({
    "_config.yml": JEKYLL,
    "_posts/2024-01-01-a.md": post("title: A"),
    "_posts/2024-1-2-b.md": post("title: B"),
    "_posts/idea.md": post("title: C\ndate: 2024-01-01"),
    "blog/_posts/deep/later.md": post("title: D"),
  });
  expect(undated.off).toEqual(["_posts/idea.md", "blog/_posts/deep/later.md"]);
  const zola = await importTree({
    "config.toml": 'base_url = "https://example.org"\n',
    "content/hidden/_index.md": '+++\ntitle = "H"\ndraft = true\n+++\n',
    "content/hidden/a.md": '+++\ntitle = "A"\n+++\n',
    "content/blog/_index.md": '+++\ntitle = "B"\nrender = false\n+++\n',
    "content/blog/c.md": '+++\ntitle = "C"\n+++\n',
  });
  expect(zola.off).toEqual([
    "content/blog/_index.md",
    "content/hidden/_index.md",
    "content/hidden/a.md",
  ]);
  const hexo = await importTree({
    "source/_posts/a.md": post("title: A"),
    "source/_drafts/b.md": post("title: B"),
    "source/_posts/c.md": post("title: C\npublished: false"),
  });
  expect(hexo.off).toEqual(["source/_drafts/b.md", "source/_posts/c.md"]);
  const others = await importTree({
    "docs/a.md": post("title: A\nunlisted: true"),
    "docs/b.md": post("title: B\nhidden: true"),
    "docs/c.md": post("title: C\nprivate: false"),
  });
  expect(others.off).toEqual(["docs/a.md", "docs/b.md"]);
});

test("keeps future pages as drafts unless Jekyll shows them", async () => {
  const files = { "_posts/2031-01-01-a.md": post("title: A") };
  expect((await importTree({ ...files, "_config.yml": JEKYLL })).off).toHaveLength(1);
  expect((await importTree({ ...files, "_config.yml": `${JEKYLL}future: true\n` })).off).toEqual(
    [],
  );
});

test("removes and reports Obsidian comments", async () => {
  const { site, report } = await importTree({
    ".obsidian/app.json": "{}\n",
    "Notes/a.md": "---\ncreated: 2024-01-01\n---\nHello %%not for readers%% world.\n\n`%%code%%`\n",
    "Notes/b.md": "Text\n\n%%\nmine\n\n![[c.png]]\n%%\nMore\n",
  });
  expect(await site.read("notes", "a")).toMatch(/\nHello {2}world\.\n\n`%%code%%`\n$/);
  expect(await site.read("notes", "b")).not.toMatch(/mine|c\.png/);
  expect(noticeLines(report).filter((line) => !line.startsWith("title"))).toEqual([
    "comment_left_out Notes/a.md 4",
    "comment_left_out Notes/b.md 3",
  ]);
});

test("accepts anchors in configuration and reports unreadable files", async () => {
  const files = { "_notes/a.md": post("title: A"), "_posts/2024-01-01-b.md": post("title: B") };
  const anchored = await importTree({
    ...files,
    "_config.yml":
      "collections: {notes: {output: true}}\noff: &off {published: false}\ndefaults:\n  - scope: {path: '', type: notes}\n    values: *off\n",
  });
  expect(anchored.off).toEqual(["_notes/a.md"]);
  const broken = await importTree({ ...files, "_config.yml": 'collections: [notes]\ntitle: "A\n' });
  expect(noticeLines(broken.report)).toContain("config_unread _config.yml");
});

test("keeps languages that Hugo doesn't build and page parts as drafts", async () => {
  const { off } = await importTree({
    "hugo.toml": "[languages.en]\nweight = 1\n[languages.fr]\ndisabled = true\n",
    "content/posts/a.md": post("title: A"),
    "content/posts/a.fr.md": post("title: A"),
  });
  expect(off).toEqual(["content/posts/a.fr.md"]);
  const docs = await importTree({
    "docs/a.md": post("title: A"),
    "docs/_part.md": post("title: Part"),
  });
  expect(docs.off).toEqual(["docs/_part.md"]);
});

test("holds back every entry whose status isn't published", async () => {
  const { off } = await importTree({
    "astro.config.mjs": "export default {};\n",
    "src/content/blog/a.md": post("title: A\nstatus: Draft"),
    "src/content/blog/b.md": post("title: B\nstatus: In review"),
    "src/content/blog/c.md": post("title: C\nstatus: future"),
    "src/content/blog/d.md": post("title: D\nstatus: publish"),
    "src/content/blog/e.md": post("title: E"),
    "src/content/orders/f.md": post("title: F\nstatus: shipped"),
    "src/content/orders/g.md": post("title: G\nstatus: pending"),
  });
  expect(off).toEqual(["a", "b", "c"].map((name) => `src/content/blog/${name}.md`));
});

test("accepts digits and letters as Boolean draft values", async () => {
  const { off } = await importTree({
    "a.md": post("title: A\npublished: 0"),
    "b.md": post("title: B\npublished: n"),
    "c.md": post("title: C\npublished: 1"),
    "d.md": post("title: D\ndraft: y"),
    "e.md": post("title: E\ndraft: 0"),
    "f.md": post('title: F\ndraft: " true "'),
  });
  expect(off).toEqual(["a.md", "b.md", "d.md", "f.md"]);
});

test.each([
  ["hugo.toml", "content/posts/"],
  ["_config.yml", "_posts/2024-01-0"],
  ["eleventy.config.js", "posts/"],
  ["astro.config.mjs", "src/content/blog/"],
])(
  "keeps entries as drafts that themes and plugins hide or protect, next to %s",
  async (config, folder) => {
    const { off, report } = await importTree({
      [config]: "",
      [`${folder}1-a.md`]: post("title: A\nhidden: true"),
      [`${folder}2-b.md`]: post("title: B\nvisibility: private"),
      [`${folder}3-c.md`]: post("title: C\nvisibility: public"),
      [`${folder}4-d.md`]: post("title: D\npassword: open-sesame"),
      [`${folder}5-e.md`]: post("title: E\npassword: false"),
    });
    expect(off).toEqual(["1-a", "2-b", "4-d"].map((name) => `${folder}${name}.md`));
    expect(JSON.stringify(report.notices)).not.toContain("open-sesame");
  },
);
