import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { type Look, LOOKS, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
/** A copy of the demo site, so that changes don't affect other tests. */
let siteId: string;
const hq = managementSession(demo);
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  siteId = await siteToWriteIn(demo);
  await hq.PUT("/sites/{site}/publishing", {
    params: { path: { site: siteId } },
    body: { enabled: true },
  });
});
afterAll(() => browser.close());

const open = (path: string, look?: Look): Promise<Page> =>
  editor.open(`/sites/${siteId}/${path}`, look);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const idOf = (page: Page): string => /e\w+$/.exec(page.url())?.[0] ?? "";

/** Creates a draft and opens its form. */
async function openNew(type: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  const params = { path: { site: siteId, api_id: type } };
  const { data } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params,
    body: { fields },
  });
  const page = await open(`entries/${type}/${data?.id}`);
  await page.getByRole("textbox").first().waitFor();
  return page;
}

describe("an entry", () => {
  test("is edited, saved, published, and read at its public URL", async () => {
    const page = await open("entries");
    await button(page, "New entry").click();
    await page.getByRole("menuitem", { name: "Posts" }).click();
    expect(await button(page, "Publish").isDisabled()).toBe(true);
    await page.getByText("to publish:").waitFor();
    await page.getByLabel("Title").first().fill("Rain on dry ground");
    await page.getByLabel("Summary").fill("What the first drops do.");
    await page.getByRole("button", { name: "Today" }).click();
    await page.locator("[data-path=kind]").click();
    await page.getByRole("option", { name: "Idea" }).click();
    await page.getByRole("group", { name: "Author" }).getByRole("button").first().click();
    // Other tests save authors, which then come first, so search for the row.
    await page.getByRole("dialog").getByRole("searchbox").fill("Mara Lind");
    await expect.poll(() => page.getByRole("dialog").getByRole("row").count()).toBe(1);
    await page.getByRole("dialog").getByRole("row", { name: "Mara Lindqvist" }).click();
    await page.getByRole("textbox", { name: /^Text/ }).fill("It smells of *earth*.\n");
    await page.keyboard.press("Control+s");
    await page.waitForURL(/\/entries\/posts\/e\w+$/);
    await button(page, "Publish").click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByText("No unpublished changes.").waitFor();

    const address = `${demo.hqUrl}/public/${siteId}/api/posts/rain-on-dry-ground.json`;
    expect(await (await fetch(address)).json()).toMatchObject({ title: "Rain on dry ground" });
    await button(page, "More publishing options").click();
    await page.getByRole("menuitem", { name: "Unpublish" }).click();
    await expect.poll(async () => (await fetch(address)).status).toBe(404);
  });

  test("shows schema violations at the field and keeps the input", async () => {
    const page = await openNew("posts", { title: "With a wrong video" });
    const video = page.getByLabel("Video");
    await video.fill("https://example.test/film.mp4");
    await button(page, "Save").click();
    await page.getByRole("alert").first().waitFor();
    await page.getByRole("button", { name: "Video", exact: true }).click();
    await expect.poll(() => page.evaluate("document.activeElement.dataset.path")).toBe("video");
    expect(await video.getAttribute("aria-invalid")).toBe("true");
    expect(await video.inputValue()).toBe("https://example.test/film.mp4");
  });

  test("keeps edits made during the first save", async () => {
    const page = await open("entries/authors/new");
    const sending = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    await page.route("**/types/authors/entries", async (route) => {
      sending.resolve();
      await goOn.promise;
      await route.continue();
    });
    const name = page.getByLabel("Name");
    await name.fill("Inge Lehmann");
    await button(page, "Save").click();
    await sending.promise;
    await page.getByLabel("Role").fill("Seismologist");
    await name.fill("Inge Lehmann, of the inner core");
    goOn.resolve();
    await page.waitForURL(/\/entries\/authors\/e\w+$/);
    expect(await name.inputValue()).toBe("Inge Lehmann, of the inner core");
    await button(page, "Save").click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const params = { path: { site: siteId, api_id: "authors", id: idOf(page) } };
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params });
    expect(data?.fields).toMatchObject({
      name: "Inge Lehmann, of the inner core",
      role: "Seismologist",
    });
  });

  test("adds, names, moves, and removes rows by keyboard", async () => {
    const page = await open("entries/posts/merging-by-field");
    const sources = page.getByRole("group", { name: "Sources" });
    await sources.getByRole("button", { name: "Add row" }).press("Enter");
    await sources.getByLabel("Title").last().fill("A second source");
    await sources.getByRole("button", { name: "Move A second source up" }).press("Enter");
    const names = sources.locator("h3");
    expect(await names.allTextContents()).toEqual(["A second source", "git merge-file"]);
    await sources.getByRole("button", { name: "Remove A second source" }).press("Enter");
    expect(await names.allTextContents()).toEqual(["git merge-file"]);
    // Without changes, there is nothing to save.
    expect(await button(page, "Save").isDisabled()).toBe(true);
  });

  test("is duplicated and deleted after a confirmation", async () => {
    const page = await openNew("authors", { name: "Florence Bascom" });
    const first = page.url();
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await page.waitForURL((url) => url.href !== first);
    await page.reload();
    expect(await page.getByLabel("Name").inputValue()).toBe("Florence Bascom");
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete “Florence Bascom”?" }).waitFor();
    await button(page, "Delete").click();
    await page.waitForURL(/\/entries\/authors$/);
    await expect
      .poll(() => page.getByRole("rowheader", { name: /Florence Bascom/ }).count())
      .toBe(1);
  });
});

describe.for(LOOKS)("on $name", (look) => {
  test("has an accessible form and dialogs that fit", async () => {
    const page = await open("entries/posts/merging-by-field", look);
    await page.getByLabel("Summary").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await page.getByRole("dialog").getByRole("row").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page
      .getByRole("group", { name: "Author" })
      .getByRole("button", { name: /^More/ })
      .click();
    await page.getByRole("menuitem", { name: "Change" }).click();
    await page.getByRole("dialog").getByRole("row").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
