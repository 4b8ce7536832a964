import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawlSite, type CrawledPage } from "../../scripts/demo/crawl-site.ts";
import { readPublished } from "../../scripts/demo/published-json.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { LOOKS, overflow, shownImages, visitPage } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let pages: readonly CrawledPage[];

beforeAll(async () => {
  [browser, pages] = await Promise.all([launchChromium(), crawlSite(`${demo.siteUrl}/`)]);
});

afterAll(() => browser.close());

/** One page of each kind, by path pattern. */
const KINDS = [
  ["home", /^\/$/],
  ["list of posts", /^\/blog$/],
  ["second page of posts", /^\/blog\/(?:page\/)?2$/],
  ["post", /^\/blog\/why-git$/],
  ["author", /^\/authors\/[^/]+$/],
  ["category", /^\/categories\/[^/]+$/],
  ["tag", /^\/tags\/[^/]+$/],
  ["gallery", /^\/gallery$/],
  ["docs", /^\/docs$/],
  ["docs page", /^\/docs\/[^/]+$/],
] as const;

function pageAt(path: RegExp): string {
  const found = pages.find(({ url, mediaType }) => {
    return mediaType === "text/html" && path.test(new URL(url).pathname);
  });
  if (found === undefined) throw new Error(`no page has a path like ${path}`);
  return found.url;
}

// In parallel, because each page waits until it has made no requests for a while.
describe.for(LOOKS)("on $name", (look) => {
  test.concurrent.for(KINDS)(
    "shows a complete, accessible %s page without errors",
    async ([, path]) => {
      const { page, problems, origins } = await visitPage(browser, pageAt(path), look);
      try {
        expect(problems).toEqual([]);
        // Pages only request the site itself, never HQ.
        expect([...origins]).toEqual([demo.siteUrl]);
        expect(await overflow(page)).toBe(0);
        expect(await page.locator("h1").count()).toBe(1);
        const images = await shownImages(page);
        expect(
          images.filter(({ loaded, hasAlt, hasRoom }) => !(loaded && hasAlt && hasRoom)),
        ).toEqual([]);
        expect(await accessibilityProblems(page)).toEqual([]);
      } finally {
        await page.close();
      }
    },
  );
});

describe("images", () => {
  test("load in the right size and format for the screen", async () => {
    const url = pageAt(/^\/blog\/why-git$/);
    const [desktop, , phone] = LOOKS;
    const widths = await Promise.all(
      [desktop, phone].map(async (look) => {
        if (look === undefined) throw new Error("no look");
        const { page } = await visitPage(browser, url, look);
        const [cover] = (await shownImages(page)).toSorted((a, b) => b.width - a.width);
        await page.close();
        expect(cover?.shown).toMatch(/\/media\/[0-9a-f]{16}\/\d+\.(?:avif|webp)$/);
        return Number(/(\d+)\.\w+$/.exec(cover?.shown ?? "")?.[1]);
      }),
    );
    expect(widths[1]).toBeLessThan(widths[0] ?? 0);
  });
});

describe("the site without scripts", () => {
  test("shows its posts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pageAt(/^\/blog$/));
    expect(await page.locator("main a[href^='/blog/']").count()).toBeGreaterThan(5);
    await context.close();
  });
});

describe("feeds", () => {
  test("RSS lists every published post with its URL and date", async () => {
    const types = await readPublished(`${demo.hqUrl}/public/${demo.siteId}`);
    const posts = types.find(({ apiId }) => apiId === "posts")?.entries ?? [];
    const feed = pages.find(({ text }) => text.includes("<rss"));

    const items = feed?.text.match(/<item>.*?<\/item>/gs) ?? [];

    expect(items).toHaveLength(posts.length);
    for (const { slug } of posts) {
      const item = items.find((text) => text.includes(`${demo.siteUrl}/blog/${slug}<`));
      expect(Date.parse(/<pubDate>(.*?)<\/pubDate>/.exec(item ?? "")?.[1] ?? "")).not.toBeNaN();
    }
  });

  test("the sitemap lists exactly the linked pages", async () => {
    const index = await (await fetch(`${demo.siteUrl}/sitemap-index.xml`)).text();
    const maps = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url);
    const listed = await Promise.all(
      maps.map(async (url) => {
        const text = await (await fetch(url)).text();
        return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, page = ""]) => plainUrl(page));
      }),
    );
    const linked = pages
      .filter(({ mediaType }) => mediaType === "text/html")
      .map(({ url }) => plainUrl(url));

    expect(new Set(listed.flat())).toEqual(new Set(linked));
  });
});

test("returns 404 with the site's own page for unknown URLs", async () => {
  const response = await fetch(`${demo.siteUrl}/no/such/page`);

  expect(response.status).toBe(404);
  expect(await response.text()).toContain("<html");
});

function plainUrl(url: string): string {
  return url.replace(/\/$/, "");
}
