import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawlSite } from "../../scripts/demo/crawl-site.ts";
import { documentationPages } from "../integration/docs/documentation-pages.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { signInByForm } from "../support/browser/editor-page.ts";
import { LOOKS, overflow, visitPage } from "../support/browser/visit-page.ts";
import { buildDocumentation } from "../support/demo/documentation-build.ts";
import { freePort } from "../support/free-port.ts";

/** Searches, and the page that a reader wants, which is among the first three. */
const SEARCHES: readonly (readonly [words: string, page: RegExp])[] = [
  ["nginx", /^how-to\/deploy\/$/],
  ["backup", /^how-to\/back-up-and-restore\/$/],
  ["passkey", /^how-to\/two-factor\/$/],
  ["webhook retry", /^(?:reference\/webhook-events|how-to\/webhooks)\/$/],
  ["draft key", /^how-to\/read-drafts-and-preview\/$/],
];

let browser: Browser;
let hq: EditorHq;
/** HQ is below a path here, which the built site doesn't know. */
let base: string;
let docs: string;
beforeAll(async () => {
  buildDocumentation();
  const port = await freePort();
  base = `http://127.0.0.1:${port}/loam`;
  docs = `${base}/docs/`;
  hq = await startEditorHq({ LOAM_PORT: String(port), LOAM_BASE_URL: base });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

test("includes every page of docs/ without dead links", async () => {
  const pages = await crawlSite(docs);
  const dead = pages.filter(({ status }) => status !== 200);
  const page = await browser.newPage();
  for (const { url, from } of dead) {
    await page.goto(from);
    // The crawler also reads what looks like a link in a code sample.
    const isLink = page
      .locator("[href], [src]")
      .evaluateAll(
        (elements, wanted) =>
          elements.some((element) => [Object(element).href, Object(element).src].includes(wanted)),
        url,
      );
    expect([url, from, await isLink]).toEqual([url, from, false]);
  }
  await page.close();
  expect(pages.filter(({ url }) => !url.startsWith(docs)).map(({ url }) => url)).toEqual([]);
  const html = pages.filter(({ mediaType }) => mediaType === "text/html");
  expect(html.length).toBeGreaterThanOrEqual(documentationPages().length);
  for (const { url, text } of html) {
    expect([url, text.match(/<h1 id="_top"/g)?.length]).toEqual([url, 1]);
    expect(text).toMatch(/<title>\S.*<\/title>/);
    // Comments for tests, and callouts as GitHub shows them, aren't for readers.
    expect(text).not.toMatch(
      /<!-- (?:run|file|output|before|not run)|<strong>(?:Note|Tip|Warning)<\/strong>/,
    );
  }
});

test("groups the sidebar by Diátaxis and collapses background pages", async () => {
  const page = await browser.newPage();
  await page.goto(`${docs}how-to/deploy/`);
  const sidebar = page.getByRole("navigation", { name: "Main" });
  expect(await sidebar.locator(".top-level > li > details > summary").allInnerTexts()).toEqual([
    "Tutorials",
    "How-to guides",
    "Reference",
    "Explanation",
    "Decision records",
    "Measurements",
  ]);
  expect(
    await sidebar.locator(".top-level > li > details:not([open]) > summary").allInnerTexts(),
  ).toEqual(["Decision records", "Measurements"]);
  expect(await sidebar.locator("[aria-current=page]").innerText()).toBe("Deploy HQ");
  await page.close();
});

describe("a search", () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
    await page.goto(docs);
    await page.getByRole("button", { name: "Search" }).click();
  });
  afterAll(() => page.close());

  test.each(SEARCHES)("for %s finds its page among the first three", async (words, wanted) => {
    const dialog = page.getByRole("dialog");
    await dialog.locator("input").fill(words);
    const results = dialog.locator(
      ".pagefind-ui__result-title:not(.pagefind-ui__result-nested *) a",
    );
    const found = async (): Promise<readonly string[]> =>
      (await results.evaluateAll((links) => links.map((link) => String(Object(link).href))))
        .slice(0, 3)
        .map((href) => href.replace(docs, "").replace(/[?#].*/, ""));
    await expect.poll(found).toContainEqual(expect.stringMatching(wanted));
  });

  test("opens the page", async () => {
    await page.getByRole("dialog").locator("input").fill("nginx");
    await page.getByRole("dialog").getByRole("link", { name: "Deploy HQ" }).first().click();
    await page.waitForURL(/\/loam\/docs\/how-to\/deploy\//);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Deploy HQ");
  });
});

test.each(LOOKS)("is readable in $name", async (look) => {
  const paths = ["", "how-to/deploy/", "reference/limits/", "tutorials/first-site/", "nothing/"];
  for (const path of paths) {
    const { page, problems, origins } = await visitPage(browser, docs + path, look);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const missing = path === "nothing/" ? /404/ : /^$/;
    expect(problems.filter((problem) => !missing.test(problem))).toEqual([]);
    expect([...origins]).toEqual([new URL(base).origin]);
    await page.close();
  }
});

test("fits every page on a phone", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const wide: string[] = [];
  for (const path of documentationPages().filter(
    (one) => !/^(?:decisions|measurements)\//.test(one),
  )) {
    await page.goto(`${docs}${path.replace(/\.md$/, "")}/`);
    if ((await overflow(page)) > 0) wide.push(path);
  }
  expect(wide).toEqual([]);
  await page.close();
});

test("is linked in the dashboard's user menu and palette", async () => {
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await signInByForm(page, { ...hq, hqUrl: base });
  for (const name of ["Documentation", "ドキュメント"]) {
    await page.getByRole("button", { name: /Account|アカウント/ }).click();
    const opened = context.waitForEvent("page");
    await page.getByRole("menuitem", { name, exact: true }).click();
    expect((await opened).url()).toBe(docs);
    await (await opened).close();
    await page.getByRole("button", { name: /Account|アカウント/ }).click();
    await page.getByRole("menuitemradio", { name: "日本語" }).click();
  }
  await page.keyboard.press("Control+k");
  const opened = context.waitForEvent("page");
  await page.keyboard.type("ドキュメント");
  await page.getByRole("dialog").getByRole("menuitem", { name: "ドキュメント" }).click();
  expect((await opened).url()).toBe(docs);
  await context.close();
});
