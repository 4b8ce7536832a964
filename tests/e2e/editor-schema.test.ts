import { randomUUID } from "node:crypto";
import type { ManagementClient } from "@loam/hq/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
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
let hq: ManagementClient;
/** A copy of the demo site with its content. */
let siteId: string;
beforeAll(async () => {
  browser = await launchChromium();
  editor = editorWindow(browser, demo);
  hq = managementSession(demo);
  siteId = await siteToWriteIn(demo);
});
afterAll(() => browser.close());

const WIDE = { viewport: { width: 1440, height: 900 }, colorScheme: "light" } as const;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: "dark" } as const;

const open = (path: string, look: typeof WIDE | typeof PHONE = WIDE): Promise<Page> =>
  editor.open(`/sites/${siteId}/${path}`, look);

async function isFine(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  expect(editor.problems).toEqual([]);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function addField(page: Page, kind: RegExp, label: string): Promise<void> {
  await button(page, "Add field").first().click();
  await page.getByRole("menuitem", { name: kind }).click();
  await page.getByLabel("Label", { exact: true }).fill(label);
}

/** Creates an empty site with publishing on, in a separate workspace. */
async function emptySite(): Promise<string> {
  const slug = `schema-${randomUUID().slice(0, 8)}`;
  const { data: workspace } = await hq.POST("/workspaces", { body: { slug } });
  const ws = { path: { ws: workspace?.id ?? "" } };
  await hq.PUT("/workspaces/{ws}/features", { params: ws, body: { cms: true } });
  const { data: made } = await hq.POST("/workspaces/{ws}/sites", {
    params: ws,
    body: { name: "Events" },
  });
  const path = { site: made?.id ?? "" };
  await hq.PUT("/sites/{site}/publishing", { params: { path }, body: { enabled: true } });
  return path.site;
}

/** Returns the previewed JSON, which isn't truncated here. */
async function shownJson(page: Page): Promise<Record<string, unknown>> {
  const text = (await page.locator("pre").textContent()) ?? "";
  const lines = text.split("\n").filter((line) => !line.includes("omitted when empty"));
  return JSON.parse(lines.join("\n"));
}

describe("a new type", () => {
  test("gets a field of each type, an entry, and files that match the preview", async () => {
    const site = await emptySite();
    const page = await editor.open(`/sites/${site}/schema`, WIDE);
    await page.getByText("No content types yet").waitFor();
    await isFine(page);
    await page.getByRole("link", { name: "New content type" }).click();
    await page.getByLabel("Label").fill("Events");
    expect(await page.getByLabel("API ID").inputValue()).toBe("events");
    await isFine(page);
    await button(page, "Create content type").click();

    await page.getByRole("button", { name: /^Text One line/ }).click();
    await page.getByLabel("Label", { exact: true }).fill("Title");
    expect(await page.getByLabel("API ID").inputValue()).toBe("title");
    await addField(page, /^Text area/, "Summary");
    await addField(page, /^Rich text/, "Story");
    await addField(page, /^Number/, "Seats");
    await page.getByLabel("Minimum").fill("1");
    await page.getByLabel("Maximum").fill("0");
    await page.getByText("The minimum can’t be greater than the maximum.").first().waitFor();
    await page.getByLabel("Maximum").fill("500");
    await addField(page, /^Boolean/, "Open air");
    await addField(page, /^Date/, "Day");
    await addField(page, /^Select/, "Kind");
    await button(page, "Save").click();
    await page.getByText("Fix 1 problem to save:").waitFor();
    for (const label of ["Concert", "Talk"]) {
      await button(page, "Add option").click();
      await page.getByPlaceholder("Label").last().fill(label);
    }
    expect(await page.getByLabel("Value of Talk").inputValue()).toBe("talk");
    await addField(page, /^Image/, "Poster");
    await addField(page, /^File/, "Programme");
    await addField(page, /^Content reference/, "Next");
    await page.getByRole("group", { name: "Allowed content types" }).getByText("Events").click();
    await addField(page, /^Embed/, "Video");
    await addField(page, /^Repeat/, "Prices");
    await page.getByRole("group", { name: "Row fields" }).waitFor();
    await button(page, "Add field").last().click();
    await page.getByRole("menuitem", { name: /^Number/ }).click();
    await page.getByLabel("Label", { exact: true }).fill("Amount");
    await button(page, "Prices").click();
    await page.getByRole("row", { name: "Amount" }).waitFor();
    await isFine(page);
    await page.keyboard.press("Control+s");
    await page.getByText("Saved", { exact: true }).waitFor();
    const address = { path: { site, api_id: "events" } };
    const { data: saved } = await hq.GET("/sites/{site}/types/{api_id}/schema", {
      params: address,
    });
    expect(saved?.schema.fields.map(({ apiId, type }) => `${apiId} ${type}`)).toEqual([
      "title text",
      "summary textarea",
      "story richtext",
      "seats number",
      "openAir boolean",
      "day date",
      "kind select",
      "poster media",
      "programme media",
      "next reference",
      "video embed",
      "prices repeat",
    ]);
    expect(saved?.published).toBeUndefined();

    await page.getByRole("link", { name: "Create entry in Events" }).click();
    await page.waitForURL(/\/entries\/events\//);
    await page.getByRole("textbox", { name: /^Title/ }).fill("Night of the moles");
    await page.getByLabel("Seats").fill("501");
    await page.getByText("Enter a number from 1 to 500.").waitFor();
    await page.getByLabel("Seats").fill("500");
    await page.getByRole("button", { name: /Kind$/ }).click();
    await page.getByRole("option", { name: "Talk" }).click();
    await button(page, "Save").click();
    await page.waitForURL(/\/entries\/events\/e\w+$/);
    await page.goto(`${demo.hqUrl}/sites/${site}/schema/events`);
    await page.getByText("Version 1 is published").waitFor();
    await page.getByText("/api/events/night-of-the-moles.json").waitFor();
    await expect.poll(() => shownJson(page)).toMatchObject({ kind: "Talk", seats: 500 });
    const shown = await shownJson(page);
    const { data: entries } = await hq.GET("/sites/{site}/entries", {
      params: { path: { site }, query: { limit: 1 } },
    });
    const id = String(entries?.entries[0]?.id);
    const path = "/sites/{site}/types/{api_id}/entries/{id}/publish";
    await hq.POST(path, { params: { path: { ...address.path, id } } });
    const file = `${demo.hqUrl}/public/${site}/api/events/night-of-the-moles.json`;
    await expect.poll(async () => (await fetch(file)).status).toBe(200);
    const published: unknown = await (await fetch(file)).json();
    expect(published).toEqual({ ...shown, publishedAt: expect.any(String) });
    expect(await page.getByLabel("API ID").count()).toBe(0);
    await page.getByRole("row", { name: /^Title/ }).click();
    expect(await page.getByLabel("API ID").isEditable()).toBe(false);
  });
});

describe("the schema of a type with entries", () => {
  test("is reordered by keyboard and keeps unsaved changes", async () => {
    const page = await open("schema/categories");
    const rows = page.getByRole("grid", { name: "Fields" }).getByRole("row");
    const order = async (): Promise<string> =>
      (await rows.locator("code").allTextContents()).join(" ");
    await expect.poll(order).toBe("name description colour");
    await rows.nth(2).click();
    await page.keyboard.press("Alt+ArrowUp");
    expect(await order()).toBe("name colour description");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    expect(await order()).toMatch(/^name colour colorCopy\w* description$/);
    await page.getByRole("button", { name: /^Delete .*\(copy\)$/ }).click();
    await rows.nth(1).click();
    for (const key of ["Home", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await page
      .getByRole("button", { name: /^Insert/ })
      .first()
      .waitFor({ state: "attached" });
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const kept = "colour description name";
    await expect.poll(order).toBe(kept);
    await page.getByText("Unsaved changes kept in this browser").waitFor();
    await page.goto(page.url());
    await page.getByText(/You have unsaved changes from/).waitFor();
    expect(await order()).toBe(kept);
    await isFine(page);
    await button(page, "Discard unsaved changes").click();
    await expect.poll(order).toBe("name description colour");
  });

  test("explains the effects of the next version and locks published fields", async () => {
    const page = await open("schema/posts");
    await addField(page, /^Number/, "Reading time");
    await page.getByText("Entries can’t be published without a value.").click();
    await page.getByText(/16 of 16/).waitFor();
    await page.getByRole("row", { name: /^Kind/ }).click();
    expect(await page.getByLabel("API ID").isEditable()).toBe(false);
    await page.getByLabel("Label of Idea").fill("Thought");
    await page.getByText(/"kind": "Thought"/).waitFor();
    await page.getByRole("row", { name: /^Read next/ }).click();
    await page.getByLabel("Label", { exact: true }).fill("Read on");
    await page.getByText("Renamed").waitFor();
    // Incomplete changes elsewhere don't hide the impact of a deletion.
    const begun = page.waitForResponse(
      (one) =>
        one.url().endsWith("/schema/impact") &&
        JSON.stringify(one.request().postDataJSON()).includes('"label":"x","required":false'),
    );
    await button(page, "Add field").first().click();
    await page.getByRole("menuitem", { name: /^Date/ }).click();
    expect((await begun).status()).toBe(200);
    await page.getByRole("row", { name: /^Video/ }).click();
    await button(page, "Delete Video").click();
    const asked = page.getByRole("dialog", { name: "Delete “Video”?" });
    await asked.getByText("1 entry has a value for this field.").waitFor();
    await asked.getByRole("link", { name: "Why git" }).waitFor();
    await isFine(page);
    await asked.getByRole("button", { name: "Delete field" }).click();
    await page.getByRole("row", { name: /^New field/ }).click();
    await button(page, "Delete New field").click();
    await page.getByText("Deleted in the next version").waitFor();
    await isFine(page);

    await button(page, "Publish version 2…").click();
    const report = page.getByRole("dialog", { name: "Publish version 2 of Posts" });
    await report.getByText("In Kind, the option Idea is renamed to Thought").waitFor();
    await report.getByText("16 of 16 entries in Posts have no value for Reading time").waitFor();
    await report.getByText("1 of 16 entries in Posts have a value for Video").waitFor();
    await report.getByText("Read next is renamed to Read on.").waitFor();
    await isFine(page);
    await report.getByRole("button", { name: "Publish version 2" }).click();
    await page.getByRole("dialog", { name: "Version 2 is published" }).waitFor();
    await button(page, "Done").click();
    await page.getByText("Version 2 is published").waitFor();

    await button(page, "Deleted fields").click();
    await page.getByText("1 entry still has a value for it.").waitFor();
    await page.getByRole("row", { name: /^Reading time/ }).click();
    expect(await page.getByLabel("API ID").isEditable()).toBe(false);
    await page.getByRole("link", { name: "Versions" }).click();
    await page.getByRole("link", { name: /Version 1/ }).waitFor();
    await page.getByRole("heading", { name: "Version 1 → Version 2" }).waitFor();
    await page.getByText("Reading time is added: Number.").waitFor();
    await isFine(page);
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/entries/{id}/validate", {
      params: { path: { site: siteId, api_id: "posts", id: "why-git" } },
    });
    expect(data?.problems).toMatchObject([{ path: "readingTime" }]);
  });

  test("is merged with changes by others, with decisions on conflicts", async () => {
    const page = await open("schema/authors");
    await page.getByRole("row", { name: /^Name/ }).click();
    await page.getByLabel("Label", { exact: true }).fill("Full name");
    const params = { path: { site: siteId, api_id: "authors" } };
    const { data } = await hq.GET("/sites/{site}/types/{api_id}/schema", { params });
    const save = async (label: string, name: string): Promise<void> => {
      const fields = (data?.schema.fields ?? []).map((field) =>
        Object.assign({}, field, field.apiId === "name" && { label: name }),
      );
      const body = JSON.parse(JSON.stringify({ label, fields }));
      const { error } = await hq.PUT("/sites/{site}/types/{api_id}/schema", { params, body });
      expect(error).toBeUndefined();
    };
    await save("People", "Name");
    await page.getByText(/Someone else saved this schema\. Their changes/).waitFor();
    expect(await page.getByLabel("Label", { exact: true }).inputValue()).toBe("Full name");
    await save("People", "Called");
    await button(page, "Resolve conflicts").click();
    const dialog = page.getByRole("dialog", { name: "Resolve conflicts" });
    await dialog.getByText("Called").waitFor();
    await isFine(page);
    await dialog.getByRole("radio", { name: "Theirs" }).click();
    await dialog.getByRole("button", { name: "Use these" }).click();
    await expect.poll(() => page.getByLabel("Label", { exact: true }).inputValue()).toBe("Called");
    await page.getByText("Saved", { exact: true }).waitFor();
  });

  test("fits a phone, also in Japanese", async () => {
    const page = await open("schema/posts", PHONE);
    await page.getByRole("row", { name: /^Title/ }).click();
    const sheet = page.getByRole("dialog", { name: "Title" });
    await sheet.getByLabel("Label", { exact: true }).waitFor();
    await isFine(page);
    await sheet.getByRole("button", { name: "Close" }).click();
    await button(page, "JSON").click();
    await page.getByRole("dialog", { name: "Published JSON" }).locator("pre").waitFor();
    await isFine(page);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("navigation").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Schema" }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Posts/ })
      .waitFor();
    await isFine(page);
    const context = await browser.newContext({ ...PHONE, locale: "ja-JP" });
    onTestFinished(() => context.close());
    const japanese = await context.newPage();
    await signInToEditor(japanese, demo, `/sites/${siteId}/schema/posts`);
    await japanese.getByRole("heading", { name: /^フィールド/ }).waitFor();
    expect(await overflow(japanese)).toBe(0);
    expect(await accessibilityProblems(japanese)).toEqual([]);
  });
});

test("shows the schema only to Admin and Can edit, and hides it in integration mode", async () => {
  const email = `schema-${randomUUID().slice(0, 8)}@example.test`;
  const person = await invitePerson(demo, { name: "Wim", email, role: "member" });
  const me = await managementSession(person).GET("/me");
  const grant = async (role: "write" | "edit"): Promise<void> => {
    const { error } = await hq.PUT("/sites/{site}/access", {
      params: { path: { site: siteId } },
      body: { user: me.data?.id ?? "", role },
    });
    expect(error).toBeUndefined();
  };
  await grant("write");
  const context = await browser.newContext({ ...WIDE, locale: "en-US" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await signInToEditor(page, person, `/sites/${siteId}/schema/posts`);
  await page
    .getByRole("heading", { name: "You need the Can edit role to view this page" })
    .waitFor();
  const link = page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Schema" });
  expect(await link.count()).toBe(0);
  await grant("edit");
  await link.waitFor();
  await page.getByRole("heading", { name: /^Fields/ }).waitFor();
  const params = { path: { site: siteId } };
  await hq.PATCH("/sites/{site}", { params, body: { integrationMode: true } });
  await link.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Integration mode hides this page" }).waitFor();
  await hq.PATCH("/sites/{site}", { params, body: { integrationMode: false } });
});

test("deletes a type without entries after its name is entered", async () => {
  const params = { path: { site: siteId } };
  const fields = [{ apiId: "name", label: "Name", type: "text" as const }];
  const body = { apiId: "leftover", kind: "list" as const, label: "Leftover", fields };
  await hq.POST("/sites/{site}/types", { params, body });
  const page = await open("schema/posts");
  const remove = async (): Promise<void> => {
    await button(page, "More").first().click();
    await page.getByRole("menuitem", { name: "Delete content type…" }).click();
  };
  await remove();
  await page.getByText(/This content type has 16 entries/).waitFor();
  await button(page, "Cancel").click();
  await page.getByRole("link", { name: "Schema" }).first().click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Leftover/ })
    .click();
  await page.getByRole("heading", { name: /^Leftover/ }).waitFor();
  await remove();
  await page.getByLabel(/Type the API ID leftover/).fill("leftover");
  await isFine(page);
  await button(page, "Delete content type").click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Posts/ })
    .waitFor();
  expect(await page.getByRole("link", { name: /^Leftover/ }).count()).toBe(0);
});
