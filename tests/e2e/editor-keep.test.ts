import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import {
  invitePerson,
  managementSession,
  signInByForm,
  signInToEditor,
  siteToWriteIn,
} from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { type DemoUnderTest, demoUnderTest } from "../support/demo/demo-under-test.ts";
import { freePort } from "../support/free-port.ts";
import { hqServer } from "../support/hq/hq-process.ts";
import { makeHqSite } from "../support/hq/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const demo = await demoUnderTest();

let browser: Browser;
/** A copy of the demo site, so that changes don't affect other tests. */
let siteId: string;
/** A user who only edits in this file. */
let kai: DemoUnderTest;
let kaisId: string;
let kaisWindow: EditorWindow;
beforeAll(async () => {
  browser = await launchChromium();
  siteId = await siteToWriteIn(demo);
  kai = await invitePerson(demo, { name: "Kai", email: "kai@loam.example", role: "member" });
  kaisId = (await managementSession(kai).GET("/me")).data?.id ?? "";
  await letKai("write");
  kaisWindow = editorWindow(browser, kai);
});
afterAll(() => browser.close());

async function letKai(role: "view" | "write"): Promise<void> {
  const { error } = await managementSession(demo).PUT("/sites/{site}/access", {
    params: { path: { site: siteId } },
    body: { user: kaisId, role },
  });
  if (error !== undefined) throw new Error(error.detail);
}

async function openBrowser(): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  return context;
}

async function open(path: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await openBrowser())).newPage();
  await signInToEditor(page, demo, `/sites/${siteId}/${path}`);
  return page;
}

const status = (page: Page, words: string) =>
  page.getByRole("status").getByText(words, { exact: true });
const role = (page: Page) => page.getByLabel("Role");
const title = (page: Page) => page.getByRole("textbox").first();
const found = (page: Page) => page.getByText("You have unsaved changes from");

test("restores unsaved changes after a crash and on another device", async () => {
  const address = "entries/authors/yuki-tanabe";
  const page = await open(address);
  const before = await role(page).inputValue();
  await role(page).fill("Typed, and not saved");
  await status(page, "Unsaved changes kept").waitFor();
  await page.close({ runBeforeUnload: false });

  const device = await open(address);
  await found(device).waitFor();
  expect(await role(device).inputValue()).toBe("Typed, and not saved");
  expect(await accessibilityProblems(device)).toEqual([]);
  await device.getByRole("button", { name: "Discard changes" }).click();
  expect(await role(device).inputValue()).toBe(before);
  await device.reload();
  await role(device).waitFor();
  expect(await found(device).count()).toBe(0);
});

test("continues an abandoned new entry as a single entry", async () => {
  const page = await kaisWindow.open(`/sites/${siteId}/entries/authors/new`);
  await page.getByLabel("Name").fill("Vera Rubin");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByLabel("Name").waitFor({ state: "detached" });
  await page.goBack();
  await found(page).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Vera Rubin");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/entries\/authors\/e\w+$/);
  await status(page, "Saved").waitFor();
  const { data } = await managementSession(kai).GET("/sites/{site}/working-copies", {
    params: { path: { site: siteId } },
  });
  expect(data?.workingCopies).toEqual([]);
});

test("lists new entries that were never saved on the home page", async () => {
  const begun = await kaisWindow.open(`/sites/${siteId}/entries/authors/new`);
  await begun.getByLabel("Name").fill("Henrietta Leavitt");
  await status(begun, "Unsaved changes kept").waitFor();

  const page = await kaisWindow.open(`/sites/${siteId}`);
  await page.getByRole("heading", { name: "New, not saved yet" }).waitFor();
  expect(await kaisWindow.faults()).toEqual([]);
  await page.getByRole("link", { name: "Henrietta Leavitt" }).click();
  await found(page).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Henrietta Leavitt");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/entries\/authors\/e\w+$/);
  await status(page, "Saved").waitFor();
  await kaisWindow.open(`/sites/${siteId}`);
  await page.getByRole("heading", { name: "Recent activity" }).waitFor();
  await page.getByText("New, not saved yet").waitFor({ state: "detached" });
});

test("explains a failed save with the next step and keeps the edits", async () => {
  const { data: made } = await managementSession(kai).POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site: siteId, api_id: "authors" } },
    body: { fields: { name: "Kai" } },
  });
  const page = await kaisWindow.open(`/sites/${siteId}/entries/authors/${made?.id}`);
  await role(page).fill("Typed on a bad day");
  await status(page, "Unsaved changes kept").waitFor();
  const saveButton = page.getByRole("button", { name: "Save", exact: true });
  for (const [code, httpStatus, said] of [
    ["rate_limited", 429, "try again in 20 seconds"],
    ["insufficient_storage", 507, "The server’s disk is full"],
  ] as const) {
    await page.route(`**/entries/${made?.id}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({
            status: httpStatus,
            contentType: "application/problem+json",
            body: JSON.stringify({ status: httpStatus, code, detail: code, retryAfterSeconds: 20 }),
          })
        : route.fallback(),
    );
    await saveButton.click();
    await page.getByRole("alert").getByText(said).waitFor();
    expect(await role(page).inputValue()).toBe("Typed on a bad day");
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.unrouteAll();

  await letKai("view");
  await page.getByText("You now have view-only access.").waitFor();
  await page.getByText("Typed on a bad day").waitFor();
  await letKai("write");
  await page.getByText("You now have view-only access.").waitFor({ state: "detached" });
  await saveButton.click();
  await status(page, "Saved").waitFor();
});

test("keeps edits while the entry moves or its schema changes", async () => {
  const hq = managementSession(demo);
  const type = { path: { site: siteId, api_id: "authors" } };
  const { data: made } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: type,
    body: { slug: "before", fields: { name: "Mary Anning" } },
  });
  const id = made?.id ?? "";
  const one = { path: { ...type.path, id } };
  const page = await kaisWindow.open(`/sites/${siteId}/entries/authors/${id}`);
  await role(page).fill("Typed while others tidied up");
  await hq.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
    params: one,
    body: { slug: "after" },
  });
  const { data: old } = await hq.GET("/sites/{site}/types/{api_id}/schema", { params: type });
  const { label = "", fields = [] } = old?.schema ?? {};
  const born = { apiId: "born", label: "Born", type: "date" };
  const { error } = await hq.PUT("/sites/{site}/types/{api_id}/schema", {
    params: type,
    body: JSON.parse(JSON.stringify({ label, fields: [...fields, born] })),
  });
  expect(error).toBeUndefined();
  await hq.POST("/sites/{site}/types/{api_id}/schema/publish", { params: type });
  await page
    .getByText("The schema of this entry changed while you were editing. Added: Born.")
    .waitFor();
  await page.getByLabel("Born").first().waitFor();
  expect(await role(page).inputValue()).toBe("Typed while others tidied up");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(page, "Saved").waitFor();
  const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params: one });
  expect(data).toMatchObject({
    slug: "after",
    fields: { name: "Mary Anning", role: "Typed while others tidied up" },
  });
});

test("stores edits only in the browser while HQ is unreachable and sends them later", async () => {
  const address = "entries/authors/daniel-osei";
  const context = await openBrowser();
  const page = await open(address, context);
  await role(page).waitFor();
  await context.setOffline(true);
  await role(page).fill("Typed without a connection");
  await page.getByText("Offline since").waitFor();
  await status(page, "Unsaved changes kept in this browser").waitFor();
  expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close({ runBeforeUnload: false });

  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${demo.hqUrl}/sites/${siteId}/${address}`);
  await found(again).waitFor();
  expect(await role(again).inputValue()).toBe("Typed without a connection");
  await status(again, "Unsaved changes kept").waitFor();
  await again.getByRole("button", { name: "Save", exact: true }).click();
  await status(again, "Saved").waitFor();
});

test("lets the user sign in over the form and continue", async () => {
  const context = await openBrowser();
  const page = await open("entries/authors/mara-lindqvist", context);
  await role(page).waitFor();
  // HQ doesn't have the edits when the session ends.
  await page.route("**/working-copy", (route) => route.abort());
  await role(page).fill("Typed as the session ended");
  await context.clearCookies();
  await page.unroute("**/working-copy");
  await page.getByText("Your session has expired. Your unsaved changes are kept.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Email").fill(demo.email);
  await page.getByLabel("Password").fill(demo.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await status(page, "Unsaved changes kept").waitFor();
  expect(await role(page).inputValue()).toBe("Typed as the session ended");
});

test("never overwrites edits of another window of the same user unseen", async () => {
  const address = "entries/categories/git";
  const context = await openBrowser();
  const page = await open(address, context);
  const other = await context.newPage();
  await other.goto(`${demo.hqUrl}/sites/${siteId}/${address}`);
  await title(other).waitFor();
  await title(page).fill("In the first window");
  await status(page, "Unsaved changes kept").waitFor();
  await title(other).fill("In the second window");
  await other.getByText("on another device or in another window").waitFor();
  await other.getByRole("button", { name: "Use the other version" }).click();
  expect(await title(other).inputValue()).toBe("In the first window");
});

test("loses no edits when HQ is killed while typing", async () => {
  const { folder, siteId: site } = await makeHqSite(await temporaryFolder());
  const person = { email: "ada@x.test", password: "correct horse battery" };
  const env = {
    LOAM_PORT: String(await freePort()),
    LOAM_ADMIN_EMAIL: person.email,
    LOAM_ADMIN_PASSWORD: person.password,
  };
  const server = await hqServer({ folder, env });
  const page = await (await openBrowser()).newPage();
  const hq = { ...person, hqUrl: server.url };
  await signInByForm(page, hq, `/sites/${site}/entries/people/ada`);
  await page.getByLabel("Title").fill("Typed before");
  await status(page, "Unsaved changes kept").waitFor();
  await server.stop("SIGKILL");
  await page.getByLabel("Title").fill("Typed before, and after");
  await status(page, "Unsaved changes kept in this browser").waitFor();
  await hqServer({ folder, env });
  await status(page, "Unsaved changes kept").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(page, "Saved").waitFor();
  const saved = await page.request.get(
    `${server.url}/api/manage/sites/${site}/types/people/entries/ada`,
  );
  expect(await saved.json()).toMatchObject({ fields: { title: "Typed before, and after" } });
});
