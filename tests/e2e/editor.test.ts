import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { signInByForm, signInToEditor } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { watchScripts } from "../support/browser/script-size.ts";
import { type Look, LOOKS, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
});
afterAll(() => browser.close());

interface Visitor {
  readonly page: Page;
  /** Exceptions and CSP violations. */
  readonly problems: readonly string[];
}

async function visit(look: Partial<Look> & { readonly locale?: string } = {}): Promise<Visitor> {
  const { viewport = { width: 1280, height: 900 }, colorScheme = "light", locale = "en-US" } = look;
  const context = await browser.newContext({ viewport, colorScheme, locale });
  return { page: await context.newPage(), problems: collectProblems(context) };
}

function collectProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("console", (message) => {
    const text = message.text();
    // Browsers log the 401 for a signed-out user.
    if (message.type() === "error" && !text.includes("401")) problems.push(text);
  });
  return problems;
}

describe("signing in", () => {
  test("opens the requested URL after signing in", async () => {
    const { page, problems } = await visit();
    const address = `/sites/${demo.siteId}/entries?state=draft`;
    await signInByForm(page, demo, address);
    expect(page.url()).toBe(`${demo.hqUrl}${address}`);
    await page.getByRole("heading", { name: "All entries" }).waitFor();
    await page.goto(`${demo.hqUrl}/`);
    await page.waitForURL(`${demo.hqUrl}/sites/${demo.siteId}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("loads at most 250 kB of scripts for the first screen", async () => {
    const { page } = await visit();
    const scripts = watchScripts(page);
    await signInToEditor(page, demo);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    const bytes = await scripts();
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(250_000);
    await page.context().close();
  });

  test("shows a wrong password at the form and keeps the input", async () => {
    const { page } = await visit();
    await page.goto(demo.hqUrl);
    await page.getByLabel("Email").fill(demo.email);
    await page.getByLabel("Password").fill("not the password");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").textContent()).toMatch(/password/i);
    expect(await page.getByLabel("Email").inputValue()).toBe(demo.email);
    await page.context().close();
  });

  test("never redirects to another site", async () => {
    const { page } = await visit();
    await signInByForm(page, demo, `/sign-in?returnTo=${encodeURIComponent("//evil.test/x")}`);
    expect(new URL(page.url()).origin).toBe(demo.hqUrl);
    await page.context().close();
  });

  test("ends the session on sign-out, also in other tabs", async () => {
    const { page } = await visit();
    await signInByForm(page, demo);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("navigation").waitFor();
    await page.getByRole("button", { name: /account/i }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    // The event may already have arrived, so the link can be behind the dialog.
    await other.getByRole("link", { name: /All entries/ }).dispatchEvent("click");
    await other.getByRole("heading", { name: "Welcome back" }).waitFor();
    expect((await page.request.get(`${demo.hqUrl}/api/manage/me`)).status()).toBe(401);
    await page.context().close();
  });
});

describe("the list of entries", () => {
  test("is searched, filtered, and sorted with a shareable URL", async () => {
    const page = await editor.open(`/sites/${demo.siteId}/entries`);
    const rows = page.getByRole("row");
    await page.getByRole("searchbox").fill("ammonites");
    await page.getByRole("rowheader", { name: /Five ammonites/ }).waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(10);
    await expect.poll(() => page.url()).toContain("q=ammonites");

    await editor.open(`/sites/${demo.siteId}/entries?state=draft`);
    await rows.nth(1).waitFor();
    expect(await page.getByRole("radio", { name: /Draft/ }).getAttribute("aria-checked")).toBe(
      "true",
    );
    await page.getByRole("columnheader", { name: "Title" }).click();
    await expect.poll(() => page.url()).toContain("order=title");
    const titles = await page.getByRole("rowheader").locator("b").allTextContents();
    expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other)));
    expect(editor.problems).toEqual([]);
  });

  test("explains an empty result and how to clear the filters", async () => {
    const page = await editor.open(`/sites/${demo.siteId}/entries?q=nothing-is-called-so`);
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await page.getByRole("row").nth(5).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });
});

test("is available in Japanese", async () => {
  const { page } = await visit({ locale: "ja-JP" });
  await page.goto(demo.hqUrl);
  await page.getByRole("heading", { name: "おかえりなさい" }).waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe("ja");
  await page.context().close();
});

describe.for(LOOKS)("on $name", (look) => {
  test("shows accessible screens that fit and violate no CSP", async () => {
    const { page, problems } = await visit(look);
    await page.goto(demo.hqUrl);
    await page.getByRole("heading", { name: "Welcome back" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await signInToEditor(page, demo);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await page.getByRole("link", { name: /All entries/ }).click();
    await page.getByRole("row").nth(5).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
