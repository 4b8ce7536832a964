import { regenerateDraftKey } from "@loam/hq";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { followHq } from "../../packages/astro-integration/src/dev/follow-hq.ts";
import { indexStamp, watchSource } from "../../packages/astro-integration/src/dev/watch-source.ts";
import { openSource } from "../../packages/astro-integration/src/source/open-source.ts";
import { loamProject } from "../support/astro/loam-project.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { openBrowser } from "../support/browser/browser.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type ReadApiSite, startReadApiSite } from "../support/hq/read-api-site.ts";

const ADMIN = { email: "ann@example.test", password: "a long enough password" };

let site: ReadApiSite;
let token: string;
let one: string;
beforeAll(async () => {
  site = await startReadApiSite({
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
  });
  one = await site.save("posts", "one", { title: "One" });
  const two = await site.save("posts", "two", { title: "Two" });
  await site.publish(one, two);
  const browser = openBrowser({ at: site.running.url });
  await browser.signIn(ADMIN.email, ADMIN.password);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const made = await browser.ask("POST", "/api/manage/tokens", {
    body: { name: "dev", scopes: ["content:read", "content:write"], expiresAt },
  });
  token = String(made.body["token"]);
});
afterAll(() => site.close());

/** Saves like an editor does. */
async function saveTitle(id: string, title: string): Promise<void> {
  const url = `${site.running.url}/api/manage/sites/${site.siteId}/types/posts/entries/${id}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const body = JSON.stringify({ fields: { title } });
  const response = await fetch(url, { method: "PATCH", headers, body });
  expect(response.status).toBe(200);
}

const PAGES = {
  "src/content.config.ts": "export const collections = {};",
  "src/pages/collections.json.ts": "export const GET = () => Response.json({});",
  "src/pages/[slug].astro": `---
import { loamPaths } from "loam:content";
export const getStaticPaths = () => loamPaths("posts");
---
<html lang="en"><head><title>A post</title></head><body><h1>{Astro.props.entry.data.title}</h1></body></html>`,
};

test("updates affected pages on a save in HQ and reports it in the toolbar", async () => {
  const { database, now } = site.running.hq;
  const { draftKey } = await regenerateDraftKey(database, site.siteId, { now });
  const source = `{ kind: "api", baseUrl: "${site.running.url}", siteId: "${site.siteId}", drafts: true }`;
  const project = await loamProject({
    options: `{ source: ${source} }`,
    files: {
      ...PAGES,
      ".env": `CMS_READ_KEY=${site.key}\nCMS_DRAFT_KEY=${draftKey}\nLOAM_TOKEN=${token}\n`,
    },
  });
  const server = await project.start("dev", "--port", "0");
  onTestFinished(() => server.stop());
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ colorScheme: "dark" });
  const page = await context.newPage();
  const other = await context.newPage();
  await page.goto(`${server.url}one`);
  await other.goto(`${server.url}two`);
  // Pages reload while Vite optimizes the toolbar's dependencies.
  await page.getByRole("heading", { name: "One" }).waitFor();
  for (const each of [page, other]) await each.waitForLoadState("networkidle");
  await other.evaluate(() => Reflect.set(globalThis, "kept", true));

  await saveTitle(one, "One, edited");
  await page.getByRole("heading", { name: "One, edited" }).waitFor();
  expect(await other.evaluate(() => Reflect.get(globalThis, "kept"))).toBe(true);

  await site.save("posts", "three", { title: "Three" });
  await expect.poll(() => statusOf(`${server.url}three`)).toBe(200);
  await site.save("posts", "one", { title: "One, edited again" });
  await page.getByRole("heading", { name: "One, edited again" }).waitFor();

  await openToolbar(page);
  const shown = page.locator('astro-dev-toolbar-app-canvas[data-app-id="loam"]');
  await expect
    .poll(() => shown.locator("h2").allTextContents())
    .toEqual(["On this page", "Unpublished changes (2)"]);
  const link = shown.getByRole("link", { name: "One, edited again" }).first();
  const edit = `${site.running.url}/sites/${site.siteId}/entries/posts/${one}`;
  expect(await link.getAttribute("href")).toBe(edit);
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

async function openToolbar(page: Page): Promise<void> {
  const button = page.locator('astro-dev-toolbar [data-app-id="loam"]').first();
  await button.dispatchEvent("click");
}

test("receives saves from HQ and detects them in a repository", async () => {
  const { url: baseUrl } = site.running;
  const onEvent = vi.fn<() => void>();
  const refused = vi.fn<(why: string) => void>();
  const following = followHq({ baseUrl, siteId: site.siteId, token, onEvent, onRefused: refused });
  onTestFinished(() => following.close());
  const other = followHq({ baseUrl, siteId: site.siteId, token: "x", onEvent, onRefused: refused });
  onTestFinished(() => other.close());
  await expect.poll(() => refused.mock.calls).toEqual([[expect.stringContaining("returned 401")]]);

  const repo = site.store.repository.gitDir;
  const source = openSource({ source: { kind: "git", repo, ref: "main" }, root: "/", keys: {} });
  const changed = vi.fn<() => void>();
  const seen = await indexStamp(source);
  const watched = watchSource({ source, isLocal: true, seen, changed });
  onTestFinished(() => watched.close());

  await saveTitle(one, "Heard of");
  await expect.poll(() => onEvent.mock.calls.length).toBeGreaterThan(0);
  await expect.poll(() => changed.mock.calls.length).toBe(1);
});
