import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { signInToEditor } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";

const WORDS = /payment|\bplans?\b|billing|invoice|charged|支払|プラン|請求/i;

/** All screens that mention billing, and those that users see first. */
const screens = (site: string): readonly string[] => [
  "/",
  `/sites/${site}`,
  `/sites/${site}/delivery/publishing`,
  `/sites/${site}/delivery/usage`,
  `/sites/${site}/settings/general`,
  `/sites/${site}/media`,
  "/workspaces/main/settings/general",
  "/workspaces/main/settings/members",
  "/workspaces/main/settings/plan",
  "/workspaces/main/settings/audit",
  "/instance/workspaces",
  "/instance/health",
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function textOf(page: Page, address: string, hq: EditorHq): Promise<string> {
  await page.goto(`${hq.hqUrl}${address}`);
  await page.getByRole("main").waitFor();
  await page.waitForLoadState("networkidle");
  return page.locator("body").innerText();
}

describe("without billing", () => {
  let hq: EditorHq;
  let editor: EditorWindow;
  beforeAll(async () => {
    hq = await startEditorHq({ LOAM_BILLING: "none" });
    editor = editorWindow(browser, hq);
  });
  afterAll(async () => {
    await editor.close();
    await hq.close();
  });

  test.for(["en-US", "ja-JP"])("hides payment and plans: %s", async (locale) => {
    const page = await browser.newPage({ locale });
    await signInToEditor(page, hq);
    for (const address of screens(hq.siteId)) {
      // Events recorded earlier have their names.
      const text = (await textOf(page, address, hq)).replaceAll(
        /changed the plan|プランを変更.*/g,
        "",
      );
      expect.soft([address, WORDS.exec(text)?.[0]]).toEqual([address, undefined]);
      expect.soft(text.length).toBeGreaterThan(20);
    }
    await page.context().close();
  });

  test("has no usage limits and publishes sites immediately", async () => {
    const page = await editor.open("/workspaces/main/settings/plan");
    await page.getByRole("heading", { name: "Usage" }).waitFor();
    await expect.poll(() => page.getByText(/, unlimited/).count()).toBe(2);
    expect(await editor.faults()).toEqual([]);
    const delivery = await editor.open(`/sites/${hq.siteId}/delivery/publishing`);
    await delivery.getByRole("button", { name: "Turn on publishing" }).click();
    await delivery.getByRole("link", { name: "View published files" }).waitFor();
    expect(await editor.faults()).toEqual([]);
  });
});

test("shows payment and plans on the same screens with billing", async () => {
  const hq = await startEditorHq();
  try {
    const page = await browser.newPage({ locale: "en-US" });
    await signInToEditor(page, hq);
    const texts = [];
    for (const address of screens(hq.siteId)) texts.push(await textOf(page, address, hq));
    const all = texts.join("\n");
    for (const word of ["Payment method", "Plan and usage", "Team"]) expect(all).toContain(word);
    await page.context().close();
  } finally {
    await hq.close();
  }
});
