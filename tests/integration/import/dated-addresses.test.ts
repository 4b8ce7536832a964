import { join } from "node:path";
import type { ImportReport } from "@loam/cms-core/import";
import { renderRoute } from "@loam/cms-core/render";
import { expect, test } from "vitest";
import { createTestSite, post, type TestSite, writeTree } from "./import-into.ts";

type Tree = Readonly<Record<string, string>>;

interface Imported {
  readonly site: TestSite;
  readonly report: ImportReport;
  /** Slugs by file path. */
  readonly slugs: Readonly<Record<string, string>>;
}

async function importTree(files: Tree): Promise<Imported> {
  const site = await createTestSite();
  const report = await site.import(await writeTree(join(site.folder, "old"), files));
  expect(report.failed).toEqual([]);
  const slugs = Object.fromEntries(report.entries.map(({ path, slug }) => [path, slug]));
  return { site, report, slugs };
}

/** Returns pages whose URL changed. Hosts serve `/rain`, `/rain/`, and `/rain.html` alike. */
function movedPages({ site, report }: Imported): readonly string[] {
  return report.entries.flatMap(({ path, was, ...entry }) => {
    const { createdAt = "" } = site.store.entryById(entry.id) ?? {};
    const now = decodeURIComponent(renderRoute({ ...entry, createdAt }, site.store.site()));
    return was !== undefined && bare(was) === bare(now) ? [] : [`${path}: ${was} → ${now}`];
  });
}

function bare(address: string): string {
  return address.replace(/(?:\/|\.html)$/, "");
}

function typeRoutes({ report }: Imported): Readonly<Record<string, string>> {
  return Object.fromEntries(report.routes.map(({ apiId, route }) => [apiId, route]));
}

function apartOf({ report }: Imported): number {
  return report.routes.reduce((sum, { apart }) => sum + apart, 0);
}

test("gives Jekyll posts short slugs and dates in the site's time zone", async () => {
  const imported = await importTree({
    "_config.yml": "timezone: America/New_York\n",
    "_posts/2024-3-5-short.md": post("title: Short"),
    // In New York it is still the fifth.
    "_posts/2024-03-05-late.md": post("title: Late\ndate: 2024-03-05 22:30:00 -0500"),
    "_posts/2024-03-05-utc.md": post("title: UTC\ndate: 2024-03-06 03:30:00"),
    "_posts/2024-03-07-moved.md": post("title: Moved\ndate: 2023-12-31"),
  });
  expect(typeRoutes(imported)).toEqual({ posts: "/{year}/{month}/{day}/{slug}.html" });
  expect(imported.slugs).toEqual({
    "_posts/2024-3-5-short.md": "short",
    "_posts/2024-03-05-late.md": "late",
    "_posts/2024-03-05-utc.md": "utc",
    "_posts/2024-03-07-moved.md": "moved",
  });
  expect(Object.fromEntries(imported.report.entries.map(({ slug, was }) => [slug, was]))).toEqual({
    short: "/2024/03/05/short.html",
    late: "/2024/03/05/late.html",
    utc: "/2024/03/05/utc.html",
    moved: "/2023/12/31/moved.html",
  });
  expect(movedPages(imported)).toEqual([]);
  expect(apartOf(imported)).toBe(0);
  const { store } = imported.site;
  expect(store.site().timeZone).toBe("America/New_York");
  const file = await store.repository.readPath(store.head(), "site.yml");
  expect(Buffer.from(file?.bytes ?? []).toString()).toContain("timeZone: America/New_York\n");
});

test("changes nothing on reimport and gives added posts short slugs", async () => {
  const site = await createTestSite();
  const files = {
    "_config.yml": "timezone: Asia/Tokyo\npermalink: /blog/:year-:month-:day-:title/\n",
    "_posts/2024-01-31-rain.md": post("title: Rain\ndate: 2024-01-31 23:30:00 +0900"),
    "_posts/2024-02-01-snow.md": post("title: Snow"),
  };
  const folder = await writeTree(join(site.folder, "old"), files);
  await site.import(folder);
  const again = await site.import(folder);
  expect(again.commit).toBeUndefined();
  await writeTree(folder, { ...files, "_posts/2024-02-29-new.md": post("title: New") });
  const report = await site.import(folder);
  expect(report.entries.map(({ slug }) => slug).toSorted()).toEqual(["new", "rain", "snow"]);
  expect(site.store.site().routes).toEqual({ posts: "/blog/{year}-{month}-{day}-{slug}/" });
  expect(movedPages({ site, report, slugs: {} })).toEqual([]);
});

test("gives a Hugo post across midnight its own path and a short slug", async () => {
  const imported = await importTree({
    "hugo.toml":
      'baseURL = "https://example.org/"\n[permalinks]\n  posts = "/:year/:month/:contentbasename/"\n',
    "content/posts/_index.md": post("title: Posts"),
    "content/posts/late.md": post("title: Late\ndate: 2024-02-29T23:30:00-08:00"),
    "content/posts/link.md": post("title: Link\ndate: 2024-02-01", "[x](/2024/02/late/)"),
    "content/posts/noon.md": post("title: Noon\ndate: 2023-12-31T12:00:00+09:00"),
  });
  expect(typeRoutes(imported)["posts"]).toBe("/{year}/{month}/{slug}/");
  expect(imported.slugs).toMatchObject({
    "content/posts/late.md": "late",
    "content/posts/link.md": "link",
    "content/posts/noon.md": "noon",
  });
  expect(movedPages(imported)).toEqual([]);
  const late = imported.report.entries.find(({ slug }) => slug === "late");
  expect(imported.site.store.site().routes[late?.id ?? ""]).toBe("/2024/02/late/");
});

test("gives most posts with categories in their URLs short slugs", async () => {
  const imported = await importTree({
    "_config.yml": "url: https://example.org\n",
    "_posts/2024-01-02-one.md": post("title: One"),
    "_posts/2024-01-03-two.md": post("title: Two"),
    "_posts/2024-01-04-three.md": post("title: Three\ncategories: [tips, git]"),
    "tools/_posts/2024-01-05-four.md": post("title: Four"),
  });
  expect(Object.values(imported.slugs).toSorted()).toEqual(["four", "one", "three", "two"]);
  expect(typeRoutes(imported)).toEqual({ posts: "/{year}/{month}/{day}/{slug}.html" });
  expect(movedPages(imported)).toEqual([]);
  expect(apartOf(imported)).toBe(2);

  const all = await importTree({
    "_config.yml": "url: https://example.org\n",
    "_posts/2024-01-02-one.md": post("title: One\ncategories: tips"),
    "_posts/2024-01-03-two.md": post("title: Two\ncategories: tips"),
  });
  expect(typeRoutes(all)).toEqual({ posts: "/tips/{year}/{month}/{day}/{slug}.html" });
  expect(apartOf(all)).toBe(0);
});

test("gives the second of two equally named posts its own path", async () => {
  const imported = await importTree({
    "_config.yml": "permalink: /:year/:month/:title/\n",
    "_posts/2023-01-02-rain.md": post("title: Rain"),
    "_posts/2024-01-02-rain.md": post("title: Rain again"),
    "_posts/2024-01-03-sun.md": post("title: Sun"),
  });
  expect(Object.values(imported.slugs).every((slug) => !slug.includes("~"))).toBe(true);
  expect(movedPages(imported)).toEqual([]);
  expect(apartOf(imported)).toBe(1);
});

test("ignores an unknown time zone and keeps the site's", async () => {
  const odd = await importTree({
    "_config.yml": "timezone: Nowhere/Land\n",
    "_posts/2024-01-02-one.md": post("title: One"),
  });
  expect(odd.site.store.site().timeZone).toBeUndefined();

  const actor = { name: "Test", email: "test@example.com" };
  const site = await createTestSite();
  await site.store.changeSettings({ actor, timeZone: "Europe/Berlin" });
  const folder = await writeTree(join(site.folder, "old"), {
    "hugo.toml": 'timeZone = "Asia/Tokyo"\n[permalinks]\nposts = "/:year/:month/:day/:slug/"\n',
    "content/posts/a.md": post("title: A\ndate: 2024-01-01 03:00:00"),
    "content/posts/b.md": post("title: B\ndate: 2024-01-01 12:00:00"),
  });
  const report = await site.import(folder);
  expect(site.store.site().timeZone).toBe("Europe/Berlin");
  expect(movedPages({ site, report, slugs: {} })).toEqual([]);
});

/** Returns repeatable random numbers. */
function randoms(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ZONES = ["UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati"];
const JEKYLL = ["date", "pretty", "/:categories/:year/:title/", "/b/:year:month:day/:title.html"];
const HUGO = ["/:year/:month/:slug/", "/p/:year/:month/:day/:contentbasename/", "/:year/:slug/"];
const pad = (number: number): string => String(number).padStart(2, "0");

function randomTree(seed: number): Tree {
  const below = randoms(seed);
  const pick = (from: readonly string[]): string => from[below(from.length)] ?? "";
  const isHugo = below(2) === 0;
  const zone = pick(ZONES);
  const config = isHugo
    ? { "hugo.yaml": `timeZone: ${zone}\npermalinks: { posts: "${pick(HUGO)}" }\n` }
    : { "_config.yml": `timezone: ${zone}\npermalink: ${pick(JEKYLL)}\n` };
  const posts = Array.from({ length: 30 }, (_, index) => {
    const day = `20${pad(10 + below(5))}-${pad(1 + below(12))}-${pad(1 + below(28))}`;
    const name = `${pick(["rain", "snow", "sun"])}-${below(12)}`;
    const clock = `${pad(below(24))}:${pad(below(60))}:00`;
    const dates = ["", `date: ${day}`, `date: ${day} ${clock}`, `date: ${day} ${clock} -0800`];
    const date = isHugo ? `date: ${day}T${clock}${pick(["Z", "+09:00", "-08:00"])}` : pick(dates);
    const more = below(10) === 0 && !isHugo ? "categories: notes" : "";
    const front = [`title: ${name} ${index}`, date, more].filter(Boolean).join("\n");
    const file = isHugo ? `content/posts/${name}-${index}.md` : `_posts/${day}-${name}.md`;
    return [file, post(front)] as const;
  });
  return { ...config, ...Object.fromEntries(posts) };
}

test.each(Array.from({ length: 16 }, (_, seed) => seed + 1))(
  "keeps every URL for any date and time zone (seed %s)",
  async (seed) => {
    const imported = await importTree(randomTree(seed));
    expect(movedPages(imported)).toEqual([]);
    expect(imported.report.entries.filter(({ was }) => was === undefined)).toEqual([]);
    expect(Object.values(imported.slugs).filter((slug) => slug.includes("~"))).toEqual([]);
    expect(typeRoutes(imported)["posts"]).toContain("{year}");
  },
);

test.each([
  ["/:year/:monthname/:day/:slug/", "/2024/february/04/rain/"],
  ["/:weekday/:slug/", "/0/rain/"],
  ["/:weekdayname/:slug/", "/sunday/rain/"],
  ["/:year/:yearday/:slug/", "/2024/35/rain/"],
  ["/:06/:1/:2/:slug/", "/24/2/4/rain/"],
  ["/:2006/:01-:02/:Jan/:Monday/:002/:slug", "/2024/02-04/feb/sunday/035/rain/"],
  ["/:section/:sections/:filename/", "/posts/posts/a/b/c/wet-day/"],
  ["/:sections[1:]/:slug/", "/a/b/c/rain/"],
  ["/:sections[last]/:slug/", "/c/rain/"],
  ["/:sections[0]/:sections[:last]/:contentbasename/", "/posts/posts/a/b/wet-day/"],
  ["/:sections[1:last]/:slugorfilename/", "/a/b/rain/"],
  ["/Blog/:year/:title/", "/blog/2024/rain-falls/"],
])("keeps the URLs of Hugo's pattern %s", async (pattern, urlPath) => {
  const imported = await importTree({
    "hugo.yaml": `permalinks:\n  posts: ${JSON.stringify(pattern)}\n`,
    "content/posts/a/b/c/wet-day.md": post("title: Rain falls\nslug: rain\ndate: 2024-02-04"),
    "content/posts/snow.md": post("title: Snow\ndate: 2023-12-31"),
    "content/posts/hail.md": post(`title: Hail\ndate: 2024-12-31\n`, `[Rain](${urlPath})`),
  });
  expect(imported.report.entries).toContainEqual(
    expect.objectContaining({ path: "content/posts/a/b/c/wet-day.md", was: urlPath }),
  );
  expect(movedPages(imported)).toEqual([]);
  expect(imported.report.links).toEqual({ internal: 1, resolved: 1 });
});

test("leaves open what only Hugo knows", async () => {
  const { report } = await importTree({
    "hugo.yaml": "permalinks:\n  posts: /:year/:15/:slug/\n",
    "content/posts/rain.md": post("title: Rain\ndate: 2024-02-04"),
  });
  expect(report.entries.map(({ was }) => was)).toEqual([undefined]);
});

test.each([
  ["/:year/:long_month/:title/", "/2024/February/rain/"],
  ["/:short_month/:short_day/:long_day/:title/", "/Feb/Sun/Sunday/rain/"],
  ["/:year/:y_day/:w_day/:title/", "/2024/035/7/rain/"],
  ["/:w_year/w:week/:title/", "/2024/w05/rain/"],
])("keeps the URLs of Jekyll's pattern %s", async (permalink, urlPath) => {
  const imported = await importTree({
    "_config.yml": `permalink: ${permalink}\n`,
    "_posts/2024-02-04-rain.md": post("title: Rain"),
    "_posts/2021-01-03-new-year.md": post("title: New year"),
  });
  expect(imported.report.entries.map(({ was }) => was)).toContain(urlPath);
  expect(movedPages(imported)).toEqual([]);
});
