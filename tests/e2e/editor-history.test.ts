import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { type Look, LOOKS, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
let hq: ManagementClient;
/** A copy of the demo site, so that changes don't affect other tests. */
let siteId: string;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  hq = managementSession(demo);
  siteId = await siteToWriteIn(demo);
});
afterAll(() => browser.close());

const ENTRY = "/sites/{site}/types/{api_id}/entries/{id}";
const place = (id: string, api_id = "posts") => ({ path: { site: siteId, api_id, id } });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const open = (path: string, look?: Look): Promise<Page> =>
  editor.open(`/sites/${siteId}/${path}`, look);

describe("the history of an entry", () => {
  test("compares versions by field and word, and restores a field as a draft", async () => {
    const params = place("merging-by-field");
    const { data: before } = await hq.GET(ENTRY, { params });
    const summary = String(before?.fields["summary"]);
    const text = String(before?.fields["body"]);
    const fields = {
      summary: `${summary} Or argue.`,
      body: text.replace("Git merges", "It joins"),
    };
    await hq.PATCH(ENTRY, { params, body: { fields } });
    await hq.PATCH(ENTRY, { params, body: { fields: { tags: ["merging", "fields"] } } });

    const page = await open("entries/posts/merging-by-field");
    await button(page, "More").click();
    await page.getByRole("menuitem", { name: "History" }).click();
    const timeline = page.getByRole("navigation", { name: "Timeline" });
    await timeline.getByRole("link", { name: "Summary, Text" }).press("Enter");
    await page.waitForURL(/to=/);
    const changed = page.getByRole("heading", { level: 2, name: "Text" }).locator("../..");
    await changed.locator("del").first().waitFor();
    expect(await changed.locator("del").allTextContents()).toEqual(["Git merges"]);
    expect(await changed.locator("ins").allTextContents()).toEqual(["It joins"]);
    await changed
      .getByRole("button", { name: /unchanged paragraphs/ })
      .first()
      .waitFor();

    await button(page, "Restore Summary from version A").click();
    await page.getByText("Summary restored as a draft.").waitFor();
    const { data: after } = await hq.GET(ENTRY, { params });
    expect(after?.fields).toMatchObject({ ...fields, summary, tags: ["merging", "fields"] });
    await timeline.getByRole("link", { name: "You restored a version" }).waitFor();

    // Any two versions can be compared, and the older one restored completely.
    await page.getByRole("button", { name: /^A/ }).click();
    await page.getByRole("menuitemradio", { name: /You created the entry/ }).click();
    await page.getByText("A", { exact: true }).first().waitFor();
    await button(page, "Restore version A as a draft").click();
    await page.getByText("Entry restored as a draft.").waitFor();
    await page.getByRole("link", { name: "Back to editing" }).click();
    expect(await page.getByRole("textbox", { name: "Summary" }).inputValue()).toBe(summary);
  });

  test("restores a deleted entry", async () => {
    const { data } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
      params: { path: { site: siteId, api_id: "authors" } },
      body: { fields: { name: "Eunice Foote" } },
    });
    const params = place(data?.id ?? "", "authors");
    await hq.DELETE(ENTRY, { params });
    const page = await open(`entries/authors/${data?.id}/history`);
    await page.getByText("You can still view earlier versions.").waitFor();
    await button(page, "Restore as a draft").click();
    await page.getByText("Entry restored as a draft.").waitFor();
    expect((await hq.GET(ENTRY, { params })).data?.fields).toEqual({ name: "Eunice Foote" });
  });
});

/** The page script documented in the message format. */
const [SCRIPT = ""] =
  /<script>.*<\/script>/s.exec(
    readFileSync(new URL("../../docs/reference/preview-messages.md", import.meta.url), "utf8"),
  ) ?? [];

async function serveSite(): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://site.test");
    const opened = searchParams.get("draftKey")?.startsWith("loam_prev_") === true;
    response.setHeader("content-type", "text/html");
    const title = `<h1 data-loam-field="title">${opened ? searchParams.get("slug") : "nothing"}</h1>`;
    const room = '<div style="height: 3000px"></div>';
    response.end(`${title}${room}<p data-loam-field="summary">Of the summary</p>${room}${SCRIPT}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server[Symbol.asyncDispose]());
  onTestFinished(() => server.closeAllConnections());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/draft`;
}

describe("the preview of an entry", () => {
  test("shows the site in a frame, plain text, and JSON, and creates share links", async () => {
    const previewUrl = await serveSite();
    const site = { path: { site: siteId } };
    await hq.PATCH("/sites/{site}", { params: site, body: { previewUrl } });
    const page = await open("entries/posts/why-git");
    // First next to the form, opened by keyboard; the navigation makes room.
    await page.getByLabel("Summary").waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("p");
    const outer = page.frameLocator("iframe");
    await outer.frameLocator("iframe").getByRole("heading", { name: "why-git" }).waitFor();
    expect(await button(page, "Preview").getAttribute("aria-pressed")).toBe("true");
    expect(await page.getByLabel("Summary").isVisible()).toBe(true);
    expect(await accessibilityProblems(page)).toEqual([]);
    // Clicking the page focuses the field, and the form scrolls the page.
    const shown = outer.frameLocator("iframe");
    const isFocused = (label: string) =>
      page.getByLabel(label).evaluate((field) => field.matches(":focus"));
    await shown.getByText("Of the summary").click();
    await expect.poll(() => isFocused("Summary")).toBe(true);
    const top = async (): Promise<number> =>
      (await shown.getByRole("heading", { name: "why-git" }).boundingBox())?.y ?? 0;
    expect(await top()).toBeLessThan(0);
    await page.getByRole("textbox", { name: "Title" }).first().focus();
    await expect.poll(top).toBeGreaterThan(0);
    await page.getByRole("link", { name: "Preview only" }).click();
    await page.getByLabel("Summary").waitFor({ state: "detached" });
    await outer.frameLocator("iframe").getByRole("heading", { name: "why-git" }).waitFor();
    await page.getByRole("radio", { name: "Phone" }).click();
    const frame = await page.getByTitle(/^Preview of /).boundingBox();
    expect(frame?.width).toBe(390);

    await button(page, "Share preview").click();
    const link = page.getByRole("dialog").getByLabel("Link");
    await expect.poll(() => link.inputValue()).toContain(`${previewUrl}?id=`);
    await page.getByText(/The link expires at \d/).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Text" }).click();
    await page.getByRole("tabpanel").getByRole("heading", { name: "Summary" }).waitFor();
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByText('"slug": "why-git"').waitFor();
    // Changes saved elsewhere appear automatically.
    const params = place("why-git");
    await hq.PATCH(ENTRY, { params, body: { fields: { summary: "Saved in another window" } } });
    await page.getByText("Saved in another window").waitFor();
    await hq.PATCH("/sites/{site}", { params: site, body: { previewUrl: null } });
    expect(editor.problems).toEqual([]);
  });
});

describe.for(LOOKS)("on $name", (look) => {
  test("shows an accessible history and preview that fit", async () => {
    const page = await open("entries/posts/merging-by-field/history", look);
    await page.getByRole("heading", { name: "History" }).waitFor();
    // On a phone there is no room for anything else.
    if (look.viewport.width > 767) await page.getByRole("radio", { name: "Unified" }).click();
    await page.getByText("Changes only").click();
    await page.getByRole("heading", { level: 2, name: "Cover" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.goto(page.url().replace(/history.*$/, "preview"));
    await page.getByRole("tabpanel").getByRole("heading", { name: "Text" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(editor.problems).toEqual([]);
  });
});
