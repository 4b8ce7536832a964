import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";

const run = promisify(execFile);

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq({ LOAM_BILLING: "none" });
  const { siteId: site, posts } = hq;
  await hq.api.PUT("/sites/{site}/publishing", {
    params: { path: { site } },
    body: { enabled: true },
  });
  await hq.api.POST("/sites/{site}/publish-changes", {
    params: { path: { site } },
    body: { entries: [...posts.values()] },
  });
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const open = (path: string): Promise<Page> => editor.open(`/sites/${hq.siteId}/delivery/${path}`);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function asksLikeCurl(page: Page): Promise<unknown> {
  const { data } = await hq.api.POST("/sites/{site}/keys", {
    params: { path: { site: hq.siteId } },
    body: { name: "curl" },
  });
  const command = (await page.getByLabel("curl", { exact: true }).last().textContent()) ?? "";
  const env = { ...process.env, CMS_READ_KEY: data?.key ?? "" };
  const { stdout } = await run("sh", ["-c", command], { env });
  const shown = (await page.getByLabel("Body", { exact: true }).textContent()) ?? "";
  expect(JSON.parse(shown)).toEqual(JSON.parse(stdout));
  return JSON.parse(shown);
}

describe("the explorer", () => {
  test("builds a query interactively and shows the same response as curl", async () => {
    const page = await open("explorer");
    await button(page, "Add condition").click();
    await page.getByRole("textbox", { name: "Value" }).fill("It's spring & [nearly] (warm)");
    await button(page, /Default order/).click();
    await page.getByRole("option", { name: "Day" }).click();
    await page.getByLabel("Limit").fill("2");
    await button(page, "Send request").click();
    const answer = page.getByRole("region", { name: "Response" });
    await answer.getByText("200", { exact: true }).waitFor();
    await answer.getByText(/of 300 requests left/).waitFor();
    expect(await editor.faults()).toEqual([]);
    expect(await asksLikeCurl(page)).toMatchObject({
      contents: [{ slug: "it-s-spring" }],
      limit: 2,
    });
    // The query is part of the URL.
    await page.reload();
    expect(await page.getByRole("textbox", { name: "Value" }).inputValue()).toBe(
      "It's spring & [nearly] (warm)",
    );
    await page.getByRole("tab", { name: "Astro" }).click();
    await page.getByText("import.meta.env.CMS_READ_KEY").waitFor();
    expect(await editor.faults()).toEqual([]);
  });

  test("marks the position of a filter error", async () => {
    const page = await open("explorer?type=posts&filters=(titel%5Bexists%5D)");
    await button(page, "Send request").click();
    await page.getByText('There is no field "titel" to filter by.').first().waitFor();
    expect(await page.locator("mark").textContent()).toBe("t");
    await page.getByText("At position 1").waitFor();
    expect(await editor.faults()).toEqual([]);
  });

  test("shows drafts on request without a key", async () => {
    const path = { site: hq.siteId, api_id: "posts" };
    const body = { slug: "thaw", fields: { title: "<img src=x onerror=alert(1)>" } };
    await hq.api.POST("/sites/{site}/types/{api_id}/entries", { params: { path }, body });
    const page = await open("explorer?type=posts&entry=thaw");
    await button(page, "Send request").click();
    await page.getByRole("status").getByText("404").waitFor();
    await page.getByText("Include drafts, as with a draft key").click();
    await button(page, "Send request").click();
    await page.getByText('"<img src=x onerror=alert(1)>"').waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await editor.faults()).toEqual([]);
  });
});
