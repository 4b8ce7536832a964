import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

/** One of them has no title, so it can't be published. */
const ALL = 520;
const NAMELESS = "yak-without-name";
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" as const };

let browser: Browser;
let editor: EditorWindow;
let siteId: string;
let hq: ManagementClient;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  siteId = await siteToWriteIn(demo);
  hq = managementSession(demo);
  const yaks = { path: { site: siteId, api_id: "yaks" } };
  const name = { apiId: "name", label: "Name", type: "text" as const, required: true };
  const type = { apiId: "yaks", kind: "list" as const, label: "Yaks", fields: [name] };
  await hq.POST("/sites/{site}/types", { params: { path: { site: siteId } }, body: type });
  await hq.POST("/sites/{site}/types/{api_id}/schema/publish", { params: yaks });
  const made = "/sites/{site}/types/{api_id}/entries";
  const { data: first } = await hq.POST(made, { params: yaks, body: { fields: { name: "Yak" } } });
  await hq.POST(made, { params: yaks, body: { slug: NAMELESS, fields: {} } });
  const ids = [first?.id ?? ""];
  while (ids.length < ALL - 1) {
    const { data, error } = await hq.POST("/sites/{site}/entries/bulk", {
      params: { path: { site: siteId } },
      body: { action: "duplicate", entries: ids.slice(0, ALL - 1 - ids.length) },
    });
    if (error !== undefined) throw new Error(error.detail);
    ids.push(...data.results.map(({ copy = "" }) => copy));
  }
});
afterAll(() => browser.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Holds bulk requests until they are released or aborted. */
async function holdChanges(
  page: Page,
): Promise<(then: (route: Route) => unknown) => Promise<void>> {
  const held: Route[] = [];
  await page.route("**/entries/bulk", (route) => void held.push(route));
  return async (then) => {
    await expect.poll(() => held.length).toBe(1);
    await Promise.all(held.splice(0).map(then));
  };
}

/** Returns the number of entries in each publish commit, newest first. */
async function publishes(): Promise<readonly number[]> {
  const params = { path: { site: siteId }, query: { limit: 20 } };
  const { data } = await hq.GET("/sites/{site}/log", { params });
  return (data?.publishes ?? []).map(({ count }) => count);
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole("row", { name: "Yak" }).first().waitFor();
  await page.getByRole("columnheader").locator("label").click();
  await page.getByText(`${ALL} selected`).waitFor();
}

test("publishes a long list with one commit per request, progress, and failures", async () => {
  const page = await editor.open(`/sites/${siteId}/entries/yaks`);
  const dialog = page.getByRole("dialog", { name: /^Publish 520 entries/ });
  const release = await holdChanges(page);
  const before = await publishes();
  const read = Promise.withResolvers<undefined>();
  await page.route("**/types/yaks/entries?*limit=100*", async (route) => {
    await read.promise;
    await route.continue();
  });
  await selectAll(page);
  await button(page, "Publish…").click();
  await page.getByRole("toolbar").getByText("Loading entries…").waitFor();
  read.resolve(undefined);
  await button(page, `Publish ${ALL} entries`).press("Enter");
  await dialog.getByRole("status").getByText("0 of 520").waitFor();
  await release((route) => route.continue());
  await dialog.getByRole("status").getByText("500 of 520").waitFor();
  await dialog.getByRole("progressbar", { name: "Progress" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await release((route) => route.abort());
  await dialog.getByText("500 entries are published, not visible yet.").waitFor();
  await dialog.getByText("20 entries were not processed.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, "Continue with 20 entries").press("Enter");
  await release((route) => route.continue());
  await dialog.getByText(`${ALL - 1} entries are published, not visible yet.`).waitFor();
  await dialog.getByText("1 entry couldn’t be changed:").waitFor();
  const refused = dialog.getByRole("listitem");
  expect(await refused.allTextContents()).toEqual([expect.stringMatching(/^yak-without-name: ./)]);
  expect(await publishes()).toEqual([19, 500, ...before]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await refused.getByRole("link", { name: NAMELESS }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).waitFor();
});

test("unpublishes all entries on a phone", async () => {
  const page = await editor.open(`/sites/${siteId}/entries/yaks`, PHONE);
  const dialog = page.getByRole("dialog", { name: /^Unpublish 520 entries/ });
  const release = await holdChanges(page);
  const before = await publishes();
  await selectAll(page);
  await button(page, "Unpublish…").click();
  await button(page, `Unpublish ${ALL} entries`).click();
  await release((route) => route.continue());
  await dialog.getByRole("status").getByText("500 of 520").waitFor();
  expect(await overflow(page)).toBe(0);
  await release((route) => route.continue());
  await dialog.getByText(`${ALL - 1} entries unpublished.`).waitFor();
  await dialog.getByText("1 entry skipped, nothing to change.").waitFor();
  const [second = 0, first = 0, ...earlier] = await publishes();
  expect([second + first, earlier]).toEqual([ALL - 1, before]);
  expect(await overflow(page)).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar").waitFor({ state: "detached" });
});

test("repeats no duplicate whose response was lost", async () => {
  const page = await editor.open(`/sites/${siteId}/entries/yaks?q=without`);
  const release = await holdChanges(page);
  await page.getByRole("row", { name: NAMELESS }).press("Space");
  await button(page, "Duplicate…").press("Enter");
  const go = button(page, "Duplicate 1 entry");
  await go.press("Enter");
  await release(async (route) => {
    await route.fetch({ maxRetries: 3 });
    await route.abort();
  });
  await page.getByText("Check your connection and try again.").waitFor();
  await go.press("Enter");
  await release((route) => route.continue());
  await page.getByText("1 draft created.").waitFor();
  const params = { path: { site: siteId, api_id: "yaks" }, query: { limit: 1 } };
  const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries", { params });
  expect(data?.total).toBe(ALL + 1);
});
