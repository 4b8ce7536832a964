import { join } from "node:path";
import type { ImportReport } from "@loam/cms-core/import";
import { renderRoute } from "@loam/cms-core/render";
import { expect, test } from "vitest";
import { createTestSite, type TestSite, writeTree } from "./import-into.ts";

type Tree = Readonly<Record<string, string | Uint8Array>>;

interface Imported {
  readonly site: TestSite;
  readonly report: ImportReport;
}

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function importTree(files: Tree): Promise<Imported> {
  const site = await createTestSite();
  const report = await site.import(await writeTree(join(site.folder, "old"), files));
  expect(report.failed).toEqual([]);
  return { site, report };
}

function article(title: string, { more = "", body = "Text" } = {}): string {
  return `Title: ${title}\nDate: 2024-03-05 10:20\n${more}\n${body}\n`;
}

/** Returns the URL path of each entry, by its file. */
function urlPaths({ site, report }: Imported): Readonly<Record<string, string>> {
  return Object.fromEntries(
    report.entries.map(({ path, ...entry }) => {
      const { createdAt = "" } = site.store.entryById(entry.id) ?? {};
      return [path, renderRoute({ ...entry, createdAt }, site.store.site())];
    }),
  );
}

test("resolves links to files and articles, and lists the others", async () => {
  const { site, report } = await importTree({
    "pelicanconf.py": "PATH = 'content'\nSITEURL = 'https://rain.example'\n",
    "content/blog/rain.md": article("Rain", {
      more: "Cover: {static}/images/a.png\n",
      body: [
        "![a]({static}/images/a.png) ![b]({attach}b.png) ![c](|filename|/images/a.png)",
        "[snow]({filename}snow.md) [hail]({filename}/hail.md#cold) [about]({filename}../pages/about.md)",
        '<img src="{static}/images/a.png"> [pdf]({static}/files/x.pdf) [s](https://rain.example/snow.html)',
        "[gone]({filename}gone.md) [tag]({tag}water) [home]({index}) ![no]({static}/images/no.png)",
      ].join("\n"),
    }),
    "content/blog/snow.md": article("Snow", { body: "[rain]({filename}/blog/rain.md)" }),
    "content/blog/b.png": PIXEL,
    "content/hail.md": article("Hail"),
    "content/pages/about.md": article("About"),
    "content/images/a.png": Buffer.concat([PIXEL, Buffer.from("a")]),
    "content/files/x.pdf": "%PDF-1.4\n%%EOF\n",
  });
  const rain = await site.read("blog", "rain");
  expect(rain).toContain("![a](media:<a.png>) ![b](media:<b.png>) ![c](media:<a.png>)");
  expect(rain).toContain(
    "[snow](entry:<blog/snow>) [hail](entry:<articles/hail>#cold) [about](entry:<pages/about>)",
  );
  expect(rain).toContain('<img src="media:<a.png>"> [pdf](media:<x.pdf>) [s](entry:<blog/snow>)');
  expect(rain).toContain("cover: <a.png>");
  expect(rain).toContain(
    "[gone]({filename}gone.md) [tag]({tag}water) [home]({index}) ![no]({static}/images/no.png)",
  );
  expect(await site.read("blog", "snow")).toContain("[rain](entry:<blog/rain>)");
  const listed = JSON.stringify(report.notices);
  for (const one of ["{filename}gone.md", "{tag}water", "{index}", "{static}/images/no.png"]) {
    expect(listed).toContain(one);
  }
});

test.for([
  ["", { rain: "/spring-rain.html", about: "/pages/about-us.html" }],
  [
    "ARTICLE_URL = 'posts/{date:%Y}/{date:%m}/{slug}/'\nPAGE_URL = '{slug}/'\nARTICLE_SAVE_AS = ARTICLE_URL + 'index.html'\n",
    { rain: "/posts/2024/03/spring-rain/", about: "/about-us/" },
  ],
  [
    'ARTICLE_URL = ARTICLE_SAVE_AS = "{category}/{slug}.html"  # by category\nPAGE_URL = """info/{slug}.html"""\n',
    { rain: "/blog/spring-rain.html", about: "/info/about-us.html" },
  ],
  [
    "ARTICLE_URL = r'{author}/{slug}'\nAUTHOR = 'Ada Lovelace'\nSLUGIFY_SOURCE = 'basename'\n",
    { rain: "/ada-lovelace/rain", about: "/pages/about.html" },
  ],
  [
    "# ARTICLE_URL = 'old/{slug}.html'\nARTICLE_URL = 'first/{slug}'\nARTICLE_URL = '/blog/{slug}/'\nPAGE_SAVE_AS = '{slug}/index.html'\n",
    { rain: "/blog/spring-rain/", about: "/about-us/" },
  ],
] as const)("keeps the URLs of %j", async ([config, expected]) => {
  const imported = await importTree({
    "pelicanconf.py": `#!/usr/bin/env python\nPATH = 'content'\n${config}`,
    "content/blog/rain.md": article("Spring Rain"),
    "content/blog/snow.md": article("Snow & Ice", { more: "Slug: white\n" }),
    "content/pages/about.md": article("About us!"),
  });
  const now = urlPaths(imported);
  expect({ rain: now["content/blog/rain.md"], about: now["content/pages/about.md"] }).toEqual(
    expected,
  );
  expect(now["content/blog/snow.md"]).toContain("white");
  expect(imported.report.entries.map(({ path, was }) => [path, was])).toEqual(
    Object.entries(now).map(([path, urlPath]) => [path, urlPath]),
  );
});

test("keeps the URLs of translations, file names with slugs, and files with their own URL", async () => {
  const imported = await importTree({
    "pelicanconf.py": String.raw`PATH = 'content'
FILENAME_METADATA = r'(?P<date>\d{4}-\d{2}-\d{2})_(?P<slug>.*)'
ARTICLE_URL = 'a/{slug}.html'
ARTICLE_LANG_URL = 'a/{lang}/{slug}.html'
`,
    "content/blog/2024-03-05_rain.md": article("Spring Rain"),
    "content/blog/pluie.md": article("Pluie", { more: "Lang: fr\nSlug: rain\n" }),
    "content/blog/own.md": article("Own", { more: "Url: a/elsewhere.html\nSave_as: x.html\n" }),
  });
  const expected = {
    "content/blog/2024-03-05_rain.md": "/a/rain.html",
    "content/blog/own.md": "/a/elsewhere.html",
    "content/blog/pluie.md": "/a/fr/rain.html",
  };
  const was = imported.report.entries.map((entry) => [entry.path, entry.was]);
  expect(Object.fromEntries(was)).toEqual(expected);
  expect(urlPaths(imported)).toEqual(expected);
});

test("claims no URL that code computes, and never runs the code", async () => {
  const imported = await importTree({
    "pelicanconf.py":
      "import os\nPATH = 'content'\nARTICLE_URL = os.environ['X'] + '{slug}'\nPAGE_URL = f'{X}/{slug}'\nraise SystemExit\n",
    "content/blog/rain.md": article("Rain"),
    "content/pages/about.md": article("About"),
  });
  expect(imported.report.entries.map(({ was }) => was)).toEqual([undefined, undefined]);
});

test("keeps off the site what Pelican does not publish", async () => {
  const { report } = await importTree({
    "pelicanconf.py":
      "PATH = 'content'\nDEFAULT_METADATA = {\n    'status': 'draft',  # until reviewed\n}\nARTICLE_PATHS = ['blog']\nARTICLE_EXCLUDES = ['blog/old']\n",
    "content/blog/rain.md": article("Rain", { more: "Status: published\n" }),
    "content/blog/snow.md": article("Snow"),
    "content/blog/hail.md": article("Hail", { more: "Status: hidden\n" }),
    "content/blog/old/fog.md": article("Fog", { more: "Status: published\n" }),
    "content/notes/wind.md": article("Wind", { more: "Status: published\n" }),
    "content/pages/about.md": article("About", { more: "Status: published\n" }),
  });
  const live = report.entries.filter(({ draft }) => !draft).map(({ path }) => path);
  expect(live).toEqual(["content/blog/rain.md", "content/pages/about.md"]);
});
