import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import {
  managementSession,
  signInToEditor,
  siteToWriteIn,
} from "../support/browser/editor-page.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();

let browser: Browser;
let page: Page;
let hq: ManagementClient;
let siteId: string;
/** Exceptions and CSP violations. */
const problems: string[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  hq = managementSession(demo);
  siteId = await siteToWriteIn(demo);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.on("weberror", (error) => problems.push(String(error.error())));
  context.on("console", (message) => {
    // 412 means that unsaved changes were stored while they were being saved.
    if (message.type() === "error" && !/\b412\b/.test(message.text())) {
      problems.push(message.text());
    }
  });
  page = await context.newPage();
  await signInToEditor(page, demo);
});
afterAll(() => browser.close());

/** Creates a draft. */
async function make(type: string, fields: Record<string, unknown>): Promise<string> {
  const { data, error } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
    params: { path: { site: siteId, api_id: type } },
    body: { fields },
  });
  if (data === undefined) throw new Error("no entry was made", { cause: error });
  return data.id;
}

/** Creates a draft post and opens it. */
async function openPost(fields: Record<string, unknown>): Promise<string> {
  const id = await make("posts", fields);
  await page.goto(`${demo.hqUrl}/sites/${siteId}/entries/posts/${id}`);
  return id;
}

async function remove(type: string, id: string): Promise<void> {
  // A page that shows the entry would request it again and log an error.
  await page.goto("about:blank");
  const path = { site: siteId, api_id: type, id };
  await hq.DELETE("/sites/{site}/types/{api_id}/entries/{id}", { params: { path } });
}

/** Returns the titles of the visible rows. */
const titles = (): Promise<readonly string[]> =>
  page.getByRole("rowheader").locator("b").allInnerTexts();

describe("a long text", () => {
  const PART =
    "## Rain\n\n*  odd  __bullets__\n* with [a link][r]\n\n| a|b |\n|--|:-:|\n| 1 | 2\n\n";
  const body = `[r]: /x\n\n${PART.repeat(400)}The end`;

  test("opens next to a usable form and keeps its bytes", async () => {
    const id = await openPost({ title: "Long", body });
    await page.getByRole("textbox", { name: "Title" }).fill("Longer");
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await expect.poll(() => text.getAttribute("contenteditable")).toBe("true");
    await text.getByText("The end").click();
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Control+s");
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const path = { site: siteId, api_id: "posts", id };
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", {
      params: { path },
    });
    expect(data?.fields).toMatchObject({ title: "Longer", body: `${body}!` });
    expect(problems).toEqual([]);
    await remove("posts", id);
  });

  test("opens even if its worker can't be loaded", async () => {
    let refused = 0;
    await page.context().route(/parse-worker/, (route) => {
      refused += 1;
      return route.abort();
    });
    const id = await openPost({ title: "Long", body });
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await expect.poll(() => text.getAttribute("contenteditable")).toBe("true");
    expect(await text.getByRole("table").count()).toBe(400);
    await page.context().unroute(/parse-worker/);
    await remove("posts", id);
    expect(refused).toBe(1);
  });
});

describe("a list", () => {
  test("is filtered by alternatives, grouped, and shown as cards from its URL", async () => {
    const made = await Promise.all(["Loess", "Marl"].map((title) => make("posts", { title })));
    await page.goto(`${demo.hqUrl}/sites/${siteId}/entries/posts`);
    const choose = async (opener: string, field: string, value: string): Promise<void> => {
      await page.getByRole("button", { name: opener, exact: true }).click();
      const form = page.getByRole("dialog");
      await form.getByRole("combobox").first().selectOption({ label: field });
      await form.getByRole("textbox", { name: "Value" }).fill(value);
      await form.getByRole("button", { name: "Show" }).click();
    };
    await choose("Filter", "Title", "Loess");
    await choose("Or…", "Title", "Marl");
    await expect.poll(async () => (await titles()).toSorted()).toEqual(["Loess", "Marl"]);
    await page.getByRole("button", { name: "Layout" }).click();
    await page.getByRole("menuitemradio", { name: "State" }).click();
    await page.keyboard.press("Escape");
    const group = page.getByRole("button", { name: /^Draft\s*2$/ });
    await group.click();
    await expect.poll(titles).toEqual([]);
    expect(new URL(page.url()).searchParams.getAll("closed")).toEqual(["draft"]);
    await page.reload();
    await group.click();
    await expect.poll(titles).toHaveLength(2);
    await page.getByRole("button", { name: "Layout" }).click();
    await page.getByRole("menuitemradio", { name: "Cards" }).click();
    await page.keyboard.press("Escape");
    const card = page.getByRole("row", { name: "Loess" });
    await card.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await card.click();
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    expect(problems).toEqual([]);
    for (const id of made) await remove("posts", id);
  });
});

describe("a form", () => {
  const text = "A line of words. ".repeat(300);

  test("edits a referenced entry in a pane", async () => {
    const author = await make("authors", { name: "Ada Loess", role: "Soils" });
    const id = await openPost({ title: "Refers", author });
    await page.getByRole("button", { name: "Edit Ada Loess in a side panel" }).click();
    const pane = page.getByRole("dialog", { name: "Ada Loess" });
    const role = pane.getByRole("textbox", { name: "Role" });
    await role.fill("Roots");
    await page.keyboard.press("Control+s");
    await pane.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await role.fill("Roots and soils");
    await pane.getByRole("button", { name: "Save" }).click();
    await pane.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await pane.waitFor({ state: "hidden" });
    // The form below is unchanged.
    await page.getByRole("status").getByText("Saved", { exact: true }).waitFor();
    const path = { site: siteId, api_id: "authors", id: author };
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}", {
      params: { path },
    });
    expect(data?.fields["role"]).toBe("Roots and soils");
    await remove("posts", id);
    await remove("authors", author);
  });

  test("follows its preview and shows its side panel as a drawer", async () => {
    const id = await openPost({ title: "Beside", summary: text, body: text });
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("tab", { name: "Text" }).click();
    const shown = page.getByRole("article");
    const top = async (): Promise<number> => (await shown.boundingBox())?.y ?? 0;
    const start = await top();
    await page.getByRole("button", { name: "Edit Summary" }).click();
    const summary = page.getByRole("textbox", { name: "Summary" });
    await expect.poll(() => summary.evaluate((field) => field.matches(":focus"))).toBe(true);
    await page.getByRole("textbox", { name: "Text", exact: true }).scrollIntoViewIfNeeded();
    await page.mouse.move(300, 500);
    await page.mouse.wheel(0, 4000);
    await expect.poll(top).toBeLessThan(start - 200);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.setViewportSize({ width: 1100, height: 800 });
    const opener = page.getByRole("button", { name: "Entry details" });
    const drawer = page.getByRole("complementary", { name: "Entry details" });
    await opener.click();
    await drawer.getByRole("button", { name: "Change" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await drawer.getByRole("button", { name: "Close" }).focus();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
    expect(await opener.evaluate((button) => button.matches(":focus"))).toBe(true);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(problems).toEqual([]);
    await remove("posts", id);
  });
});
