import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq({ LOAM_BILLING: "none", LOAM_SCHEDULER_INTERVAL: "1" });
  await hq.api.PUT("/sites/{site}/publishing", {
    params: { path: { site: hq.siteId } },
    body: { enabled: true },
  });
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const open = (path: string): Promise<Page> => editor.open(`/sites/${hq.siteId}/${path}`);

/** Returns the published title of a post, or undefined. */
async function live(slug: string): Promise<unknown> {
  const answer = await fetch(`${hq.hqUrl}/public/${hq.siteId}/api/posts/${slug}.json`);
  if (!answer.ok) return answer.status;
  const post: unknown = await answer.json();
  return typeof post === "object" && post !== null && "title" in post ? post.title : undefined;
}

test("creates, edits, saves, publishes, and finds an entry by keyboard only", async () => {
  const page = await open("entries/posts");
  const { keyboard } = page;
  await page.getByRole("row").nth(1).waitFor();
  await keyboard.press("c");
  const title = page.getByRole("textbox", { name: /^Title/ });
  await title.waitFor();
  while (!(await hasFocus(title))) await keyboard.press("Tab");
  await keyboard.type("Thaw on the slope");
  await keyboard.press("Control+s");
  await page.waitForURL(/\/entries\/posts\/e\w+$/);
  await page.locator("[data-publishes]:enabled").waitFor();
  await keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog");
  const publish = dialog.getByRole("button", { name: "Publish", exact: true });
  await publish.waitFor();
  while (!(await hasFocus(publish))) await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect.poll(() => live("thaw-on-the-slope")).toBe("Thaw on the slope");
  await keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search or jump to…" }).waitFor();
  await keyboard.type("frost");
  await page.getByRole("menuitem", { name: /Frost in the furrow/ }).waitFor();
  await keyboard.press("Enter");
  await page.getByRole("heading", { name: /Frost in the furrow/ }).waitFor();
  expect(await editor.faults()).toEqual([]);
});

test("opens the first result of the full query on Enter, even while loading", async () => {
  const page = await open("entries/posts");
  const { keyboard } = page;
  await page.getByRole("row").nth(1).waitFor();
  const { promise: asked, resolve: answer } = Promise.withResolvers<undefined>();
  await page.route(/\/entries\?.*q=frost/, async (route) => {
    await asked;
    await route.continue();
  });
  await keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to…" });
  await palette.waitFor();
  const request = page.waitForRequest(/\/entries\?.*q=frost/);
  await keyboard.type("frost");
  await keyboard.press("Enter");
  await request;
  expect(await palette.isVisible()).toBe(true);
  answer(undefined);
  await page.getByRole("heading", { name: /Frost in the furrow/ }).waitFor();
  expect(await editor.faults()).toEqual([]);
});

const hasFocus = (one: ReturnType<Page["getByRole"]>): Promise<boolean> =>
  one.evaluate((element) => element === element.ownerDocument.activeElement);

const HOUR = 3_600_000;

/** Schedules the release before the session ends. */
async function planIn(ms: number, title: string): Promise<void> {
  const at = { site: hq.siteId };
  const { data } = await hq.api.GET("/sites/{site}/releases", { params: { path: at } });
  const id = data?.releases.find((one) => one.title === title)?.id ?? "";
  const publishAt = new Date(Date.now() + ms).toISOString();
  const params = { path: { ...at, id } };
  const { error } = await hq.api.PATCH("/sites/{site}/releases/{id}", {
    params,
    body: { publishAt },
  });
  if (error !== undefined) throw new Error(error.detail);
}

test("publishes a complete release at its scheduled time", async () => {
  const page = await open("releases");
  await page.getByRole("button", { name: "New release" }).click();
  const dialog = page.getByRole("dialog", { name: "New release" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Winter issue");
  for (const name of ["Rain on clay", "Frost in the furrow"]) {
    await dialog.getByLabel("Search entries").fill(name);
    await dialog.getByRole("row", { name }).click();
  }
  await dialog.getByRole("button", { name: "Save" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "Winter issue" });
  await line.getByText(/2 entries/).waitFor();
  expect([await live("rain"), await live("frost")]).toEqual([404, 404]);
  await planIn(HOUR, "Winter issue");
  hq.wait(2 * HOUR);
  await expect
    .poll(async () => [await live("rain"), await live("frost")])
    .toEqual(["Rain on clay", "Frost in the furrow"]);
  await page.getByRole("heading", { name: "Past" }).waitFor();
  await line.getByRole("button", { name: /^Publish now/ }).waitFor({ state: "detached" });
  expect(await editor.faults()).toEqual([]);
});
