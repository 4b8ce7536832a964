import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { type Look, LOOKS, overflow } from "../support/browser/visit-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

/** Markdown as a developer may write it. Editors that reprint Markdown lose or change each of these. */
const NASTY = `Setext heading
==============

*  odd   bullets with *one* word
   and a continuation
*  second, with a [reference][ref] and a note[^1]

<div class="x">
raw   HTML
</div>

| a|b |
|--|:-:|
| 1 | ragged

:::tip
A directive
:::

[ref]: https://example.test/a  "Title"
[^1]: The note.
`;

let browser: Browser;
let editor: EditorWindow;
let hq: ManagementClient;
let siteId: string;
let made = 0;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  hq = managementSession(demo);
  siteId = await siteToWriteIn(demo);
});
afterAll(() => browser.close());

interface Opened {
  readonly page: Page;
  readonly entry: { readonly id: string; readonly title: string };
  /** Returns the last saved text. */
  readonly written: () => Promise<unknown>;
}

/** Opens the form of a new draft with a text. */
async function open(body: string, look?: Look): Promise<Opened> {
  made += 1;
  const title = `Written in test ${made}`;
  const { data: entry, error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site: siteId, api_id: "posts" } },
    body: { fields: { title, ...(body !== "" && { body }) } },
  });
  if (entry === undefined) throw new Error("no entry was made", { cause: error });
  const params = { path: { site: siteId, api_id: "posts", id: entry.id } };
  const page = await editor.open(`/sites/${siteId}/entries/posts/${entry.id}`, look);
  await text(page).waitFor();
  const written = async (): Promise<unknown> => {
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params });
    return data?.fields["body"];
  };
  return { page, entry, written };
}

const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

async function save(page: Page): Promise<void> {
  // "Saved" can still be displayed from an earlier save.
  const answered = page.waitForResponse((response) => {
    const { pathname } = new URL(response.url());
    return response.request().method() !== "GET" && /\/entries\/e\w+$/.test(pathname);
  });
  await page.keyboard.press("Control+s");
  await answered;
  await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
}

describe("a Markdown field", () => {
  test("converts Markdown shortcuts and saves the last keystroke", async () => {
    const { page, written } = await open("");
    await text(page).click();
    await page.keyboard.type("## Rain\nIt **falls** on `ground` and *stays*.\n");
    await page.keyboard.type("- one\n[ ] two\n\n> said\n\n```js let a;");
    await save(page);
    const first =
      "## Rain\n\nIt **falls** on `ground` and *stays*.\n\n- one\n- [ ] two\n\n> said\n\n```js\nlet a;\n```\n";
    expect(String(await written()).trimEnd()).toBe(first.trimEnd());
    await page.getByRole("radio", { name: "Markdown" }).click();
    await text(page).press("Control+End");
    await page.keyboard.type("\n\nThe end");
    await page.getByRole("radio", { name: "Visual" }).click();
    await text(page).locator("p", { hasText: "The end" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    expect(await written()).toMatch(/let a;\n```\n+The end!\n?$/);
    expect(editor.problems).toEqual([]);
  });

  test("keeps the cursor after text typed into a new block out of view", async () => {
    const { page, written } = await open("");
    await text(page).click();
    await page.keyboard.type("A line.\n".repeat(12));
    const rounds = ["first", "second", "third"];
    for (const round of rounds) {
      await page.keyboard.type(`${round}\n- one\n\n> said\n\n\`\`\`js let a;`);
      await page.keyboard.press("Shift+Enter");
    }
    await save(page);
    const parts = rounds.map((round) => `${round}\n\n- one\n\n> said\n\n\`\`\`js\nlet a;\n\`\`\``);
    expect(String(await written()).trimEnd()).toBe(
      `${"A line.\n\n".repeat(12)}${parts.join("\n\n")}`,
    );
  });

  test("loses no text typed after a trailing code block", async () => {
    const body = `\`\`\`md\nfirst code\n\`\`\`\n\n${"A line.\n\n".repeat(40)}\`\`\`js\nconst day = 1;\n\`\`\``;
    const { page, written } = await open(body);
    await text(page).getByText("first code").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" // the end");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("The ");
    await page.keyboard.press("Control+s");
    await expect
      .poll(written)
      .toBe(body.replace("first", "The first").replace("day = 1;", "day = 1; // the end"));
  });

  test("changes only the line of an edited word", async () => {
    const { page, written } = await open(NASTY);
    const before = String(await written());
    expect(await text(page).getByRole("columnheader").allInnerTexts()).toEqual(["a", "b"]);
    await text(page).getByText("continuation").click();
    await page.keyboard.press("End");
    await page.keyboard.type("s");
    await save(page);
    expect(await written()).toBe(before.replace("a continuation", "a continuations"));
    await text(page).locator("textarea").first().fill("<p>changed in place</p>");
    await save(page);
    expect(await written()).toContain("<p>changed in place</p>\n\n| a|b |\n|--|:-:|");
  });

  test("pastes from Google Docs and Markdown without styling", async () => {
    const { page, written } = await open("");
    await text(page).click();
    const paste = (type: string, value: string): Promise<unknown> =>
      page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData(${JSON.stringify(type)}, ${JSON.stringify(value)});
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true });
        document.activeElement.dispatchEvent(event);
      }`);
    await paste(
      "text/html",
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38">' +
        '<span style="font-size:11pt;color:#000">plain </span><span style="font-weight:700">bold</span></p>' +
        "<ul><li><p><span>one</span></p></li><ul><li><p><span>inner</span></p></li></ul></ul></b>",
    );
    await text(page).press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await paste("text/plain", "## From *Markdown*");
    await save(page);
    expect(String(await written()).trimEnd()).toBe(
      "plain **bold**\n\n- one\n  - inner\n\n## From *Markdown*",
    );
    expect(editor.problems).toEqual([]);
  });

  test("uses the / and [[ menus and replaces text in both views by keyboard", async () => {
    const { page, entry, written } = await open("");
    const option = (name: string | RegExp) => page.getByRole("option", { name });
    await text(page).click();
    await page.keyboard.type("/quo");
    await option("Quote").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.type("Rain, rain");
    await page.keyboard.type("\n\n/");
    await option("Heading 2").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    const second = await option("Heading 2").getAttribute("id");
    await page.locator(`[aria-activedescendant="${second}"]`).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    // Chosen before HQ responded, so no second key press is needed.
    const chosen = Promise.withResolvers<void>();
    await page.route("**/entries?**", async (route) => {
      await chosen.promise;
      await route.continue();
    });
    await page.keyboard.type(` or [[${entry.title}`);
    await page.keyboard.press("Enter");
    chosen.resolve();
    await text(page).locator("a", { hasText: entry.title }).waitFor();
    await page.keyboard.type("\n/video\n");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("https://example.com/rain\n");
    await page.getByText("Enter a valid YouTube or Vimeo URL.").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("https://youtu.be/dQw4w9WgXcQ\n");
    await page.getByRole("link", { name: "Watch on YouTube" }).waitFor();
    await text(page).press("Control+f");
    await page.keyboard.type("rain");
    await page.getByRole("search").getByText("of 2").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Replace with" }).fill("snow");
    await page.getByRole("button", { name: "Replace all" }).press("Enter");
    await page.getByRole("search").getByText("No matching entries").waitFor();
    await page.keyboard.press("Escape");
    await text(page).press("Control+z");
    await save(page);
    const link = `[${entry.title}](entry:${entry.id})`;
    const video = "https://youtu.be/dQw4w9WgXcQ";
    const as = (words: string): string => `> ${words}\n\n/ or ${link}\n\n<${video}>`;
    expect(String(await written()).trimEnd()).toBe(as("Rain, rain"));
    await page.getByRole("radio", { name: "Markdown" }).click();
    await text(page).press("Control+f");
    await page.keyboard.type("rain");
    await page.getByRole("search").getByText("1 of 2").waitFor();
    await page.getByRole("textbox", { name: "Replace with" }).fill("Snow");
    await page.keyboard.press("Enter");
    await page.getByRole("search").getByText("1 of 1").waitFor();
    await save(page);
    expect(String(await written()).trimEnd()).toBe(as("Snow, rain"));
    expect(editor.problems).toEqual([]);
  });
});

test.for(LOOKS)("is accessible and fits in both views in $name", async (look) => {
  const { page } = await open(`${NASTY}\n- [x] done\n\n\`\`\`js\nlet a;\n\`\`\`\n`, look);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  await page.getByRole("radio", { name: "Markdown" }).click();
  await page.locator(".cm-content").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
});

test("scrolls the toolbar on a phone without cutting off labels", async () => {
  const { page } = await open("Text.", LOOKS[2]);
  const kind = page.getByRole("button", { name: /^Block type/ });
  const cut = await kind.evaluate((button) => button.scrollWidth - button.clientWidth);
  expect(cut).toBe(0);
});
