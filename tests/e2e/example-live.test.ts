import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseConfig, startHq } from "@loam/hq";
import type { ManagementClient } from "@loam/hq/client";
import { pino } from "pino";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { crawlSite } from "../../scripts/demo/crawl-site.ts";
import { prepareSite } from "../../scripts/demo/prepare-site.ts";
import { buildExample, serveBuilt } from "../support/astro/astro-project.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession } from "../support/browser/editor-page.ts";
import { startSession } from "../support/browser/start-session.ts";
import { LOOKS, overflow, visitPage } from "../support/browser/visit-page.ts";
import { newDemoFolder } from "../support/demo/demo-process.ts";
import { freePort } from "../support/free-port.ts";

const ENTRY = "/sites/{site}/types/{api_id}/entries/{id}";
/** From the content in `content/`. */
const PICTURE = "e6eslzec6ye5gfsoaa2z";
const TITLE = "A picture is its bytes";

const ends: (() => Promise<unknown>)[] = [];
let browser: Browser;
let api: ManagementClient;
let siteId: string;
let url: string;
let stopHq: () => Promise<void>;

// A separate HQ with the demo's content, so that publishing doesn't affect other tests.
beforeAll(async () => {
  browser = await launchChromium();
  ends.push(() => browser.close());
  const folder = await newDemoFolder();
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
  const [hqPort, sitePort] = [await freePort(), await freePort()];
  const state = await prepareSite({ once: true, folder, hqPort, sitePort });
  ({ siteId } = state);
  const env = {
    LOAM_DATA: join(folder, "data"),
    LOAM_PORT: `${hqPort}`,
    LOAM_BILLING: "none",
    LOAM_WEBHOOK_ALLOW: "127.0.0.0/8",
  };
  const running = await startHq(parseConfig(env, folder), { log: pino({ enabled: false }) });
  stopHq = () => running.close();
  ends.unshift(stopHq);
  const person = { hqUrl: running.url, email: state.email, password: state.password };
  api = managementSession({ hqUrl: running.url, session: await startSession(person) });
  url = `http://127.0.0.1:${sitePort}`;
  const hook = await api.POST("/sites/{site}/webhooks", {
    params: { path: { site: siteId } },
    body: { name: "Site", url: `${url}/hooks/loam`, events: ["entry.published"] },
  });
  await buildExample("live", join(folder, "dist"), {
    LOAM_URL: running.url,
    LOAM_SITE: siteId,
    CMS_READ_KEY: state.readKey,
  });
  const server = await serveBuilt(
    folder,
    {
      CMS_READ_KEY: state.readKey,
      CMS_PREVIEW_SECRET: "0123456789abcdef0123",
      CMS_WEBHOOK_SECRET: hook.data?.secret ?? "",
    },
    sitePort,
  );
  ends.unshift(() => server.stop());
});
afterAll(async () => {
  for (const end of ends) await end();
});

const place = () => ({ path: { site: siteId, api_id: "posts", id: PICTURE } });
const save = (title: string) => api.PATCH(ENTRY, { params: place(), body: { fields: { title } } });

async function seen(path: string): Promise<{ cache: string | null; title: string | undefined }> {
  const answer = await fetch(url + path);
  const title = /<h1[^>]*>([^<]*)/.exec(await answer.text())?.[1];
  return { cache: answer.headers.get("x-astro-cache"), title };
}

test("serves every linked page and finds searched content", async () => {
  const pages = await crawlSite(`${url}/`);
  expect(pages.length).toBeGreaterThan(20);
  const dead = pages
    .filter(({ status }) => status !== 200)
    .map((page) => page.url.slice(url.length));
  // Texts link to lists that this small site doesn't have.
  expect(
    dead.filter((path) => !/^\/(?:gallery|tags|docs|blog|authors|categories)$/.test(path)),
  ).toEqual([]);
  const found = await (await fetch(`${url}/?q=hugo`)).text();
  expect(found).toContain('href="/blog/import-a-hugo-blog"');
  expect(found).not.toContain('href="/blog/what-durable-means"');
  expect(await (await fetch(`${url}/?q=xylophone`)).text()).toContain("No posts found.");
  expect((await fetch(`${url}/blog/nothing`)).status).toBe(404);
});

test.each(LOOKS)("is readable in $name", async (look) => {
  for (const address of [
    "/",
    "/blog/pictures-have-addresses",
    "/authors/mara-lindqvist",
    "/docs/field-types",
  ]) {
    const { page, problems } = await visitPage(browser, url + address, look);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(problems).toEqual([]);
    await page.close();
  }
});

test("caches a page until the webhook reports a publish of its content", async () => {
  await seen("/blog/pictures-have-addresses");
  expect(await seen("/blog/pictures-have-addresses")).toEqual({ cache: "HIT", title: TITLE });
  await save("A picture has an address");
  expect(await seen("/blog/pictures-have-addresses")).toEqual({ cache: "HIT", title: TITLE });
  await api.POST("/sites/{site}/publish-changes", {
    params: { path: { site: siteId } },
    body: { entries: [PICTURE] },
  });
  await expect
    .poll(async () => (await seen("/blog/pictures-have-addresses")).title)
    .toBe("A picture has an address");
  expect(await (await fetch(`${url}/`)).text()).toContain("A picture has an address");
});

test("shows previews past the cache on all following pages without storing them", async () => {
  await save("A picture, a draft");
  await seen("/blog/pictures-have-addresses");
  const made = await api.POST(`${ENTRY}/preview-token`, { params: place() });
  const page = await browser.newPage();
  const link = `${url}/_loam/preview?type=posts&id=${PICTURE}&draftKey=${made.data?.token}`;
  await page.goto(link);
  await page.getByRole("heading", { name: "A picture, a draft" }).waitFor();
  await page.getByRole("region", { name: "Draft preview" }).waitFor();
  expect(page.url()).toMatch(/\/blog\/pictures-have-addresses\?loam_preview=\w+$/);
  const answer = await page.reload();
  expect(answer?.headers()).toMatchObject({ "cache-control": "private, no-store" });
  expect(answer?.headers()).not.toHaveProperty("x-astro-cache");

  await page.getByRole("link", { name: "Loam, live" }).click();
  await page.getByRole("link", { name: "A picture, a draft" }).waitFor();
  await page.getByRole("region", { name: "Draft preview" }).waitFor();
  await page.getByRole("link", { name: "A picture, a draft" }).click();
  await page.getByRole("heading", { name: "A picture, a draft" }).waitFor();

  // Another visitor, even at the preview's URL.
  for (const address of [
    "/blog/pictures-have-addresses",
    new URL(page.url()).pathname + new URL(page.url()).search,
  ]) {
    expect((await seen(address)).title).toBe("A picture has an address");
  }
  await page.getByRole("link", { name: "Exit preview" }).click();
  await page.getByRole("heading", { name: "A picture has an address" }).waitFor();
  expect(await page.getByRole("region", { name: "Draft preview" }).count()).toBe(0);
  await page.close();
});

test("serves cached pages while HQ is unreachable and explains the others", async () => {
  await seen("/docs/publishing");
  await stopHq();
  expect((await seen("/docs/publishing")).cache).toBe("HIT");
  const missing = await fetch(`${url}/?q=anything`);
  expect(missing.status).toBe(503);
  expect(await missing.text()).toBe("The site is temporarily unavailable.");
});
