import { join } from "node:path";
import type { ImportReport } from "@loam/cms-core/import";
import { renderRoute } from "@loam/cms-core/render";
import { describe, expect, test } from "vitest";
import { createTestSite, post, type TestSite, writeTree } from "./import-into.ts";

const page = (title: string, more = ""): string => post(`title: ${title}${more}`);

/** Returns the URLs of the imported entries, by file path. */
function addressesOf(report: ImportReport, { store }: TestSite): Record<string, string> {
  const addresses = report.entries.map(({ path, ...entry }) => {
    const { createdAt = "" } = store.entryById(entry.id) ?? {};
    return [path, decodeURIComponent(renderRoute({ ...entry, createdAt }, store.site()))] as const;
  });
  return Object.fromEntries(addresses);
}

function movedIn({ notices }: ImportReport): readonly (string | undefined)[] {
  const moved = notices.filter(({ kind }) => kind === "address_changed");
  return moved.flatMap(({ places }) => places.map(({ about }) => about));
}

/** Hosts serve `/trip`, `/trip/`, and `/trip.html` alike. */
function bare(address: string): string {
  return address.replace(/(?:\/|\.html)$/, "");
}

interface Case {
  readonly name: string;
  /** Files that identify the framework. */
  readonly around: Readonly<Record<string, string>>;
  /** Path of a page, its URL, and additional front matter. */
  readonly pages: readonly (readonly [path: string, address: string, more?: string])[];
}

const CASES: readonly Case[] = [
  {
    name: "Hugo: folders, bundles, indexes, slug and url, odd names",
    around: { "hugo.toml": 'baseURL = "https://example.org/"\n' },
    pages: [
      ["content/_index.md", "/"],
      ["content/docs/_index.md", "/docs/"],
      ["content/docs/a.md", "/docs/a/"],
      ["content/docs/Deep Folder/CamelCase.md", "/docs/deep-folder/camelcase/"],
      ["content/docs/deep/tour/index.md", "/docs/deep/tour/"],
      ["content/docs/q&a.md", "/docs/qa/"],
      ["content/docs/v1.2.0.md", "/docs/v1.2.0/"],
      ["content/docs/x - y.md", "/docs/x-y/"],
      ["content/docs/named.md", "/docs/its-slug/", "slug: Its Slug"],
      ["content/docs/moved.md", "/Elsewhere/Here.html", "url: /Elsewhere/Here.html"],
      ["content/docs/日本語.md", "/docs/日本語/"],
    ],
  },
  {
    name: "Hugo: patterns of pages and sections, in which a slug without one is the title",
    around: {
      "hugo.yaml":
        "permalinks:\n  page: { posts: '/:year/:month/:slug/', news: '/:sections/:contentbasename/' }\n  section: { news: '/latest/' }\n",
    },
    pages: [
      ["content/posts/a.md", "/2024/02/a-plain-title/", "date: 2024-02-04"],
      ["content/posts/b.md", "/2024/03/given/", "date: 2024-03-05\nslug: given"],
      ["content/posts/c.md", "/2023/03/c-plain-title/", "date: 2023-03-05"],
      ["content/news/2024/d.md", "/news/2024/d/"],
      ["content/news/_index.md", "/latest/"],
    ],
  },
  {
    name: "Hugo: languages by name and a main one that is not English",
    around: {
      "hugo.toml":
        'defaultContentLanguage = "de"\n[languages.de]\nweight = 1\n[languages.en]\nweight = 2\n',
    },
    pages: [
      ["content/docs/a.md", "/docs/a/"],
      ["content/docs/a.en.md", "/en/docs/a/"],
      ["content/docs/deep/b.de.md", "/docs/deep/b/"],
      ["content/docs/deep/b.en.md", "/en/docs/deep/b/"],
    ],
  },
  {
    name: "Hugo: files instead of folders",
    around: { "hugo.toml": "uglyURLs = true\n" },
    pages: [
      ["content/docs/a.md", "/docs/a.html"],
      ["content/docs/deep/b.md", "/docs/deep/b.html"],
    ],
  },
  {
    name: "Zola: names without dates and accents, path and slug",
    around: { "config.toml": 'base_url = "https://example.org"\n' },
    pages: [
      ["content/blog/_index.md", "/blog/"],
      ["content/blog/2024-05-06-Été_Long.md", "/blog/ete-long/"],
      ["content/blog/deep/v1.2.md", "/blog/deep/v1-2/"],
      ["content/blog/named.md", "/blog/its-slug/", "slug: Its Slug"],
      ["content/blog/moved.md", "/far/away/", "path: far/away"],
    ],
  },
  {
    name: "Jekyll: the usual addresses of posts, pages and collections",
    around: { "_config.yml": "collections:\n  docs:\n    output: true\n" },
    pages: [
      ["_posts/2024-01-02-Camel-Case.md", "/2024/01/02/Camel-Case.html"],
      ["_posts/2023/2023-05-06-plain.md", "/2023/05/06/plain.html"],
      ["_posts/2023-05-07-filed.md", "/tips/git/2023/05/07/filed.html", "categories: [Tips, git]"],
      ["news/_posts/2023-05-08-inside.md", "/news/2023/05/08/inside.html"],
      ["_posts/2023-05-09-own.md", "/own/place/", "permalink: /own/place/"],
      ["_docs/deep/setup.md", "/docs/deep/setup.html"],
      ["index.md", "/"],
      ["about.md", "/about.html"],
      ["guides/index.md", "/guides/"],
      ["guides/start.md", "/guides/start.html"],
    ],
  },
  {
    name: "Jekyll: a style with a name, and patterns of defaults",
    around: {
      "_config.yml":
        "permalink: pretty\ncollections: { docs: { output: true } }\ndefaults:\n  - scope: { type: docs }\n    values: { permalink: '/handbook/:path/' }\n",
    },
    pages: [
      ["_posts/2024-01-02-one.md", "/2024/01/02/one/"],
      ["_docs/a/b.md", "/handbook/a/b/"],
      ["about.md", "/about/"],
    ],
  },
  {
    name: "Eleventy: permalinks, names with dates, an index",
    around: { "eleventy.config.js": "" },
    pages: [
      ["blog/2024-05-06-one.md", "/blog/one/"],
      ["blog/2024/two.md", "/blog/2024/two/"],
      ["blog/index.md", "/blog/"],
      ["blog/Upper.md", "/blog/Upper/"],
      ["blog/made.md", "/notes/made/", "permalink: '/notes/{{ page.fileSlug }}/'"],
      ["blog/page.md", "/page.html", "permalink: page.html"],
    ],
  },
  {
    name: "Next: folders, an index, names with capitals",
    around: { "next.config.js": "" },
    pages: [
      ["pages/docs/index.mdx", "/docs"],
      ["pages/docs/API.mdx", "/docs/API"],
      ["pages/docs/deep/page-two.mdx", "/docs/deep/page-two"],
      ["pages/docs/under_score.mdx", "/docs/under_score"],
      ["pages/index.mdx", "/"],
    ],
  },
  {
    name: "Astro: collections by the pages that ask for them, names as Astro makes ids of them",
    around: {
      "astro.config.mjs": "export default {};\n",
      "src/content.config.ts":
        'const posts = defineCollection({ loader: glob({ pattern: "**/*.md", base: "./src/data/blog" }) });\nexport const collections = { writing: posts };\n',
      "src/pages/articles/[...slug]/index.astro":
        'const all = await getCollection("writing", ({ data }) => !data.draft);\n',
      "src/pages/tags/[tag].astro": 'await getCollection("writing");\n',
    },
    pages: [
      ["src/data/blog/one.md", "/articles/one/"],
      ["src/data/blog/2024/Hello World.md", "/articles/2024/hello-world/"],
      ["src/data/blog/fr/un.md", "/articles/fr/un/"],
      ["src/data/blog/v1.2.0.md", "/articles/v120/"],
      ["src/data/blog/slugged.md", "/articles/other/place/", "slug: other/place"],
    ],
  },
  {
    name: "Starlight: the home page, languages, versions",
    around: { "astro.config.mjs": 'import starlight from "@astrojs/starlight";\n' },
    pages: [
      ["src/content/docs/index.md", "/"],
      ["src/content/docs/notes/v4.2.md", "/notes/v42/"],
      ["src/content/docs/start.md", "/start/"],
      ["src/content/docs/de/index.md", "/de/"],
      ["src/content/docs/de/start.md", "/de/start/"],
    ],
  },
];

describe("pages keep their URLs", () => {
  test.each(CASES)("$name", async ({ around, pages }) => {
    const site = await createTestSite();
    const files = pages.map(([path, , more]) => {
      const name = path.replace(/^.*\/|\.\w+$/g, "").replace(/^\d{4}-\d\d-\d\d-/, "");
      return [path, page(`${name}, plain title`, more === undefined ? "" : `\n${more}`)];
    });
    const folder = await writeTree(join(site.folder, "source"), {
      ...around,
      ...Object.fromEntries(files),
    });

    const report = await site.import(folder);

    const wanted = Object.fromEntries(pages.map(([path, address]) => [path, address]));
    const was = Object.fromEntries(report.entries.map((entry) => [entry.path, entry.was]));
    expect(was).toEqual(wanted);
    const now = Object.entries(addressesOf(report, site));
    expect(Object.fromEntries(now.map(([path, address]) => [path, bare(address)]))).toEqual(
      Object.fromEntries(pages.map(([path, address]) => [path, bare(address)])),
    );
    expect(movedIn(report)).toEqual([]);
    const again = await site.import(folder);
    expect(again.commit).toBeUndefined();
    expect(movedIn(again)).toEqual([]);
  });
});

test("gives an entry its own path if its type's path can't match", async () => {
  const site = await createTestSite();
  const files = Array.from({ length: 12 }, (_, index) => [`content/blog/p${index}.md`, page("P")]);
  const folder = await writeTree(join(site.folder, "source"), {
    "hugo.toml": "title = 'x'\n",
    ...Object.fromEntries(files),
    "content/blog/far.md": page("Far", "\nurl: /Far & Wide/100%.html"),
  });

  const report = await site.import(folder);

  const far = report.entries.find(({ path }) => path === "content/blog/far.md");
  expect(far).toMatchObject({ slug: "100", was: "/Far & Wide/100%.html" });
  expect(site.store.site().routes).toEqual({
    blog: "/blog/{slug}/",
    [far?.id ?? ""]: "/Far%20&%20Wide/100%25.html",
  });
  expect(report.routes).toEqual([
    { apiId: "blog", route: "/blog/{slug}/", from: "framework", apart: 1 },
  ]);
  expect(addressesOf(report, site)["content/blog/far.md"]).toBe("/Far & Wide/100%.html");
});

test("names both URLs of a page that moves because of a chosen path", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "hugo.toml": "title = 'x'\n",
    "content/docs/a.md": page("A"),
    "content/docs/deep/b.md": page("B"),
    "content/docs/c.md": page("C"),
  });

  const flat = await site.import(folder, { dryRun: true, routes: { docs: "/docs/{slug}/" } });
  expect(movedIn(flat)).toEqual(["/docs/deep/b/ → /docs/b/"]);

  const report = await site.import(folder, { routes: { docs: "/handbook/{path}/" } });

  expect(site.store.entries("docs").map(({ slug }) => slug)).toEqual(["a", "c", "deep~b"]);
  expect(movedIn(report)).toEqual([
    "/docs/a/ → /handbook/a/",
    "/docs/c/ → /handbook/c/",
    "/docs/deep/b/ → /handbook/deep/b/",
  ]);
  expect(site.store.site().routes).toEqual({ docs: "/handbook/{path}/" });

  await writeTree(folder, { "content/docs/deep/d.md": page("D") });
  await site.import(folder, { routes: { docs: null } });

  expect(site.store.site().routes).toEqual({ docs: "/docs/{slug}" });
  expect(site.store.entries("docs").map(({ slug }) => slug)).toEqual(["a", "b", "c", "d"]);
});

test("keeps folders in slugs of Astro entries without page paths", async () => {
  const site = await createTestSite();
  const folder = await writeTree(join(site.folder, "source"), {
    "astro.config.mjs": "export default {};\n",
    "src/content/blog/deep/er/page.md": page("Page"),
    "src/content/blog/deep/index.md": page("Deep"),
    "src/content/blog/one.md": page("One"),
    "src/content/blog/(group)/[id].md": page("Group"),
    "src/content/blog/q&a v1.2.md": page("Questions"),
    "src/content/blog/a~b.md": page("Tilde"),
    "src/content/blog/-dash.md": page("Dash"),
    "src/content/blog/Fo\u006f.en.md": page("Foo"),
    "src/content/blog/e\u0301.md": page("Accent"),
    "src/content/blog/index.md": page("Index"),
  });

  const report = await site.import(folder);

  // Named as in `getCollection`, if valid as a slug.
  expect(site.store.entries("blog").map(({ slug }) => slug)).toEqual([
    "ab",
    "dash",
    "deep",
    "deep~er~page",
    "fooen",
    "group~id",
    "home",
    "one",
    "qa-v12",
    "\u00e9",
  ]);
  expect(report.routes).toEqual([
    { apiId: "blog", route: "/blog/{path}", from: "framework", apart: 0 },
  ]);
});

test("prefers requested paths and keeps those of the site", async () => {
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
