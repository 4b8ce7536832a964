import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { signInToEditor } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";
import { zipContent } from "../support/transfer/zip-content.ts";

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const PARTS = ["general", "access", "content", "upstream", "audit", "copies", "leave"] as const;

const open = (part: (typeof PARTS)[number], id = hq.siteId): Promise<Page> =>
  editor.open(`/sites/${id}/settings/${part}`);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const ofSite = () => ({ path: { site: hq.siteId } });

async function site() {
  const { data } = await hq.api.GET("/sites/{site}", { params: ofSite() });
  return data;
}

async function settings(): Promise<unknown> {
  const { data } = await hq.api.GET("/sites/{site}/settings", { params: ofSite() });
  return data;
}

/** Selects an option in a list box. */
async function choose(page: Page, list: string | RegExp, option: string): Promise<void> {
  await button(page, list).click();
  await page.getByRole("option", { name: option }).click();
}

/** Creates another site in the workspace. */
async function anotherSite(name: string): Promise<string> {
  const body = { name, entries: true, media: true };
  const made = await hq.api.POST("/sites/{site}/duplicate", { params: ofSite(), body });
  return made.data?.id ?? "";
}

test("changes a site's name and modes", async () => {
  const page = await open("general");
  await page.getByLabel("Name").fill("   ");
  await button(page, "Save name").click();
  await page.getByText("This field is required.").waitFor();
  await page.getByLabel("Name").fill("Field <b>notes</b>");
  await button(page, "Save name").click();
  await page.getByText("Site name updated.").waitFor();
  await button(page, /Field <b>notes<\/b>/).waitFor();

  const delivery = page.getByRole("navigation", { name: "Site" }).getByRole("link", {
    name: "Delivery",
  });
  await delivery.waitFor();
  await page.getByText("Integration mode", { exact: true }).click();
  await delivery.waitFor({ state: "detached" });
  await page.getByText("Require review").click();
  await expect.poll(site).toMatchObject({ integrationMode: true, reviewRequired: true });
  expect(await editor.faults()).toEqual([]);
  await page.getByText("Require review").click();
  await page.getByText("Integration mode", { exact: true }).click();
  await delivery.waitFor();
  await page.getByLabel("Name").fill("Field notes");
  await button(page, "Save name").click();
  await button(page, /Field notes/).waitFor();
});

test("checks a Preview URL after saving without running anything", async () => {
  const said = { status: 200, headers: {} as Record<string, string> };
  const address = await serve((_, response) => {
    response.writeHead(said.status, { "content-type": "text/html", ...said.headers }).end("<p>hi");
  });
  const page = await open("general");
  const field = page.getByLabel("Preview URL");
  const save = async (url: string, words: string | RegExp): Promise<void> => {
    await field.fill(url);
    await button(page, "Save and test").click();
    await page.getByText(words).waitFor();
  };
  await save("javascript:alert(1)", /^Enter a URL that starts/);
  await save("https://me:secret@site.test/preview", /^Enter a URL that starts/);
  expect((await site())?.previewUrl).toBeNull();
  await save(address, "The preview page works and can be shown in the dashboard.");
  await page.getByRole("link", { name: /^Preview “.+”$/ }).waitFor();
  said.headers = { "x-frame-options": "DENY" };
  await save(`${address}?framed`, /can’t be shown in the dashboard/);
  said.status = 403;
  await save(`${address}?refused`, /^The page returned 403\./);
  expect(await editor.faults()).toEqual([]);
  await save("http://127.0.0.1:1/preview", /^HQ couldn’t reach the page/);
  await save("", "Saved.");
  expect((await site())?.previewUrl).toBeNull();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/preview`;
}

test("grants, changes, and removes a role, and shows its source", async () => {
  const writer = await hq.person("Ines", "view");
  const page = await open("access");
  const row = page.getByRole("listitem").filter({ hasText: writer.email });
  await row.getByText("Workspace member").waitFor();
  const own = page.getByRole("listitem").filter({ hasText: hq.email });
  await own.getByText("Admin through their workspace role").waitFor();
  expect(await own.getByRole("button").count()).toBe(0);
  const roleOf = async (): Promise<unknown> => {
    const { data } = await hq.api.GET("/sites/{site}/access", { params: ofSite() });
    return data?.access.find(({ email }) => email === writer.email);
  };
  for (const [label, role] of [
    ["Can edit", "edit"],
    ["Can write", "write"],
  ] as const) {
    await choose(page, /Role of Ines/, label);
    await row.getByText("Granted here").waitFor();
    expect(await roleOf()).toMatchObject({ role });
  }
  expect(await editor.faults()).toEqual([]);
  await choose(page, /Role of Ines/, "View only");
  await row.getByText("Workspace member").waitFor();
  expect(await roleOf()).toMatchObject({ role: "view", from: "member" });
});

test("sets URL paths, folders, and SVG handling, and moves the files", async () => {
  const page = await open("content");
  const field = (section: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name: section }) });
  const route = field("URL paths").getByLabel("Posts");
  for (const wrong of ["javascript:alert(1)", "//elsewhere.test/{slug}", "/notes/{other}"]) {
    await route.fill(wrong);
    await button(page, "Save paths").click();
    await page.getByText("Enter a path, such as /blog/{slug}.").waitFor();
  }
  await route.fill("/notes/{path}");
  await button(page, "Save paths").click();
  await page.getByText(/^Saved\. Links on the live site/).waitFor();
  await expect.poll(settings).toMatchObject({ routes: { posts: "/notes/{path}" } });
  await route.fill("/notes/{year}/{month}/{slug}");
  await button(page, "Save paths").click();
  await expect.poll(settings).toMatchObject({ routes: { posts: "/notes/{year}/{month}/{slug}" } });
  await page.getByRole("combobox", { name: "Time zone" }).fill("Kiritimati");
  await page.getByRole("option", { name: "Pacific/Kiritimati" }).click();
  await expect.poll(settings).toMatchObject({ timeZone: "Pacific/Kiritimati" });
  expect(await editor.faults()).toEqual([]);
  await route.fill("/notes/{slug}");
  await button(page, "Save paths").click();
  await expect.poll(settings).toMatchObject({ routes: { posts: "/notes/{slug}" } });

  await field("Folders").getByLabel("Posts").fill("pages/notes");
  await button(page, "Move…").click();
  const dialog = page.getByRole("dialog", { name: "Move entry files?" });
  await dialog.getByText(/^3 entry files move in the repository/).waitFor();
  expect(await editor.faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Move files" }).click();
  await page.getByText("Files moved.").waitFor();
  await choose(page, /SVG files/, "Allow SVG uploads and remove scripts");
  await expect.poll(settings).toMatchObject({
    routes: { posts: "/notes/{slug}" },
    paths: { posts: "pages/notes" },
    media: { svg: "clean" },
  });
  await page.getByRole("link", { name: "Posts" }).click();
  await page.getByText("Frost in the furrow").waitFor();
  expect(editor.problems).toEqual([]);

  const routes = { posts: "/notes/{year}/{month}/{slug}/" };
  await hq.api.PATCH("/sites/{site}/settings", { params: ofSite(), body: { routes } });
  const made = await editor.open(`/sites/${hq.siteId}/entries/posts/new`);
  await made.getByText(/^\/notes\/\d{4}\/\d{2}\/$/).waitFor();
});

test("filters and pages through the audit log", async () => {
  const names = Array.from({ length: 60 }, (_, place) => `Key ${place}`);
  const keys = "/sites/{site}/keys";
  for (const name of [...names, "<img src=x onerror=alert(1)>"]) {
    await hq.api.POST(keys, { params: ofSite(), body: { name } });
  }
  const page = await open("audit");
  await page.getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(await editor.faults()).toEqual([]);
  await choose(page, /Action/, "API keys");
  await expect.poll(() => page.url()).toContain("event=read-key");
  const rows = page.getByRole("listitem").filter({ hasText: "created an API key" });
  await page.getByText("Key 11", { exact: true }).waitFor();
  await page.getByText("Key 10", { exact: true }).waitFor({ state: "detached" });
  await button(page, "Load more").click();
  await page.getByText("Key 0", { exact: true }).waitFor();
  expect(await rows.count()).toBe(61);
  await choose(page, /Outcome/, "Denied");
  await page.getByText("No matching records").waitFor();
  await page.reload();
  await page.getByText("No matching records").waitFor();
  await choose(page, /Outcome/, "All");
  await page.getByLabel("To (inclusive)").fill("2001-01-01");
  await page.getByText("No matching records").waitFor();
  await page.getByLabel("To (inclusive)").fill("");
  await choose(page, /User/, "Ines");
  await page.getByText("No matching records").waitFor();
  expect(await editor.faults()).toEqual([]);
});

test("downloads an export and shows its progress", async () => {
  const page = await open("copies");
  await button(page, "Export…").click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByText(/^3 entries, including drafts, in \d+ files$/).waitFor();
  expect(await editor.faults()).toEqual([]);
  const saved = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download" }).click();
  const download = await saved;
  await dialog.getByText(/^Exported \d+ files\./).waitFor();
  const files = [...(await zipContent(await download.path())).keys()];
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  expect(files).toContain("manifest.json");
  expect(files.filter((file) => file.endsWith("/rain.yml"))).toHaveLength(1);
  expect(await editor.faults()).toEqual([]);
});

test("duplicates a site with or without entries", async () => {
  const page = await open("copies");
  await page.getByLabel("Name of the new site").fill("Winter notes");
  await button(page, "Duplicate site").click();
  await page.getByRole("link", { name: "Winter notes" }).click();
  await page.getByRole("navigation", { name: "Site" }).getByText("Posts").click();
  await page.getByText("Frost in the furrow").waitFor();

  const again = await open("copies");
  await again.getByLabel("Name of the new site").fill("Empty notes");
  await again.getByText("Include entries, as drafts").click();
  await button(again, "Duplicate site").click();
  await again.getByRole("link", { name: "Empty notes" }).click();
  await again.getByRole("navigation", { name: "Site" }).getByText("Posts").click();
  await again.getByText("No entries yet").waitFor();
  expect(await again.getByText("Frost in the furrow").count()).toBe(0);
  expect(editor.problems).toEqual([]);
});

describe("leaving a site", () => {
  test("requests, cancels, and accepts a transfer to another workspace", async () => {
    const id = await anotherSite("Press <i>releases</i>");
    const taker = await hq.workspaceOf("Omar", "press-office");
    const page = await open("leave", id);
    await page.getByLabel("Workspace").fill("press-office");
    await button(page, "Transfer site…").click();
    const title = "Transfer Press <i>releases</i> to press-office?";
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByText(/^When the transfer is accepted/).waitFor();
    expect(await editor.faults()).toEqual([]);
    await dialog.getByRole("button", { name: "Request transfer" }).click();
    await page.getByText("Transfer to press-office requested").waitFor();
    await button(page, "Cancel transfer").click();
    await page.getByLabel("Workspace").fill("press-office");
    await button(page, "Transfer site…").click();
    await dialog.getByRole("button", { name: "Request transfer" }).click();
    await page.getByText("Transfer to press-office requested").waitFor();

    const other = editorWindow(browser, taker);
    const theirs = await other.open(`/sites/${taker.siteId}`);
    await button(theirs, /Switch site or workspace/).click();
    await theirs.getByRole("menuitemradio", { name: "1 pending site transfer" }).click();
    await button(theirs, "Accept Press <i>releases</i>").click();
    const taking = theirs.getByRole("dialog");
    await taking.getByText(/^It counts toward the workspace’s plan/).waitFor();
    expect(await other.faults()).toEqual([]);
    await taking.getByRole("button", { name: "Accept transfer" }).click();
    await theirs.getByRole("navigation", { name: "Site" }).waitFor();
    expect(new URL(theirs.url()).pathname).toBe(`/sites/${id}`);
    expect(other.problems).toEqual([]);
    await other.close();
    const lost = await hq.api.GET("/sites/{site}", { params: { path: { site: id } } });
    expect(lost.response.status).toBe(404);
  });

  test("deletes it after its name is entered", async () => {
    const id = await anotherSite("Old notes");
    const page = await open("leave", id);
    await button(page, "Delete site…").click();
    const dialog = page.getByRole("dialog", { name: "Delete Old notes?" });
    const act = dialog.getByRole("button", { name: "Delete site" });
    await dialog.getByLabel("Type “Old notes” to confirm").fill("Old note");
    expect(await act.isDisabled()).toBe(true);
    expect(await editor.faults()).toEqual([]);
    await dialog.getByLabel("Type “Old notes” to confirm").fill("Old notes");
    await act.click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.url()).not.toContain(id);
    const gone = await hq.api.GET("/sites/{site}", { params: { path: { site: id } } });
    expect(gone.response.status).toBe(404);
    expect(editor.problems).toEqual([]);
  });
});

test.each(LOOKS)("fits and works on every section in $name", async (look) => {
  for (const part of PARTS) {
    const page = await editor.open(`/sites/${hq.siteId}/settings/${part}`, look);
    await page.getByRole("navigation", { name: "Settings" }).waitFor();
    await page.locator("main nav + *").waitFor();
    expect(await editor.faults()).toEqual([]);
  }
  const page = await editor.open(`/sites/${hq.siteId}`, look);
  await page.goto(`${hq.hqUrl}/transfers`);
  await page.getByText(/^No pending transfers\./).waitFor();
  expect(await editor.faults()).toEqual([]);
});

test("is available in Japanese on every section", async () => {
  const context = await browser.newContext({ locale: "ja-JP" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await signInToEditor(page, hq, `/sites/${hq.siteId}/settings`);
  const parts = [
    ["settings", PARTS],
    ["delivery", ["publishing", "addresses", "keys", "webhooks", "explorer", "usage"]],
  ] as const;
  for (const [screen, all] of parts) {
    for (const part of all) {
      await page.goto(`${hq.hqUrl}/sites/${hq.siteId}/${screen}/${part}`);
      await page.locator("main nav + *").waitFor();
      const shown = await page.locator("main").textContent();
      expect(shown).toMatch(/[ぁ-ん]/);
      expect(shown).not.toMatch(
        /\{(?!(?:slug|path|id|year|month|day)\})\w+[,}]|\b(?:The|Nothing|What|with)\b/,
      );
    }
  }
});
