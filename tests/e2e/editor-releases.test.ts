import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import {
  invitePerson,
  managementSession,
  signInToEditor,
  siteToWriteIn,
} from "../support/browser/editor-page.ts";
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
});
afterAll(() => browser.close());

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

const open = (path: string, site = siteId): Promise<Page> =>
  editor.open(`/sites/${site}/${path}`, PHONE);

async function isFine(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

test("schedules, edits, and deletes a release of two entries", async () => {
  const page = await open("releases");
  await page.getByRole("button", { name: "New release" }).click();
  const dialog = page.getByRole("dialog", { name: "New release" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Select at least one entry.").waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Spring issue");
  // By name, because entries saved by other tests come first.
  for (const name of ["The order of things", "Where Loam stops"]) {
    await dialog.getByLabel("Search entries").fill(name);
    await dialog.getByRole("row", { name }).click();
  }
  await dialog.getByText("2 entries selected").waitFor();
  await isFine(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const line = page.getByRole("listitem").filter({ hasText: "Spring issue" });
  await line.getByText(/9:00 AM.*2 entries/).waitFor();
  await isFine(page);
  const hq = managementSession(demo);
  const { data } = await hq.GET("/sites/{site}/releases", { params: { path: { site: siteId } } });
  const release = data?.releases.find(({ title }) => title === "Spring issue");
  expect(release).toMatchObject({ state: "scheduled" });
  expect(release?.entries).toHaveLength(2);

  await page.getByRole("tab", { name: "Calendar" }).click();
  const [month = "", due = ""] = [
    /^\d+-\d+/.exec(release?.publishAt ?? "")?.[0],
    release?.publishAt,
  ];
  await page.goto(`${demo.hqUrl}/sites/${siteId}/releases?tab=calendar&month=${month}`);
  const planned = page.getByRole("listitem").filter({ hasText: "Spring issue" });
  expect(await planned.locator("time").getAttribute("datetime")).toBe(due);
  await isFine(page);
  await page.getByRole("button", { name: "Previous month" }).click();
  await planned.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Scheduled" }).click();

  await page.getByRole("button", { name: "Edit Spring issue" }).click();
  await page.getByText("Schedule", { exact: true }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await line.getByText(/Not scheduled/).waitFor();
  await page.getByRole("button", { name: "Delete Spring issue" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await line.waitFor({ state: "detached" });
});

/** Creates a site with one note, published twice, so that changes to the live site don't affect other tests. */
async function publishedTwice(): Promise<string> {
  const hq = managementSession(demo);
  const { data: all } = await hq.GET("/workspaces");
  const ws = { path: { ws: all?.workspaces[0]?.id ?? "" } };
  const { data: made } = await hq.POST("/workspaces/{ws}/sites", {
    params: ws,
    body: { name: `Notes ${randomUUID().slice(0, 8)}` },
  });
  const site = made?.id ?? "";
  const fields = [{ apiId: "title", label: "Title", type: "text" as const }];
  await hq.POST("/sites/{site}/types", {
    params: { path: { site } },
    body: { apiId: "notes", kind: "list", label: "Notes", fields },
  });
  const type = { path: { site, api_id: "notes" } };
  await hq.POST("/sites/{site}/types/{api_id}/schema/publish", { params: type });
  await hq.PUT("/sites/{site}/publishing", { params: type, body: { enabled: true } });
  const first = { title: "As it was" };
  const { data: note } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: type,
    body: { slug: "a", fields: first },
  });
  const one = { path: { ...type.path, id: note?.id ?? "" } };
  const publish = () =>
    hq.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", { params: one });
  await publish();
  await hq.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
    params: one,
    body: { fields: { title: "As it should not be" } },
  });
  const { error } = await publish();
  if (error !== undefined) throw new Error(error.detail);
  return site;
}

test("compares two points of the publish history and rolls back to one", async () => {
  const site = await publishedTwice();
  const file = async (): Promise<unknown> =>
    (await fetch(`${demo.hqUrl}/public/${site}/api/notes/a.json`)).json();
  await expect.poll(file).toMatchObject({ title: "As it should not be" });
  // The former location of the publish history.
  const page = await open("releases?tab=live", site);
  await page.waitForURL(/\/live$/);
  const log = page.getByRole("navigation", { name: "Publish history" });
  await log.getByText("Live now").waitFor();
  const changed = page.getByRole("button", { name: "Changed As it should not be" });
  await changed.click();
  const words = page.getByRole("group").filter({ hasText: "Title" });
  await words
    .locator("del", { hasText: "should not be" })
    .or(words.locator("ins"))
    .first()
    .waitFor();
  await isFine(page);

  const goBack = page.getByRole("button", { name: "Roll back to B…" });
  expect(await goBack.count()).toBe(0);
  await log.getByRole("link").nth(1).click();
  await page.getByText("Published", { exact: true }).waitFor();
  await goBack.click();
  const dialog = page.getByRole("dialog", { name: /^Roll back to/ });
  await dialog.getByRole("button", { name: "Changed As it should not be" }).waitFor();
  await isFine(page);
  await dialog.getByRole("button", { name: "Roll back 1 entry" }).click();
  await page.getByText("The live site was rolled back.").waitFor();
  await expect.poll(file).toMatchObject({ title: "As it was" });
  await log.getByText("You rolled back 1 entry").waitFor();

  // Users who can only edit can compare.
  const email = `live-${randomUUID().slice(0, 8)}@example.test`;
  const person = await invitePerson(demo, { name: "Ada", email, role: "member" });
  const me = await managementSession(person).GET("/me");
  await managementSession(demo).PUT("/sites/{site}/access", {
    params: { path: { site } },
    body: { user: me.data?.id ?? "", role: "edit" },
  });
  const context = await browser.newContext({ ...PHONE, locale: "en-US" });
  onTestFinished(() => context.close());
  const other = await context.newPage();
  await signInToEditor(other, person, `/sites/${site}/live`);
  await other.getByRole("navigation", { name: "Publish history" }).getByRole("link").nth(1).click();
  await other.getByRole("button", { name: "Compare with current version" }).waitFor();
  expect(await other.getByRole("button", { name: "Roll back to B…" }).count()).toBe(0);
});
