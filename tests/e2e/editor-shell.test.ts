import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, signInByForm } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { type Look, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
});
afterAll(() => browser.close());

const DESKTOP = { viewport: { width: 1280, height: 900 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

const open = (path: string, look?: Pick<Look, "viewport" | "colorScheme">): Promise<Page> =>
  editor.open(`/sites/${demo.siteId}${path}`, look);

/** Returns axe violations and elements that overflow the page. */
async function faultsOf(page: Page): Promise<readonly unknown[]> {
  const wide = await overflow(page);
  return [...(await accessibilityProblems(page)), ...(wide === 0 ? [] : [`${wide} px too wide`])];
}

describe("the palette", () => {
  test("finds entries, actions, and pages by keyboard, and lists recent ones", async () => {
    const page = await open("");
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Search or jump to…" });
    await palette.getByRole("menuitem", { name: "New entry in Posts" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.type("five ammonites");
    await palette.getByRole("menuitem", { name: /Five ammonites/ }).waitFor();
    await palette.getByRole("menuitem", { name: /Account/ }).waitFor({ state: "detached" });
    // The selection follows the list a moment later.
    await expect.poll(() => faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/entries\/gallery\/e\w+$/);
    await palette.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: /Five ammonites/ }).waitFor();
    await page.keyboard.press("Control+k");
    await palette.getByRole("menuitem", { name: /Five ammonites/ }).waitFor();
    await page.keyboard.type("account");
    await palette.getByRole("menuitem", { name: "Account" }).click();
    await page.waitForURL(`${demo.hqUrl}/account`);
  });

  test("fits a phone", async () => {
    const page = await open("", PHONE);
    await page.getByRole("button", { name: "Search or jump to…" }).click();
    await page.getByRole("dialog", { name: "Search or jump to…" }).waitFor();
    await page.keyboard.type("why git");
    await page.getByRole("menuitem", { name: /Why git/ }).waitFor();
    // The selection follows the list a moment later.
    await expect.poll(() => faultsOf(page)).toEqual([]);
  });
});

test("supports letter shortcuts, lists them on ?, and disables them while typing or by setting", async () => {
  // In a separate window, which keeps the setting.
  const page = await editorWindow(browser, demo).open(`/sites/${demo.siteId}`);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("e");
  await page.waitForURL(/\/entries$/);
  await page.getByRole("searchbox").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("g?");
  expect(await page.getByRole("searchbox").inputValue()).toBe("g?");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await sheet.getByText("Enable single-key shortcuts").click();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search or jump to…" }).waitFor();
  expect(page.url()).toMatch(/\/entries$/);
});

describe("the shell", () => {
  test("shows failures with the next step", async () => {
    const hq = managementSession(demo);
    const params = { path: { site: demo.siteId }, query: { limit: 1, state: "draft" as const } };
    const { data } = await hq.GET("/sites/{site}/entries", { params });
    const entry = data?.entries[0];
    const page = await open("/entries");
    await page.route("**/notices", (route) =>
      route.fulfill({
        json: {
          notices: [
            { kind: "publisher-stuck" },
            {
              kind: "schedule-failed",
              since: "2026-11-20T09:05:00.000Z",
              entryId: entry?.id,
              action: "publish",
              dueAt: "2026-11-20T09:00:00.000Z",
              message: "<b>Summary</b> is empty.",
            },
          ],
        },
      }),
    );
    await page.reload();
    await page.getByRole("button", { name: "2 notifications" }).click();
    await page.getByText("Publishing is delayed").waitFor();
    // Text by other users is escaped.
    await page.getByText("<b>Summary</b> is empty.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Open entry" }).click();
    await page.waitForURL((url) => url.pathname.endsWith(entry?.id ?? "?"));
  });

  test("offers to extend an expiring session and to reload an outdated page", async () => {
    const context = await browser.newContext({ ...DESKTOP, locale: "en-US" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await signInByForm(page, demo, `/sites/${demo.siteId}/entries`);
    await page.route("**/api/manage/session", endSoon);
    await page.reload();
    await page.getByRole("button", { name: "Stay signed in" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    await dialog.getByLabel("Password").fill(demo.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Your session expires at").waitFor({ state: "detached" });

    await page.evaluate("dispatchEvent(new Event('vite:preloadError'))");
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("row").nth(1).waitFor();
    expect(await page.getByText("Reload").count()).toBe(0);
  });
});

/** Returns the session with an expiry in five minutes. */
async function endSoon(route: Route): Promise<void> {
  // HQ may have closed a kept-alive connection. A browser would retry automatically.
  const response = await route.fetch({ maxRetries: 3 });
  const session: object = await response.json();
  const expiresAt = new Date(Date.now() + 5 * 60_000).toISOString();
  await route.fulfill({ response, json: { ...session, expiresAt } });
}

test("opens the entry of an object type directly, with a link to its list", async () => {
  const page = await open("");
  await page.getByRole("navigation").getByRole("link", { name: "Home page" }).click();
  await page.waitForURL(/\/entries\/home\/e\w+$/);
  await page.getByRole("textbox", { name: "Headline" }).waitFor();
  await page.getByRole("link", { name: "Home page" }).last().click();
  await page.waitForURL(/\/entries\/home$/);
  await page.getByRole("heading", { level: 1, name: "Home page" }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.waitForURL(`${demo.hqUrl}/sites/${demo.siteId}`);
  expect(await faultsOf(page)).toEqual([]);
});

test("shows an error page with links for unknown URLs", async () => {
  const page = await open("");
  await page.goto(`${demo.hqUrl}/sites/${demo.siteId}/nothing/here`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await page.getByRole("navigation").getByRole("link", { name: "All entries" }).waitFor();
});

test("shows the latest activity and problems on the home page", async () => {
  const page = await open("");
  await page.route("**/problems", (route) =>
    route.fulfill({
      json: {
        problems: [{ code: "invalid_yaml", message: "No YAML.", path: "types/posts/type.yml" }],
        totalCount: 1,
      },
    }),
  );
  await page.reload();
  const activity = page.locator("section", { hasText: "Recent activity" });
  await activity.getByRole("listitem").first().waitFor();
  await page.getByText("types/posts/type.yml").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test("shows all values without controls to viewers", async () => {
  const hq = managementSession(demo);
  const { data: site } = await hq.GET("/sites/{site}", { params: { path: { site: demo.siteId } } });
  const email = `viewer-${Date.now()}@example.test`;
  const { data: invitation } = await hq.POST("/workspaces/{ws}/invitations", {
    params: { path: { ws: site?.workspaceId ?? "" } },
    body: { email },
  });
  const token = invitation?.link?.split("/").at(-1) ?? "";
  const account = { token, name: "Vera", password: "correct horse battery" };
  await hq.POST("/invitations/accept", { body: account });
  const context = await browser.newContext({ ...DESKTOP, locale: "en-US" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const address = `/sites/${demo.siteId}/entries/posts/merging-by-field`;
  await signInByForm(page, { ...demo, email, password: account.password }, address);
  const form = page.locator("main");
  await form.getByRole("group", { name: "Sources" }).getByText("git merge-file").waitFor();
  await form.getByRole("group", { name: "Author" }).getByRole("link").waitFor();
  expect(await form.getByRole("textbox").count()).toBe(0);
  expect(await form.getByRole("button", { name: /Save|Publish|Delete|Upload/ }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to…" });
  await palette.getByRole("menuitem", { name: /^All entries/ }).waitFor();
  expect(await palette.getByRole("menuitem", { name: /^New entry in/ }).count()).toBe(0);
});
