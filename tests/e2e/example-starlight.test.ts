import { rm } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crawlSite } from "../../scripts/demo/crawl-site.ts";
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
const PUBLISHED = `${demo.hqUrl}/public/${demo.siteId}`;

/** In the order of the sidebar: by section and position. */
const PAGES: readonly string[] = [
  "getting-started",
  "content-types",
  "field-types",
  "entry-files",
  "publishing",
  "published-files",
];

let browser: Browser;
let site: FolderServer;
let url: string;
let said: string;
let folder: string;
beforeAll(async () => {
  browser = await launchChromium();
  folder = await newDemoFolder();
  said = await buildExample("starlight", folder, { LOAM_SITE_URL: PUBLISHED });
  const port = await freePort();
  site = await serveFolder(folder, port);
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

test("shows each docs page in Starlight's layout by section without dead links", async () => {
  const types = await readPublished(PUBLISHED);
  const docs = types.find(({ apiId }) => apiId === "docs")?.entries ?? [];
  expect(docs.map(({ slug }) => slug).toSorted()).toEqual(PAGES.toSorted());
  const pages = await crawlSite(`${url}/`);
  expect(pages.filter(({ status }) => status !== 200).map((page) => page.url)).toEqual([]);
  const texts = new Map(pages.map((page) => [new URL(page.url).pathname, page.text]));
  for (const { slug } of docs) expect(texts.get(`/${slug}/`)).toContain('<h1 id="_top"');
  const html = texts.get("/content-types/") ?? "";
  const places = PAGES.map((slug) => html.indexOf(`href="/${slug}/"`));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(html).toMatch(/rel="prev"[^]*rel="next"/);
  expect(html).toMatch(/See also<\/h2><ul><li><a href="\/field-types\/"/);
  expect(said).not.toMatch(/not a page of this site|ERROR/);
});

test("opens search results", async () => {
  const page = await browser.newPage();
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.locator("dialog input").fill("embed");
  await page.getByRole("dialog").getByRole("link", { name: "Field types" }).first().click();
  await page.waitForURL(`${url}/field-types/`);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Field types");
  await page.close();
});

test.each(LOOKS)("is readable in $name", async (look) => {
  for (const address of ["/", "/content-types/", "/field-types/"]) {
    const { page, problems } = await visitPage(browser, url + address, look);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  }
});
