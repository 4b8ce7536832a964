import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crawlSite, type CrawledPage } from "../../scripts/demo/crawl-site.ts";
import { readPublished } from "../../scripts/demo/published-json.ts";
import { type FolderServer, serveFolder } from "../../scripts/demo/serve-folder.ts";
import { buildExample } from "../support/astro/astro-project.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { LOOKS, overflow, visitPage } from "../support/browser/visit-page.ts";
import { newDemoFolder } from "../support/demo/demo-process.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";
import { freePort } from "../support/free-port.ts";

const demo = await demoUnderTest();

let browser: Browser;
let site: FolderServer;
let url: string;
let folder: string;
beforeAll(async () => {
  browser = await launchChromium();
  folder = await newDemoFolder();
  await buildExample("from-microcms", folder, {
    LOAM_URL: demo.hqUrl,
    LOAM_READ_KEY: demo.readKey,
  });
  const port = await freePort();
  site = await serveFolder(folder, port);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const path = ({ url: address }: CrawledPage): string => new URL(address).pathname;

test("the site migrated from microCMS has a page for each post with its text", async () => {
  const types = await readPublished(`${demo.hqUrl}/public/${demo.siteId}`);
  const posts = types.find(({ apiId }) => apiId === "posts")?.entries ?? [];
  const pages = await crawlSite(`${url}/`);
  const texts = new Map(pages.map((page) => [path(page), page.text]));
  expect(posts.length).toBeGreaterThan(5);
  for (const { slug } of posts) expect(texts.get(`/blog/${slug}`)).toMatch(/<h1>.+<p>/s);
  // Texts link to pages that this small site doesn't have.
  const dead = pages.filter(({ status }) => status !== 200).map(path);
  expect(dead.filter((one) => !/^\/(?:docs|authors|categories|tags)\b/.test(one))).toEqual([]);
});

test.each(LOOKS)("is readable in $name", async (look) => {
  for (const address of ["/", "/blog/why-git"]) {
    const { page, problems } = await visitPage(browser, url + address, look);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  }
});
