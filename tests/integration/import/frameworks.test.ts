import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestSite, noticeLines, post, writeTree } from "./import-into.ts";

interface Case {
  readonly name: string;
  readonly layout: string;
  readonly files: Readonly<Record<string, string>>;
  /** The file with the links. */
  readonly from: string;
  /** URLs as written, and the `type/slug` of their entries. */
  readonly links: Readonly<Record<string, string>>;
  readonly routes: Readonly<Record<string, string>>;
}

const EMPTY = "";
const page = (title: string, more = ""): string => post(`title: ${title}${more}`);

const drawing = (id: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${id} --></svg>`;

const CASES: readonly Case[] = [
  {
    name: "Hugo: languages, bundles, section pages, ref and relref, url, slug and aliases",
    layout: "hugo",
    files: {
      "hugo.toml": 'baseURL = "https://example.com/x/"\n[permalinks]\nnews = "/:year/:slug/"\n',
      "content/en/_index.md": page("Home"),
      "content/en/docs/_index.md": page("Docs"),
      "content/en/docs/Setup Guide.md": page("Setup"),
      "content/en/docs/tour/index.md": page("Tour"),
      "content/en/docs/old.md": page("Old", "\naliases: [/legacy/start/]"),
      "content/en/news/one.md": page("One", "\nslug: first\ndate: 2024-05-06"),
      "content/en/about.md": page("About", "\nurl: /us/"),
      "content/fr/docs/tour/index.md": page("Tour"),
      "content/fr/docs/old.md": page("Vieux"),
      "content/en/docs/tour/index.zh-hant-tw.md": page("Tour"),
      "content/fr/news/one.md": page("Un", "\nslug: first\ndate: 2024-05-06"),
      "content/fr/about.md": page("A propos"),
    },
    from: "content/en/docs/from.md",
    links: {
      "/docs/setup-guide/#part": "docs/docs~setup-guide",
      "/x/docs/tour/": "docs/docs~tour",
      "/fr/docs/tour/": "docs/fr~docs~tour",
      "/zh-hant-tw/docs/tour/": "docs/zh-hant-tw~docs~tour",
      "../tour": "docs/docs~tour",
      "/docs/": "sections/docs",
      "/legacy/start": "docs/docs~old",
      "/2024/first/": "news/first",
      "/fr/2024/first/": "news/fr-first",
      "/us/": "pages/us",
      '{{< relref "tour" >}}': "docs/docs~tour",
      '{{< ref "/news/one.md" >}}': "news/first",
    },
    // Translations are next to the folder, so the slugs contain the complete path.
    routes: { docs: "/{path}/", news: "/{year}/{slug}/" },
  },
  {
    name: "Hugo: languages that the configuration names, whatever pages they have",
    layout: "hugo",
    files: {
      "config.yaml": "languages: { fr: { label: French } }\n",
      "hugo.yaml": "languages:\n  en: { label: English }\n  no: { contentDir: content/no }\n",
      "content/en/docs/a.md": page("A"),
      "content/en/docs/b.md": page("B"),
      "content/no/docs/c.md": page("C"),
      "content/no/docs/d.md": page("D"),
    },
    from: "content/en/docs/from.md",
    links: { "/docs/a/": "docs/docs~a", "/no/docs/c/": "docs/no~docs~c" },
    routes: { docs: "/{path}/" },
  },
  {
    name: "Starlight: pages of the site, languages beside the main one, pages that are not translated",
    layout: "astro",
    files: {
      "astro.config.mjs": 'import starlight from "@astrojs/starlight";\n',
      "src/content/docs/index.mdx": page("Home"),
      "src/content/docs/guides/pages.md": page("Pages"),
      "src/content/docs/guides/v4.2 Notes.md": page("Notes"),
      "src/content/docs/reference/pages.md": page("Pages, too"),
      "src/content/docs/install.md": page("Install"),
      "src/content/docs/de/guides/pages.md": page("Seiten"),
    },
    from: "src/content/docs/de/index.md",
    links: {
      "/guides/pages/": "docs/guides~pages",
      "/de/guides/pages/#x": "docs/de~guides~pages",
      "/de/reference/pages/": "docs/reference~pages",
      "/de/install/": "docs/install",
      "/guides/v42-notes/": "docs/guides~v42-notes",
      "/": "docs/home",
    },
    routes: { docs: "/{path}/" },
  },
  {
    name: "Astro: collections shown by a page of their own, a base path, pages of Markdown",
    layout: "astro",
    files: {
      "astro.config.mjs": 'export default {\n  base: "/site",\n};\n',
      "src/pages/journal/[...slug].astro": EMPTY,
      "src/pages/about.md": page("About"),
      "src/content/journal/2024/trip.md": page("Trip"),
      "src/content/team/jane.md": page("Jane"),
    },
    from: "src/content/journal/from.md",
    links: {
      "/site/journal/2024/trip": "journal/2024~trip",
      "/about/": "pages/about",
      "/team/jane": "team/jane",
    },
    routes: { journal: "/journal/{path}/", team: "/team/{slug}" },
  },
  {
    name: "Astro: collections that are named otherwise than their folder, whose name their pages have",
    layout: "astro",
    files: {
      "astro.config.mjs": EMPTY,
      "src/content.config.ts": `const post = defineCollection({ loader: glob({ base: "./content/posts" }) });
const tag = defineCollection({ loader: glob({ base: "./content/tags" }) });
`,
      "src/pages/posts/[...slug].astro": EMPTY,
      "src/pages/tags/[tag]/[...page].astro": EMPTY,
      "content/posts/2024/second.md": page("Second"),
      "content/tags/rain.md": page("Rain"),
    },
    from: "content/posts/first.md",
    links: { "/tags/rain/": "tag/rain", "/posts/2024/second": "post/2024~second" },
    routes: { post: "/posts/{path}/", tag: "/tags/{slug}/" },
  },
  {
    name: "Next: the language of the page that a link stands in",
    layout: "next",
    files: {
      "next.config.mjs": EMPTY,
      "pages/en/index.mdx": page("Home"),
      "pages/en/learn/start.mdx": page("Start"),
      "pages/en/learn/more.mdx": page("More"),
      "pages/ja/learn/start.mdx": page("Start"),
    },
    from: "pages/ja/learn/more.mdx",
    links: {
      "/learn/start": "learn/ja~learn~start",
      "/en/learn/start": "learn/learn~start",
      "/learn/more/": "learn/ja~learn~more",
    },
    routes: { learn: "/{path}" },
  },
  {
    name: "Next: collections of a folder data",
    layout: "next",
    files: {
      "next.config.js": EMPTY,
      "data/authors/ann.mdx": page("Ann"),
      "data/blog/one.mdx": page("One"),
    },
    from: "data/blog/from.mdx",
    links: { "/blog/one": "blog/one" },
    routes: { blog: "/blog/{slug}" },
  },
  {
    name: "Next: in the app folder a page is called like its folder, groups are no part of it",
    layout: "next",
    files: {
      "next.config.mjs": EMPTY,
      "app/page.mdx": page("Home"),
      "app/about/page.mdx": page("About"),
      "app/notes/go/page.mdx": page("Go"),
      "app/(texts)/notes/rust/page.mdx": page("Rust"),
    },
    from: "app/notes/from/page.mdx",
    links: {
      "/notes/rust": "notes/rust",
      "/notes/go#x": "notes/go",
      "/about": "pages/about",
      "/": "pages/home",
    },
    routes: { notes: "/notes/{slug}" },
  },
  {
    name: "Jekyll: posts, collections, link and post_url, configured permalinks",
    layout: "jekyll",
    files: {
      "_config.yml":
        "baseurl: /base\ncollections:\n  docs:\n    permalink: /:collection/:path/\n  posts:\n    permalink: /news/:year/:month/:day/:title/\n",
      "_posts/2024-05-06-one.md": page("One"),
      "_docs/deep/setup.md": page("Setup"),
      "_pages/about.md": page("About", "\npermalink: /who/"),
      "index.md": page("Home"),
    },
    from: "_posts/2024-05-07-from.md",
    links: {
      "/news/2024/05/06/one/": "posts/one",
      "{% post_url 2024-05-06-one %}": "posts/one",
      "{{ '/docs/deep/setup/' | relative_url }}#x": "docs/setup",
      "{% link _docs/deep/setup.md %}": "docs/setup",
      "{{ site.baseurl }}/who/": "pages/who",
      "/base/": "pages/home",
    },
    routes: { posts: "/news/{year}/{month}/{day}/{slug}/", docs: "/docs/deep/{slug}/" },
  },
  {
    name: "Eleventy: dates in names, a file of its folder's name, permalinks",
    layout: "eleventy",
    files: {
      "eleventy.config.js": EMPTY,
      "src/blog/2024-05-06-one.md": page("One"),
      "src/blog/blog.md": page("Blog"),
      "src/docs/setup.md": page("Setup", "\npermalink: /handbook/setup/"),
    },
    from: "src/docs/from.md",
    links: {
      "/blog/one/": "blog/one",
      "/blog/": "blog/blog",
      "/handbook/setup/": "docs/handbook~setup",
    },
    routes: { blog: "/blog/{slug}/" },
  },
  {
    name: "any other: the longest end of the path that one page has",
    layout: "plain",
    files: {
      "guides/start/setup.md": page("Setup"),
      "guides/upgrade/setup.md": page("Setup again"),
      "notes/search.md": page("Search"),
    },
    from: "notes/from.md",
    links: {
      "/docs/start/setup": "guides/start-setup",
      "/handbook/guides/upgrade/setup/": "guides/upgrade-setup",
    },
    routes: { guides: "/guides/{slug}" },
  },
];

test.each(CASES)("$name", async ({ layout, files, from, links, routes }) => {
  const site = await createTestSite();
  const body = Object.keys(links).map((address) => `- [x](${address})`);
  const folder = await writeTree(join(site.folder, "source"), {
    ...files,
    [from]: post("title: From", body.join("\n")),
  });

  const report = await site.import(folder);

  expect(report.failed).toEqual([]);
  expect(report.layout).toBe(layout);
  const entry = report.entries.find(({ path }) => path === from);
  const text = await site.read(entry?.type ?? "", entry?.slug ?? "");
  const found = [...text.matchAll(/\[x\]\((?:entry:<([^>]+)>)?(.*)\)$/gm)].map(([, to]) => to);
  expect(Object.fromEntries(Object.keys(links).map((key, at) => [key, found[at]]))).toEqual(links);
  expect(report.links).toEqual({ internal: found.length, resolved: found.length });
  expect(Object.fromEntries(report.routes.map(({ apiId, route }) => [apiId, route]))).toMatchObject(
    routes,
  );
  const kept = report.routes.filter(({ from: origin }) => origin === "framework");
  expect(site.store.site().routes).toMatchObject(
    Object.fromEntries(kept.map(({ apiId, route }) => [apiId, route])),
  );
  expect(report.notices.filter(({ kind }) => kind === "address_changed")).toEqual([]);
  expect((await site.import(folder)).commit).toBeUndefined();
});

test("resolves no link by a single word or an ambiguous ending", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "guides/a/setup/one.md": page("One"),
    "guides/b/setup/one.md": page("One again"),
    "notes/search.md": page("Search"),
    "notes/from.md": post("title: From", "[x](/api/search) [y](/docs/setup/one)"),
  });

  const report = await site.import(folder);

  expect(report.links).toEqual({ internal: 2, resolved: 0 });
});

test.each([
  ["eleventy.config.js", "src/docs/index.webc", "src/blog", "/docs/"],
  ["astro.config.mjs", "src/pages/shop/[id].astro", "src/content/blog", "/shop/hat"],
  ["next.config.js", "app/[locale]/(shop)/shop/[id]/page.tsx", "pages/blog", "/shop/hat"],
  ["_config.yml", "showcase.html", "_posts", "/showcase/"],
])("with %s names a link to a page that %s generates", async (mark, code, blog, link) => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    [mark]: EMPTY,
    [code]: EMPTY,
    "app/[locale]/[...path]/page.tsx": EMPTY,
    [`${blog}/2024-01-01-a.md`]: post("title: A", `[x](${link}) [y](/gone/far/away)`),
  });

  const report = await site.import(folder);

  expect(noticeLines(report, (kind) => kind.startsWith("link_"))).toEqual([
    `link_to_code ${blog}/2024-01-01-a.md 4`,
    `link_unresolved ${blog}/2024-01-01-a.md 4`,
  ]);
});

test("prefers the nearest of equally named notes and files", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "en/Notes/Settings.md": "text",
    "en/img/x.svg": drawing(1),
    "de/Notizen/Settings.md": "text",
    "de/Start/Beginn.md": "[[Settings]] ![[x.svg]]",
    "de/img/x.svg": drawing(2),
  });

  const report = await site.import(folder, { svg: "clean" });

  expect(report.links).toEqual({ internal: 2, resolved: 2 });
  const target = report.entries.find(({ path }) => path === "de/Notizen/Settings.md");
  const start = report.entries.find(({ path }) => path === "de/Start/Beginn.md");
  const entry = site.store.entryById(start?.id ?? "");
  const text = await site.store.repository.readBlob(entry?.blob ?? "");
  expect(Buffer.from(text).toString()).toContain(`[Settings](entry:${target?.id})`);
});

test("resolves glossary links from templates", async () => {
  const site = await createTestSite();
  const terms = Array.from({ length: 12 }, (_, index) => `term-${"abcdefghijkl"[index]}`);
  const folder = await writeTree(join(site.folder, "source"), {
    "hugo.toml": "title = 'x'\n",
    "layouts/_markup/render-link.html": "{{ .Text }}",
    ...Object.fromEntries(terms.map((term) => [`content/glossary/${term}.md`, page(term)])),
    "content/docs/from.md": post(
      "title: From",
      `${terms.map((term) => `[_${term.replace("-", " ")}s_](g)`).join(" ")} [unknown](g)`,
    ),
  });

  const report = await site.import(folder);

  expect(report.links).toEqual({ internal: 13, resolved: 12 });
  expect(await site.read("docs", "from")).toContain("[_term as_](entry:<glossary/term-a>)");
});

test("finds images by source aliases and unique path endings", async () => {
  const site = await createTestSite();
  const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  const folder = await writeTree(join(site.folder, "source"), {
    "astro.config.mjs": EMPTY,
    "src/assets/deep/one.svg": svg,
    "src/assets/two.svg": svg,
    "src/content/blog/from.md": post(
      "title: From",
      "![a](~/assets/two.svg) ![b](@/assets/two.svg) ![c](@assets/deep/one.svg) ![d](@assets/gone.svg)",
    ),
  });

  const report = await site.import(folder, { dryRun: true });

  expect(noticeLines(report, (kind) => kind === "link_unresolved")).toHaveLength(1);
});
