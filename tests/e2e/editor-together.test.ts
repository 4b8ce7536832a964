import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { invitePerson, managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
let siteId: string;
/** Another user who can write on the site. */
let ann: ManagementClient;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  siteId = await siteToWriteIn(demo);
  ann = managementSession(
    await invitePerson(demo, { name: "Ann", email: "ann@loam.example", role: "admin" }),
  );
});
afterAll(() => browser.close());

const open = (path: string): Promise<Page> => editor.open(`/sites/${siteId}/${path}`);

async function annSaves(slug: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  const { error } = await ann.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
    params: { path: { site: siteId, api_id: "posts", id: slug } },
    body: { fields },
  });
  if (error !== undefined) throw new Error(error.detail);
}

const summary = (page: Page) => page.getByLabel("Summary");
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const saved = (page: Page) => page.getByRole("status").getByText("Saved", { exact: true });

test("merges concurrent changes and lists them by field", async () => {
  const page = await open("entries/posts/yaml-without-surprises");
  await summary(page).fill("Mine.");
  await annSaves("yaml-without-surprises", { title: "YAML, by Ann" });
  await save(page).click();
  await page.getByText("Ann updated Title. Your changes aren’t affected.").waitFor();
  expect(await page.getByLabel("Title").first().inputValue()).toBe("YAML, by Ann");
  expect(await summary(page).inputValue()).toBe("Mine.");
});

test("shows conflicts by word and saves the decision on the new version", async () => {
  const page = await open("entries/posts/spring-cleaning");
  await summary(page).fill("Git keeps what my hands wrote.");
  await annSaves("spring-cleaning", {
    summary: "Git keeps what Ann wrote.",
    title: "Why git, again",
  });
  await save(page).click();
  const dialog = page.getByRole("dialog", {
    name: "Ann saved this entry while you were editing it",
  });
  await dialog.waitFor();
  expect(await dialog.locator("ins").allTextContents()).toEqual(
    expect.arrayContaining([expect.stringContaining("my hands"), expect.stringContaining("Ann")]),
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  await dialog.getByRole("button", { name: "Decide later" }).click();
  expect(await summary(page).inputValue()).toBe("Git keeps what my hands wrote.");
  await page.getByRole("button", { name: "Resolve conflict" }).click();
  await dialog.getByRole("radio", { name: "Edit manually" }).click();
  await dialog.getByRole("textbox", { name: "Summary" }).fill("Git keeps what we both wrote.");
  await dialog.getByRole("button", { name: "Save result" }).click();
  await saved(page).waitFor();
  const { data: now } = await ann.GET("/sites/{site}/types/{api_id}/entries/{id}", {
    params: { path: { site: siteId, api_id: "posts", id: "spring-cleaning" } },
  });
  expect(now?.fields).toMatchObject({
    summary: "Git keeps what we both wrote.",
    title: "Why git, again",
  });
});

test("shares one event stream across windows for presence and changes", async () => {
  const { data: post } = await ann.POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site: siteId, api_id: "posts" } },
    body: { slug: "two-at-a-desk", fields: { title: "Two at a desk", summary: "As it was." } },
  });
  const id = post?.id ?? "";
  const sign = { entry: id, window: "window-of-ann" };
  const annSays = async (said: { readonly field?: string; readonly left?: boolean }) => {
    const { data, error } = await ann.POST("/sites/{site}/presence", {
      params: { path: { site: siteId } },
      body: { ...sign, ...said },
    });
    if (error !== undefined) throw new Error(error.detail);
    return data.people.map(({ name }) => name);
  };

  const page = await open(`entries/posts/${id}`);
  await summary(page).waitFor();
  await expect.poll(() => annSays({ field: "summary" })).toHaveLength(2);
  await page.getByRole("listitem").filter({ hasText: "Ann" }).first().waitFor();
  await page.getByText("Ann is editing Summary").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await annSays({ left: true });
  await page.getByText("Ann is editing Summary").waitFor({ state: "detached" });

  const streams: string[] = [];
  page.context().on("request", (request) => {
    if (request.url().endsWith("/events")) streams.push(request.url());
  });
  const list = await page.context().newPage();
  onTestFinished(() => list.close());
  await list.goto(page.url().replace(`/${id}`, ""));
  await list.getByText("Two at a desk").waitFor();
  await annSaves(id, { title: "Three at a desk" });
  await list.getByText("Three at a desk").waitFor();
  await expect.poll(() => page.getByLabel("Title").first().inputValue()).toBe("Three at a desk");
  expect(streams).toEqual([]);

  await summary(page).fill("Typed while Ann tidied up.");
  const path = { site: siteId, api_id: "posts", id };
  await ann.DELETE("/sites/{site}/types/{api_id}/entries/{id}", { params: { path } });
  await page.getByText(/^Ann deleted this entry while you were editing it\./).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByText(/^Ann deleted this entry/).waitFor({ state: "detached" });
  expect(await summary(page).inputValue()).toBe("Typed while Ann tidied up.");
  await save(page).click();
  await saved(page).waitFor();
  const { data: kept } = await ann.GET("/sites/{site}/types/{api_id}/entries/{id}", {
    params: { path },
  });
  expect(kept?.fields).toMatchObject({ summary: "Typed while Ann tidied up." });
});

test("keeps the entry picker still during other saves and refreshes it on reopening", async () => {
  const page = await open("entries/posts/merging-by-field");
  const next = page.getByRole("group", { name: "Read next", exact: true });
  const dialog = page.getByRole("dialog", { name: "Read next" });
  const offered = dialog.getByRole("row").locator("b");
  const openChoice = async (): Promise<readonly string[]> => {
    await next.getByRole("button", { name: "Add entries" }).click();
    await offered.first().waitFor();
    return offered.allTextContents();
  };

  const before = await openChoice();
  await annSaves("why-git", { title: "Moved to the top" });
  // Announced immediately, behind the dialog.
  await page.getByText("Moved to the top", { exact: true }).first().waitFor();
  expect(await offered.allTextContents()).toEqual(before);

  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await openChoice())[0]).toBe("Moved to the top");
});
