import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
/** A copy of the demo site, so that changes don't affect other tests. */
let siteId: string;
let hq: ManagementClient;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  hq = managementSession(demo);
  siteId = await siteToWriteIn(demo);
  const params = { path: { site: siteId } };
  const fields = [
    { apiId: "name", label: "Name", type: "text" as const },
    { apiId: "size", label: "Size", type: "number" as const },
    { apiId: "place", label: "Place", type: "text" as const, group: "Results" },
    { apiId: "notes", label: "Notes", type: "richtext" as const, group: "Results" },
    { apiId: "film", label: "Film", type: "embed" as const, group: "Shown" },
  ];
  const body = { apiId: "rocks", kind: "list" as const, label: "Rocks", fields };
  await hq.POST("/sites/{site}/types", { params, body });
  await hq.POST("/sites/{site}/types/{api_id}/schema/publish", {
    params: { path: { site: siteId, api_id: "rocks" } },
  });
});
afterAll(() => browser.close());

const open = (path: string): Promise<Page> => editor.open(`/sites/${siteId}/entries/${path}`);

/** Opens a second entry with a row, whose unsaved changes no other test touches. */
async function openWithRow(): Promise<Page> {
  const path = { site: siteId, api_id: "posts", id: "merging-by-field" };
  const { data } = await hq.POST("/sites/{site}/types/{api_id}/entries/{id}/duplicate", {
    params: { path },
  });
  return open(`posts/${data?.id ?? ""}`);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("rows", () => {
  test("are inserted, copied, moved by keyboard, collapsed, and expanded together", async () => {
    const page = await openWithRow();
    await page
      .getByRole("group", { name: "Author" })
      .getByRole("button", { name: /^More actions for/ })
      .click();
    const other = page.getByRole("menuitem", { name: "Open in a new tab" });
    expect(await other.getAttribute("target")).toBe("_blank");
    await page.keyboard.press("Escape");
    const sources = page.getByRole("group", { name: "Sources" });
    const names = sources.locator("h3");
    const menu = async (row: string, act: string): Promise<void> => {
      await sources.getByRole("button", { name: `More actions for ${row}` }).click();
      await page.getByRole("menuitem", { name: act, exact: true }).click();
    };
    await menu("git merge-file", "Add row above");
    await sources.getByLabel("Title").first().fill("Before it");
    await menu("git merge-file", "Copy row");
    await button(page, "Paste row").click();
    expect(await names.allTextContents()).toEqual([
      "Before it",
      "git merge-file",
      "git merge-file",
    ]);
    await sources.getByText("3 of 200").waitFor();

    const first = sources.getByRole("button", { name: "Before it", exact: true });
    await first.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => names.first().textContent()).toBe("git merge-file");
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Before it");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await sources.getByText("4 of 200").waitFor();
    expect((await names.allTextContents())[2]).toBe("Before it");

    await button(page, "Collapse all").click();
    expect(await sources.getByRole("textbox").count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await button(page, "Expand all").click();
    expect(await sources.getByLabel("Title").count()).toBe(4);
  });

  test("expand for a problem on click and on F8", async () => {
    const page = await openWithRow();
    const sources = page.getByRole("group", { name: "Sources" });
    await button(page, "Expand all").click();
    await sources.getByLabel("Title").first().fill("x".repeat(1001));
    await button(page, "Save").click();
    await page.getByRole("alert").first().waitFor();
    await button(page, "Collapse all").click();
    await page.keyboard.press("F8");
    await expect
      .poll(() => page.evaluate("document.activeElement.dataset.path"))
      .toMatch(/^sources\.0\./);
    expect(await sources.getByLabel("Title").first().isVisible()).toBe(true);
  });
});

test("edits text chips by typing, pasting, and moving, and saves them before Enter", async () => {
  const page = await openWithRow();
  const tags = page.getByRole("group", { name: "Tags" });
  const chips = tags.getByRole("row");
  const input = tags.getByRole("textbox");
  await chips.nth(2).waitFor();
  await input.fill("rocks");
  await input.press("Enter");
  await input.fill("half a word");
  await button(page, "Save").click();
  await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
  const saved = async (): Promise<unknown> => {
    const id = page.url().split("/").at(-1) ?? "";
    const path = { site: siteId, api_id: "posts", id };
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", {
      params: { path },
    });
    return data?.fields["tags"];
  };
  expect(await saved()).toEqual(["merging", "git", "collaboration", "rocks", "half a word"]);
  await input.press("Backspace");
  expect(await input.inputValue()).toBe("half a word");
  await input.fill("");
  await chips.first().focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("Delete");
  await expect.poll(() => chips.allTextContents()).toEqual(["git", "merging", "collaboration"]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await tags.getByRole("button", { name: "Show Tags as rows to reorder" }).click();
  await tags
    .getByRole("button", { name: /^Reorder/ })
    .first()
    .waitFor();
});

test("shows groups of a long form as tabs with problem counts", async () => {
  const page = await open("rocks/new");
  const tabs = page.getByRole("navigation", { name: "Field groups" });
  await page.getByLabel("Name").fill("Basalt");
  await tabs.getByRole("button", { name: "Results" }).click();
  await expect.poll(() => page.evaluate("document.activeElement.dataset.path")).toBe("place");
  await tabs.locator("[aria-current]", { hasText: "Results" }).waitFor();
  await page.getByLabel("Film").fill("https://example.test/film");
  await button(page, "Save").click();
  await tabs.getByRole("button", { name: /^Shown\s*1$/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("keeps a number as typed and refuses one that would be rounded", async () => {
  const page = await open("rocks/new");
  await page.getByLabel("Name").fill("Gneiss");
  const size = page.getByLabel("Size");
  await size.fill("9007199254740993");
  await page.getByText("This number has too many digits to store exactly.").waitFor();
  await size.fill("0012.50");
  expect(await page.getByText("This number has too many digits").count()).toBe(0);
  expect(await size.inputValue()).toBe("0012.50");
  await button(page, "Save").click();
  await page.waitForURL(/\/entries\/rocks\/e\w+$/);
  await open(page.url().split("/entries/", 2)[1] ?? "");
  expect(await size.inputValue()).toBe("12.5");
});

test("keeps invalid number input unsaved", async () => {
  const page = await open("rocks/new");
  await page.getByLabel("Name").fill("Slate");
  await page.getByLabel("Size").fill("1,5");
  await page.getByText("Enter a number, such as 1234.5.").waitFor();
  await button(page, "Save").click();
  await page.getByText("The entry does not match its schema.").waitFor();
  await page.getByRole("status").getByText("Unsaved changes kept", { exact: false }).waitFor();
  await page.reload();
  expect(await page.getByLabel("Size").inputValue()).toBe("1,5");
  await page.getByLabel("Size").fill("1.5");
  await button(page, "Save").click();
  await page.waitForURL(/\/entries\/rocks\/e\w+$/);
});

test("links a supported video", async () => {
  const page = await open("posts/why-git");
  await page.getByLabel("Video").fill("https://vimeo.com/76979871");
  const link = page.getByRole("link", { name: "Watch on Vimeo" });
  expect(await link.getAttribute("href")).toBe("https://vimeo.com/76979871");
  await page.getByLabel("Video").fill("https://example.test/film.mp4");
  await link.waitFor({ state: "detached" });
});

test("generates a slug from the title, checks it while typing, and saves it", async () => {
  const page = await open("posts/new");
  await page.getByLabel("Title").first().fill("Why git");
  await page.getByText("why-git-2", { exact: true }).waitFor();
  await button(page, "Change").click();
  const address = page.getByLabel("Slug, after /blog/");
  await address.fill("why-git");
  await page.getByText("already uses this slug. Choose another one.").waitFor();
  await address.fill("Not an address");
  await page.getByText("A slug has 1 to 191 characters", { exact: false }).waitFor();
  await address.fill("git-for-those-who-write");
  await page.getByText("This slug is available.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, "Save").click();
  await page.waitForURL(/\/entries\/posts\/e\w+$/);
  const id = /e\w+$/.exec(page.url())?.[0] ?? "";
  const path = { site: siteId, api_id: "posts", id };
  const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params: { path } });
  expect(data?.slug).toBe("git-for-those-who-write");
  const live = { ...path, id: "why-git" };
  await hq.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", { params: { path: live } });
  await page.goto(`${demo.hqUrl}/sites/${siteId}/entries/posts/why-git`);
  await button(page, "Change").click();
  await address.fill("why-git-at-all");
  await page.getByText(/\/blog\/why-git.* is listed as moved/).waitFor();
  await page.getByText(/entries reference this one/).waitFor();
  await button(page, "Keep current slug").click();
  await page.getByText("why-git", { exact: true }).waitFor();
});

/** Pastes a one-pixel image at the focus. */
const PASTE = `{
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  const bytes = Uint8Array.from(atob(pixel), (letter) => letter.codePointAt(0));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([bytes], "pasted-here.png", { type: "image/png" }));
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}`;

test("adds several entries, creates one in place, reorders them, and pastes an image", async () => {
  const page = await openWithRow();
  const next = page.getByRole("group", { name: "Read next", exact: true });
  const titles = next.locator("b");
  await titles.nth(1).waitFor();
  await next.getByRole("button", { name: "Add entries" }).click();
  const dialog = page.getByRole("dialog", { name: "Read next" });
  await dialog.getByRole("row", { name: "References that stay true" }).click();
  await dialog.getByRole("searchbox").fill("zinc and tin");
  await dialog.getByText("No matching entries").waitFor();
  await dialog.getByRole("button", { name: "New entry" }).click();
  await dialog.getByRole("radio", { name: "Documentation" }).check();
  await dialog.getByRole("button", { name: "Create and select" }).click();
  await dialog.getByText("Enter a title.").waitFor();
  await dialog.getByLabel("Title").fill("Begun on the spot");
  await dialog.getByRole("button", { name: "Create and select" }).click();
  await dialog.waitFor({ state: "detached" });
  const [first = "", second = ""] = await titles.allTextContents();
  const added = ["References that stay true", "Begun on the spot"];
  await expect.poll(() => titles.allTextContents()).toEqual([first, second, ...added]);

  const grip = next.getByRole("button", { name: /^Reorder/ }).first();
  const target = next.getByRole("listitem").nth(2);
  await target.scrollIntoViewIfNeeded();
  // Slightly off-center, because a press on the exact center is treated as one by a screen reader.
  await grip.hover({ position: { x: 8, y: 12 } });
  const to = await target.boundingBox();
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 80, (to?.y ?? 0) + 20, { steps: 12 });
  await next.locator("[data-drop=after]").waitFor();
  await page.mouse.up();
  await expect.poll(() => titles.allTextContents()).toEqual([second, added[0], first, added[1]]);
  expect(await accessibilityProblems(page)).toEqual([]);

  const cover = page.getByRole("group", { name: "Cover" });
  await cover.getByRole("button", { name: "Replace" }).focus();
  await page.evaluate(PASTE);
  await cover.getByText("1 × 1", { exact: true }).waitFor();

  const summary = page.locator("[data-field=summary]");
  const before = await page.getByLabel("Summary").inputValue();
  await page.getByLabel("Summary").fill("Something else.");
  await summary.getByRole("button", { name: "Field actions" }).click();
  await page.getByRole("menuitem", { name: "Revert to saved version" }).click();
  await expect.poll(() => page.getByLabel("Summary").inputValue()).toBe(before);
});
