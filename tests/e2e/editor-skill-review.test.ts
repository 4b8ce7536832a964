import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";
import { skillText } from "../support/hq/skill-hub.ts";

let hq: EditorHq;
let browser: Browser;
/** Windows of the author and the reviewer. */
let writer: EditorWindow;
let reviewer: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  browser = await launchChromium();
  writer = editorWindow(browser, await hq.person("Wanda", "view"));
  reviewer = editorWindow(browser, await hq.person("Rita", "view"));
  await save("greet", "First.\nSecond.\nThird.");
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const WIDE = { viewport: { width: 1440, height: 900 }, colorScheme: "light" } as const;
const HUB = "/workspaces/main";
const ofSkill = (name: string) => ({ path: { ws: "main", name } });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Saves a skill as the first user. */
async function save(name: string, body: string): Promise<void> {
  const files = [{ path: "SKILL.md", text: skillText(name, body) }];
  await hq.api.PUT("/workspaces/{ws}/skills/{name}", { params: ofSkill(name), body: { files } });
}

async function skill(name: string) {
  const { data } = await hq.api.GET("/workspaces/{ws}/skills/{name}", { params: ofSkill(name) });
  return data;
}

/** Replaces the skill's prompt, and proposes the change. */
async function propose(page: Page, body: string, title: string): Promise<void> {
  await page.getByRole("textbox", { name: "Prompt" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(body);
  await button(page, "Propose changes…").click();
  const asked = page.getByRole("dialog", { name: "Propose your changes to greet" });
  await asked.getByLabel("Title of the change request").fill(title);
  await asked.getByLabel(/^Description/).fill("It reads better.");
  await button(page, "Select reviewers").click();
  await page.getByRole("menuitemcheckbox", { name: /^Rita/ }).click();
  await page.keyboard.press("Escape");
  expect(await writer.faults()).toEqual([]);
  await asked.getByRole("button", { name: "Propose changes", exact: true }).click();
  await page.waitForURL(/\/skill-changes\/\d+$/);
}

test("proposes, discusses, and merges a skill as its next version", async () => {
  const wanda = await writer.open(`${HUB}/skills/greet`, WIDE);
  await propose(wanda, "First.\n2nd.\nThird.", "Better <b>words</b>");
  await wanda.getByRole("heading", { name: "Better <b>words</b>", level: 2 }).waitFor();
  await wanda.getByText("+2nd.").waitFor();
  expect(await writer.faults()).toEqual([]);
  expect(await skill("greet")).toMatchObject({ version: 1 });

  const rita = await reviewer.open(`${HUB}/skills`, WIDE);
  await rita.getByRole("link", { name: "Change requests, 1 open" }).click();
  expect(await reviewer.faults()).toEqual([]);
  await rita.getByRole("link", { name: "Better <b>words</b>" }).click();
  await rita.getByText("-Second.").waitFor();
  await button(rita, "Comment on greet/SKILL.md").click();
  await rita.getByRole("textbox", { name: "Comment on greet/SKILL.md" }).fill("Why a number?");
  await button(rita, "Comment").click();
  await rita.getByRole("article").getByText("Why a number?").waitFor();
  await rita
    .getByRole("checkbox", { name: "Mark as viewed: greet/SKILL.md" })
    .click({ force: true });
  await rita.locator("[data-viewed]").waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await button(rita, "Approve").click();
  await rita.getByText("approved").waitFor();
  await button(rita, "Merge").click();
  const asked = rita.getByRole("dialog", { name: /^Merge/ });
  await asked.getByText(/^Merging creates the next version of greet/).waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await asked.getByRole("button", { name: "Merge", exact: true }).click();
  await rita.getByText(/^Merged by/).waitFor();
  expect(await skill("greet")).toMatchObject({ version: 2 });
  expect((await skill("greet"))?.body).toContain("2nd.");

  await wanda.goto(`${hq.hqUrl}${HUB}/skills/greet`);
  await wanda.getByText("2nd.").first().waitFor();
  expect(await button(wanda, "Propose changes…").isDisabled()).toBe(true);
});

test("resolves conflicts with other saves and blocks merging while changes are requested", async () => {
  const wanda = await writer.open(`${HUB}/skills/greet`, WIDE);
  await propose(wanda, "First.\nZwo.\nThird.", "In German");
  await save("greet", "First.\nDeux.\nThird.");
  const rita = await reviewer.open(`${HUB}/skill-changes`, WIDE);
  await rita.getByRole("link", { name: "In German" }).click();
  await button(rita, "Request changes").first().click();
  const wish = rita.getByRole("dialog", { name: "Request changes" });
  await wish.getByRole("textbox").fill("French stands there now.");
  await button(rita, "Comment").last().click();
  await wish.waitFor({ state: "detached" });

  await wanda.reload();
  await wanda
    .getByText(/changed greet\/SKILL\.md in the same place after this was opened/)
    .waitFor();
  expect(await button(wanda, "Merge").isDisabled()).toBe(true);
  expect(await writer.faults()).toEqual([]);
  await button(wanda, "Resolve conflicts").click();
  const choosing = wanda.getByRole("dialog", { name: "Resolve conflicts" });
  await choosing.getByRole("radio", { name: "Use current version" }).click();
  expect(await writer.faults()).toEqual([]);
  await button(wanda, "Save result").click();
  await choosing.waitFor({ state: "detached" });
  await wanda.getByText("no skills", { exact: true }).waitFor();
  await button(wanda, "More").click();
  await wanda.getByRole("menuitem", { name: "Close without merging" }).click();
  await wanda.getByText(/^Closed by/).waitFor();
  expect(await writer.faults()).toEqual([]);
  expect((await skill("greet"))?.body).toContain("Deux.");
});

test.each(LOOKS)("fits change requests for skills in $name", async (look) => {
  const page = await reviewer.open(`${HUB}/skill-changes?tab=merged`, look);
  await page.getByRole("link", { name: "Better <b>words</b>" }).waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await page.getByRole("link", { name: "Better <b>words</b>" }).click();
  await page.getByText("+2nd.").waitFor();
  expect(await reviewer.faults()).toEqual([]);
});
