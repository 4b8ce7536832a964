import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { managementSession, siteToWriteIn } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let editor: EditorWindow;
let hq: ManagementClient;
let siteId: string;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  hq = managementSession(demo);
  siteId = await siteToWriteIn(demo);
});
afterAll(() => browser.close());

interface Opened {
  readonly page: Page;
  /** Saves, and returns the content of the file. */
  readonly saved: () => Promise<{ readonly title: unknown; readonly body: unknown }>;
}

async function open(text: string): Promise<Opened> {
  const { data: entry, error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site: siteId, api_id: "posts" } },
    body: { fields: { title: "Pasted", ...(text !== "" && { body: text }) } },
  });
  if (entry === undefined) throw new Error("no entry was made", { cause: error });
  const params = { path: { site: siteId, api_id: "posts", id: entry.id } };
  const page = await editor.open(`/sites/${siteId}/entries/posts/${entry.id}`);
  await area(page).waitFor();
  const saved = async (): Promise<{ title: unknown; body: unknown }> => {
    const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
    await page.keyboard.press("Control+s");
    expect((await answered).status()).toBe(200);
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params });
    const { title, body } = data?.fields ?? {};
    return { title, body: typeof body === "string" ? body.trimEnd() : body };
  };
  return { page, saved };
}

const area = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

/** Moves the cursor before a text. The editor restores its own selection on focus, and needs time to notice another. */
async function putCursor(page: Page, words: string): Promise<void> {
  await area(page).focus();
  const stays = async (): Promise<unknown> =>
    page.evaluate(`new Promise((resolve) => {
      const texts = document.createTreeWalker(document.activeElement, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()?.data !== ${JSON.stringify(words)});
      const text = texts.currentNode;
      const selection = document.getSelection();
      const isThere = () => selection.isCollapsed && selection.anchorNode === text && selection.anchorOffset === 0;
      const wasThere = isThere();
      if (!wasThere) selection.collapse(text, 0);
      setTimeout(() => resolve(wasThere && isThere()), 100);
    })`);
  await expect.poll(stays).toBe(true);
}

async function paste(page: Page, flavors: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(${JSON.stringify(flavors)})) clipboardData.setData(type, value);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
}

const html = (value: string) => ({ "text/html": value });
const plain = (value: string) => ({ "text/plain": value });

/** Wraps HTML like Google Docs does on the clipboard. */
const ofDocs = (value: string) =>
  html(
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><div dir="ltr">${value}</div></b>`,
  );

describe("pasting into an empty text", () => {
  test.for([
    [
      "a table of Google Docs",
      ofDocs(
        "<table><tbody><tr><td><p><span>Name</span></p></td><td><p><span>Price</span></p></td></tr><tr><td><p><span>Tea</span></p></td><td><p><span>3</span></p></td></tr></tbody></table>",
      ),
      "| Name | Price |\n| - | - |\n| Tea | 3 |",
    ],
    [
      "a table of Word with lists, headings, spans and alignment",
      html(
        `<table><thead><tr><th colspan=2><h3>Name</h3></th><th>Price</th></tr></thead>
         <tbody><tr><td rowspan=2><p>Tea</p><p>green</p></td><td><ul><li>hot</li><li><p>cold</p></li></ul></td><td style='text-align:right'><p>3</p></td></tr>
         <tr><td><ol><li>x</li></ol></td><td align=right>4</td></tr></tbody></table>`,
      ),
      "| Name | | Price |\n| - | - | -: |\n| Tea<br>green | • hot<br>• cold | 3 |\n| | 1. x | 4 |",
    ],
    [
      "a table with a caption",
      html("<table><caption>Prices</caption><tr><td>a</td><td>b</td></tr></table>"),
      "Prices\n\n| a | b |\n| - | - |",
    ],
    [
      "exponents, by tag and by style",
      html(
        `<p>10<sup>6</sup> m<span style="font-size:0.6em;vertical-align:super">2</span> CO<sub>2</sub> <u>a</u> <mark>b</mark></p>`,
      ),
      "10<sup>6</sup> m<sup>2</sup> CO<sub>2</sub> <u>a</u> <mark>b</mark>",
    ],
    [
      "links to telephones",
      html(`<a href="tel:+81312345678">a</a> <a href="sms:+813">b</a>`),
      "[a](tel:+81312345678) [b](sms:+813)",
    ],
    [
      "a soft line break of PowerPoint",
      plain("Slide one\u000Bslide two"),
      "Slide one\\\nslide two",
    ],
    ["control characters", plain("a\u0000b\u001Bc\u0085d\u000Ce"), "abc\\\nd\\\ne"],
    [
      "control characters in HTML",
      html("<p>a\u000Bb\u001Bc</p><pre>d\u000Be</pre>"),
      "a\\\nbc\n\n```\nd\ne\n```",
    ],
  ] as const)("%s", async ([, flavors, body]) => {
    const { page, saved } = await open("");
    await area(page).click();
    await paste(page, flavors);
    expect((await saved()).body).toBe(body);
  });
});

test("pastes two lines into a cell and items at the start of an item", async () => {
  const table = await open("| head | b |\n| - | - |\n| c | d |");
  await putCursor(table.page, "head");
  await paste(table.page, plain("one\ntwo"));
  expect((await table.saved()).body).toBe("| one<br>twohead | b |\n| - | - |\n| c | d |");
  const list = await open("- a\n- b");
  await putCursor(list.page, "a");
  await paste(list.page, html("<ul><li>one</li><li>two</li></ul>"));
  expect((await list.saved()).body).toBe("- one\n- twoa\n- b");
});

test("pastes lines into code", async () => {
  const { page, saved } = await open("```\ncode\n```");
  await putCursor(page, "code");
  await paste(page, plain("one\ntwo\u000Bthree\n"));
  expect((await saved()).body).toBe("```\none\ntwo\nthree\ncode\n```");
});

test("removes control characters from single-line and multi-line inputs", async () => {
  const { page, saved } = await open("");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const title = page.getByLabel("Title").first();
  await title.click();
  await page.keyboard.press("Control+a");
  const pasted = String.raw`"Slide one\u000Bslide\u001B two\u0085three"`;
  await page.evaluate(`navigator.clipboard.writeText(${pasted})`);
  await page.keyboard.press("Control+v");
  expect(await title.inputValue()).toBe("Slide one slide two three");
  expect((await saved()).title).toBe("Slide one slide two three");
});
