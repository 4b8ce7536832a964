import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import {
  managementSession,
  signInToEditor,
  siteToWriteIn,
} from "../support/browser/editor-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

const NAMES = ["Zebra one", "Zebra two", "Zebra three"];

let browser: Browser;
let page: Page;
let siteId: string;
beforeAll(async () => {
  browser = await launchChromium();
  siteId = await siteToWriteIn(demo);
  const hq = managementSession(demo);
  const params = { path: { site: siteId, api_id: "authors" } };
  for (const name of NAMES) {
    await hq.POST("/sites/{site}/types/{api_id}/entries", {
      params,
      body: { fields: { name, about: "Stripes." } },
    });
  }
  const unnamed = { slug: "zebra-unnamed", fields: { role: "Zebra" } };
  await hq.POST("/sites/{site}/types/{api_id}/entries", { params, body: unnamed });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await signInToEditor(page, demo, `/sites/${siteId}/entries/authors?q=zebra&order=title`);
});
afterAll(() => browser.close());

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const row = (name: string) => page.getByRole("row", { name });

test("publishes selected entries together and explains failures", async () => {
  await row("Zebra two").waitFor();
  await page.getByRole("columnheader").locator("label").click();
  await page.getByRole("toolbar").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button("Publish…").click();
  await dialog().getByText("2 problems, can’t be published").click();
  await dialog()
    .getByRole("region", { name: "zebra-unnamed" })
    .getByRole("alert")
    .first()
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button("Publish 3 entries").click();
  await dialog().getByText("3 entries are published, not visible yet.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog().getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("toolbar").waitFor({ state: "detached" });
  await row("Zebra two").getByText("Published, not visible yet").waitFor();
  expect(
    await page.evaluate("document.activeElement.contains(document.querySelector('[role=grid]'))"),
  ).toBe(true);
});

test("duplicates an entry and deletes the copy by keyboard", async () => {
  const pick = (name: string) => row(name).press("Space");
  await pick("Zebra three");
  await button("Duplicate…").press("Enter");
  await button("Duplicate 1 entry").press("Enter");
  await dialog().getByText("1 draft created.").waitFor();
  await page.keyboard.press("Escape");
  const copy = row("/zebra-three-2");
  await copy.press("Space");
  await button("Delete…").press("Enter");
  await button("Delete 1 entry").press("Enter");
  await dialog().getByText("1 entry deleted.").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await copy.waitFor({ state: "detached" });
  expect(await row("Zebra three").count()).toBe(1);
});

test("lists a deleted entry with its author and restores it as a draft", async () => {
  await page.getByRole("link", { name: "Deleted entries" }).click();
  const gone = page.getByRole("listitem").filter({ hasText: "/zebra-three-2" });
  await gone.getByText("demo", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await gone.getByRole("button", { name: "Restore Zebra three" }).press("Enter");
  await page.getByText("Zebra three restored as a draft.").waitFor();
  await gone.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Zebra three" }).click();
  await page.getByLabel("Name").waitFor();
});

test("filters by a field, also from the URL, and shows the field as a column", async () => {
  await page.goto(`${demo.hqUrl}/sites/${siteId}/entries/authors?order=title`);
  await row("Zebra two").waitFor();
  await button("Filter").press("Enter");
  await page.getByLabel("Filter by").selectOption({ label: "Role" });
  await button("Show").press("Enter");
  await page.getByText("Enter text to search for.").waitFor();
  await page.getByLabel("Value").fill("Zeb(r]a");
  await page.getByLabel("Value").press("Enter");
  await page.getByText("No matching entries").waitFor();
  await page.getByRole("button", { name: "Remove filter" }).press("Enter");
  await button("Filter").press("Enter");
  await page.getByLabel("Filter by").selectOption({ label: "Role" });
  await page.getByLabel("Value").fill("Zebra");
  await button("Show").press("Enter");
  await row("zebra-unnamed").waitFor();
  await row("Zebra two").waitFor({ state: "detached" });
  // Once the form has closed.
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Filter");
  await button("Columns").press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "Role" }).press("Enter");
  await page.keyboard.press("Escape");
  await page.getByRole("gridcell", { name: "Zebra", exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await page.getByRole("gridcell", { name: "Zebra", exact: true }).waitFor();
  expect(await row("Zebra two").count()).toBe(0);
  await button("Saved views").press("Enter");
  await page.getByRole("menuitem", { name: "Save view…" }).press("Enter");
  await dialog().getByLabel("Name").fill("Stripes");
  await dialog().getByLabel("Name").press("Enter");
  await dialog().waitFor({ state: "detached" });
  await button("Clear filters").press("Enter");
  await row("Zebra two").waitFor();
  await button("Saved views").press("Enter");
  await page.getByRole("menuitem", { name: "Stripes" }).press("Enter");
  await row("Zebra two").waitFor({ state: "detached" });
  await row("zebra-unnamed").waitFor();
});

test("reorders entries by buttons and by keyboard", async () => {
  await button("Reorder").press("Enter");
  await row("Zebra one").waitFor();
  const above = (one: string, other: string) =>
    page.locator(`[role=row][aria-label="${one}"] ~ [role=row][aria-label="${other}"]`).first();
  const isAbove = await above("Zebra one", "Zebra two").isVisible();
  const [first, second] = isAbove ? ["Zebra one", "Zebra two"] : ["Zebra two", "Zebra one"];
  // They were published together, so they are adjacent or have the third between them.
  const up = button(`Move ${second} up`);
  while (!(await above(second, first).isVisible())) await up.press("Enter");
  await button(`Move ${second}`).press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await above(first, second).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button("Done").press("Enter");
  await page.goto(`${demo.hqUrl}/sites/${siteId}/entries/authors?arrange=1`);
  await above(first, second).waitFor();
});

test("offers no selection to viewers", async () => {
  await page.route(`**/api/manage/sites/${siteId}`, async (route) => {
    const answer = await route.fetch({ maxRetries: 3 });
    await route.fulfill({ response: answer, json: { ...(await answer.json()), role: "view" } });
  });
  await page.goto(`${demo.hqUrl}/sites/${siteId}/entries/authors?q=zebra`);
  await row("Zebra two").waitFor();
  expect(await page.getByRole("checkbox").count()).toBe(0);
});
