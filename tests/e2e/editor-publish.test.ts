import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
let siteId: string;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  siteId = await siteToWriteIn(demo);
  const hq = managementSession(demo);
  await hq.PUT("/sites/{site}/publishing", {
    params: { path: { site: siteId } },
    body: { enabled: true },
  });
  for (const id of ["a-publish-is-a-commit", "what-durable-means"]) {
    const path = { site: siteId, api_id: "posts", id };
    await hq.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", { params: { path } });
  }
});
afterAll(() => browser.close());

const open = (path: string): Promise<Page> => editor.open(`/sites/${siteId}/${path}`);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const summary = (page: Page) => page.getByLabel("Summary");
const dialog = (page: Page) =>
  page.getByRole("dialog", { name: "Review changes before publishing" });

test("saves before publishing, shows the changes by word, and links the data", async () => {
  const page = await open("entries/posts/a-publish-is-a-commit");
  const before = await summary(page).inputValue();
  await summary(page).fill(`${before} Truly.`);
  await page.keyboard.press("Control+Enter");
  await dialog(page).locator("ins").waitFor();
  expect(await dialog(page).locator("ins").allTextContents()).toEqual([" Truly."]);
  expect(await dialog(page).locator("del").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  // The same shortcut confirms the dialog.
  await page.keyboard.press("Control+Enter");
  await page.getByText("No unpublished changes.").waitFor();
  await page.getByRole("button", { name: /^Published/ }).click();
  const address = await page.getByRole("link", { name: "View JSON" }).getAttribute("href");
  expect(await (await fetch(address ?? "")).json()).toMatchObject({ summary: `${before} Truly.` });
});

test("counts, compares, and reverts differences from the live version", async () => {
  const page = await open("entries/posts/what-durable-means");
  const live = await summary(page).inputValue();
  await summary(page).fill("Not for visitors.");
  await button(page, "Save").click();
  await page.getByText("1 field differs from the live version.").waitFor();
  await button(page, "Compare").click();
  await dialog(page).getByText("Not for visitors.").waitFor();
  await dialog(page).getByRole("button", { name: "Revert to live version" }).click();
  await page.getByText("No unpublished changes.").waitFor();
  expect(await summary(page).inputValue()).toBe(live);
});

test("shows publish problems from HQ with links to their fields", async () => {
  const page = await open("entries/posts/files-not-requests");
  await page.getByLabel("Title").first().fill("");
  await button(page, "Save").click();
  await page.getByText("Fix 1 problem to publish:").waitFor();
  expect(await button(page, "Publish").isDisabled()).toBe(true);
  await page.locator("#why-not-published").getByRole("button", { name: "Title" }).click();
  await expect.poll(() => page.evaluate("document.activeElement.dataset.path")).toBe("title");
});

test("schedules an entry in a selected time zone, changes it, and removes it", async () => {
  const hq = managementSession(demo);
  const path = { site: siteId, api_id: "posts", id: "schemas-that-remember" };
  const copy = await hq.POST("/sites/{site}/types/{api_id}/entries/{id}/duplicate", {
    params: { path },
  });
  const id = copy.data?.id ?? "";
  const readTimes = async (): Promise<unknown> => {
    const params = { path: { ...path, id } };
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params });
    return [data?.publishAt, data?.unpublishAt];
  };
  const page = await open(`entries/posts/${id}`);
  const at = new Date(Date.now() + 40 * 86_400_000);
  at.setUTCHours(0, 0, 0, 0);
  await button(page, "More publishing options").click();
  await page.getByRole("menuitem", { name: "Schedule…" }).click();
  const times = page.getByRole("dialog", { name: "Schedule" });
  const zone = times.getByRole("combobox", { name: "Time zone" });
  await zone.fill("Tokyo");
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  for (const [part, value] of [
    ["year", at.getUTCFullYear()],
    ["month", at.getUTCMonth() + 1],
    ["day", at.getUTCDate()],
  ] as const) {
    await times.getByRole("spinbutton", { name: new RegExp(`^${part}`) }).click();
    await page.keyboard.type(String(value).padStart(2, "0"));
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await times.getByRole("button", { name: "Save schedule" }).click();
  await times.waitFor({ state: "detached" });
  // 9 a.m. stays 9 a.m. in the selected time zone.
  expect(await readTimes()).toEqual([at.toISOString(), undefined]);

  await page.getByText(/Publishes on/).waitFor();
  await button(page, "Change schedule").click();
  await times.getByText("Unpublish at a set time").click();
  await times.getByRole("spinbutton", { name: /^year/ }).first().click();
  await page.keyboard.type("2020");
  await times.getByRole("button", { name: "Save schedule" }).click();
  await times.getByText("Choose a time in the future.").waitFor();
  await page.keyboard.press("Escape");
  await button(page, "Cancel schedule").click();
  await page.getByText(/Publishes on/).waitFor({ state: "detached" });
  expect(await readTimes()).toEqual([undefined, undefined]);
});
