import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importIntoSite } from "../../packages/hq/src/content/transfer/import-into-site.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { rounds } from "../support/test-rounds.ts";

const ENTRIES = rounds(3000);
/** Number of pages to scroll through. */
const PAGES = 6;
const FILES_AT_ONCE = 500;
/** More than two screens of rows, and far fewer than exist. */
const DRAWN = 80;
/** In pixels; a bit less than a screen, so that no row is skipped. */
const A_SCREEN = 600;

const count = (number: number): string => number.toLocaleString("en-US");
const titleOf = (number: number): string => `Note ${String(number).padStart(6, "0")}`;

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq({ LOAM_BILLING: "none" });
  const folder = await notes();
  const actor = { name: "Ada", email: "ada@example.test" };
  await importIntoSite(hq.running.inside, folder, { target: { siteId: hq.siteId, actor } });
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
}, 600_000);
afterAll(async () => {
  await browser.close();
  await hq.close();
  await removeNotes?.();
});

/** Creates a folder with this many Markdown files. */
async function notes(): Promise<string> {
  const folder = await temporaryFolder("many-notes", onTestsEnd);
  await mkdir(join(folder, "notes"));
  for (let from = 0; from < ENTRIES; from += FILES_AT_ONCE) {
    const numbers = Array.from({ length: FILES_AT_ONCE }, (_, place) => from + place + 1);
    await Promise.all(
      numbers.map((number) =>
        writeFile(
          join(folder, "notes", `note-${number}.md`),
          `---\ntitle: ${titleOf(number)}\nshade: ${number % 10 === 0 ? "dark" : "light"}\n---\n\nRain on clay, ${number}.\n`,
        ),
      ),
    );
  }
  return folder;
}

let removeNotes: (() => unknown) | undefined;
const onTestsEnd = (remove: () => unknown): void => void (removeNotes = remove);

const table = (page: Page): Locator => page.getByRole("grid", { name: "Notes" });
const row = (page: Page, number: number): Locator =>
  table(page)
    .getByRole("row")
    .filter({ hasText: titleOf(number) });

/** Scrolls with the wheel until a row appears. */
async function scrollTo(page: Page, number: number): Promise<void> {
  await table(page).hover();
  while (!(await row(page, number).isVisible())) {
    await page.mouse.wheel(0, A_SCREEN);
    await page.waitForTimeout(40);
  }
}

test("shows a very long list immediately and renders only visible rows", async () => {
  const page = await editor.open(`/sites/${hq.siteId}/entries/notes?order=title`);
  await row(page, 1).waitFor();
  await page.getByText(count(ENTRIES), { exact: true }).first().waitFor();
  await scrollTo(page, PAGES * 50 + 1);
  expect(await table(page).getByRole("row").count()).toBeLessThan(DRAWN);
  expect(await editor.faults()).toEqual([]);

  await row(page, PAGES * 50 + 1).click();
  await page.getByRole("heading", { name: titleOf(PAGES * 50 + 1) }).waitFor();
  await page.goBack();
  await row(page, PAGES * 50 + 1).waitFor();
  expect(await row(page, 1).isVisible()).toBe(false);
});

test("reverses the order", async () => {
  const page = await editor.open(`/sites/${hq.siteId}/entries/notes?order=title`);
  await row(page, 1).waitFor();
  await table(page).getByRole("columnheader", { name: "Title" }).click();
  await row(page, ENTRIES).waitFor();
  expect(editor.problems).toEqual([]);
});

test("searches all entries and shows the number of results", async () => {
  const page = await editor.open(`/sites/${hq.siteId}/entries/notes`);
  await table(page).getByRole("row").nth(1).waitFor();
  await page.getByRole("searchbox").fill(titleOf(ENTRIES - 7));
  await row(page, ENTRIES - 7).waitFor();
  await page.getByText(`1 of ${count(ENTRIES)}`).waitFor();
  await expect.poll(() => table(page).getByRole("row").count()).toBe(2);
});

test("selects all matches across pages", async () => {
  const page = await editor.open(`/sites/${hq.siteId}/entries/notes?order=title`);
  await row(page, 1).waitFor();
  await row(page, 1).locator("label").first().click();
  await page.getByText("1 selected").first().waitFor();
  await page.getByRole("button", { name: `Select all ${count(ENTRIES)}` }).click();
  await page
    .getByText(`${count(ENTRIES)} selected`)
    .first()
    .waitFor();
  expect(await editor.faults()).toEqual([]);
});
