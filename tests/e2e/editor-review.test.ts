import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";

let hq: EditorHq;
let browser: Browser;
/** Windows of the author and the reviewer. */
let writer: EditorWindow;
let reviewer: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq({ LOAM_BILLING: "none" });
  await hq.api.PUT("/sites/{site}/publishing", { params: ofSite(), body: { enabled: true } });
  browser = await launchChromium();
  writer = editorWindow(browser, await hq.person("Wanda", "write"));
  reviewer = editorWindow(browser, await hq.person("Rita", "edit"));
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const WIDE = { viewport: { width: 1440, height: 900 }, colorScheme: "light" } as const;
const ofSite = () => ({ path: { site: hq.siteId } });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Opens a path in a wide window. */
const open = (window: EditorWindow, path: string): Promise<Page> =>
  window.open(`/sites/${hq.siteId}${path}`, WIDE);

const idOf = (slug: string): string => hq.posts.get(slug) ?? "";

const ofPost = (slug: string) => ({
  path: { ...ofSite().path, api_id: "posts", id: idOf(slug) },
});

async function post(slug: string) {
  const params = ofPost(slug);
  const { data } = await hq.api.GET("/sites/{site}/types/{api_id}/entries/{id}", { params });
  return data;
}

test("discusses a change request, merges it with other edits, and publishes it", async () => {
  const wanda = await open(writer, `/entries/posts/${idOf("rain")}`);
  await wanda.getByRole("textbox", { name: /^Title/ }).fill("Rain on <b>clay</b> and sand");
  await wanda.getByRole("textbox", { name: /^Title/ }).blur();
  await button(wanda, "Propose changes…").click();
  const asked = wanda.getByRole("dialog", { name: "Propose your changes" });
  await asked.getByLabel("Title of the change request").fill("Sand, too <script>alert(1)</script>");
  await asked.getByRole("button", { name: "Select reviewers" }).click();
  await wanda.getByRole("menuitemcheckbox", { name: /^Rita/ }).click();
  await wanda.keyboard.press("Escape");
  expect(await writer.faults()).toEqual([]);
  await asked.getByRole("button", { name: "Propose changes", exact: true }).click();
  await wanda.getByText(/^You’re editing in the change request/).waitFor();
  expect((await post("rain"))?.fields).toMatchObject({ title: "Rain on clay" });

  const rita = await open(reviewer, "/review");
  const line = rita.getByRole("listitem").filter({ hasText: "Sand, too <script>" });
  await line.getByText("New:").waitFor({ state: "attached" });
  await rita.getByRole("link", { name: /^Review ?1$/ }).waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await line.getByRole("link", { name: /^Sand, too/ }).click();
  await rita
    .getByRole("heading", { name: "Sand, too <script>alert(1)</script>" })
    .first()
    .waitFor();
  await rita
    .getByRole("link", { name: /^Review$/ })
    .first()
    .waitFor();

  await button(rita, "Comment on Title").click();
  const words = rita.getByRole("textbox", { name: "Comment on Title" });
  await words.pressSequentially("Why sand, @wan");
  await rita.getByRole("option", { name: "Wanda" }).waitFor();
  await rita.keyboard.press("Enter");
  await words.pressSequentially("<img src=x onerror=alert(1)>?");
  expect(await reviewer.faults()).toEqual([]);
  await button(rita, "Comment").first().click();
  await rita.getByText("Why sand,").waitFor();
  await button(rita, "Request changes").click();
  await rita.getByLabel("What needs to change?").fill("Say why.");
  await rita.getByRole("dialog").getByRole("button", { name: "Comment" }).click();
  await rita.getByText("requested changes", { exact: true }).waitFor();

  await wanda.getByRole("link", { name: /^Review ?1$/ }).click();
  await wanda
    .getByRole("listitem")
    .getByRole("link", { name: /^Sand, too/ })
    .last()
    .click();
  await wanda.getByText("@Wanda").waitFor();
  await wanda.getByText("the changes requested by Rita").waitFor();
  await wanda.getByText("<img src=x onerror=alert(1)>?").waitFor();
  await wanda.getByRole("textbox", { name: "Reply" }).first().fill("Because of the picture.");
  await button(wanda, "Comment").first().click();
  await rita.getByText("Because of the picture.").waitFor();
  await button(rita, "Resolve").first().click();
  await wanda.getByText(/^Rita resolved/).waitFor();
  expect(await writer.faults()).toEqual([]);

  const params = ofPost("rain");
  const title = "Rain on clay, every day";
  await hq.api.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
    params,
    body: { fields: { title } },
  });
  await wanda.getByText(/changed .* in the same place after this was opened/).waitFor();
  await button(wanda, "Resolve conflicts").click();
  const choosing = wanda.getByRole("dialog", { name: "Resolve conflicts" });
  await choosing.getByText(title).first().waitFor();
  expect(await writer.faults()).toEqual([]);
  await choosing.getByRole("radio", { name: "Edit manually" }).click();
  await choosing.getByRole("textbox", { name: "Title" }).fill("Rain on clay and sand, every day");
  await button(wanda, "Save result").click();
  await choosing.waitFor({ state: "detached" });
  await rita.getByText("reviewed an earlier version").waitFor();
  await button(rita, "Merge").click();
  const accepting = rita.getByRole("dialog", { name: /^Merge “Sand, too/ });
  await accepting.getByText("Publish now").click();
  await accepting.getByText(/^On the live site: one new entry|1 new entry/).waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await button(rita, "Merge and publish").click();
  await rita.getByText(/^Merged by/).waitFor();
  await wanda.getByText(/^Merged by Rita/).waitFor();
  expect((await post("rain"))?.fields).toMatchObject({ title: "Rain on clay and sand, every day" });
  const file = `${hq.hqUrl}/public/${hq.siteId}/api/posts/rain.json`;
  await expect.poll(async () => (await fetch(file)).status).toBe(200);
  // Requests made during the merge are refused.
  const problems = [...writer.problems, ...reviewer.problems];
  expect(problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});

test("fills an empty change request with entries, previews it, and closes it without loss", async () => {
  const page = await open(writer, "/review");
  await button(page, "New change request").click();
  await page.getByRole("dialog").getByLabel("Title").fill("Spring and frost");
  await button(page, "Create").click();
  await page.getByText(/^This change request is empty\./).waitFor();
  expect(await writer.faults()).toEqual([]);
  await button(page, "Add entry").click();
  const choosing = page.getByRole("dialog", { name: "Add entry" });
  await choosing.getByRole("searchbox").fill("frost");
  expect(await writer.faults()).toEqual([]);
  await choosing.getByRole("row", { name: /Frost in the furrow/ }).click();
  await page.getByText(/^You’re editing in the change request/).waitFor();
  await page.getByRole("textbox", { name: /^Title/ }).fill("Frost in every furrow");
  await button(page, "Save to change request").click();
  await page.getByText("Saved", { exact: true }).first().waitFor();
  expect((await post("frost"))?.fields).toMatchObject({ title: "Frost in the furrow" });
  await page.getByRole("link", { name: "Spring and frost" }).first().click();
  await page.getByText("every").first().waitFor();
  await button(page, "Preview changes").click();
  await page.waitForURL(/\/preview/);
  await page.getByText("Frost in every furrow").first().waitFor();
  expect(await writer.faults()).toEqual([]);
  await page.goBack();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Close without merging" }).click();
  await page.getByText(/Its content is kept\.$/).waitFor();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Reopen" }).click();
  await button(page, "Mark as ready for review").click();
  await page.getByText(/Nothing changes on the site until it’s merged\.$/).waitFor();
  // Requests in flight while closing are refused.
  expect(writer.problems.filter((problem) => !problem.includes("409"))).toEqual([]);
});

test.each(LOOKS)("fits the list, the board, and a change request in $name", async (look) => {
  const page = await reviewer.open(`/sites/${hq.siteId}/review`, look);
  await page.getByRole("link", { name: "Spring and frost" }).waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await page.getByText("Board", { exact: true }).click();
  await page.getByRole("heading", { name: "In review" }).waitFor();
  expect(await reviewer.faults()).toEqual([]);
  await page.getByText("List", { exact: true }).click();
  await page.getByRole("link", { name: "Spring and frost" }).click();
  await page.getByText(/Nothing changes on the site until it’s merged\.$/).waitFor();
  await page.getByText("For developers").waitFor();
  expect(await reviewer.faults()).toEqual([]);
});

test("shows the publish history, compares two points, and rolls back", async () => {
  const publish = "/sites/{site}/types/{api_id}/entries/{id}/publish";
  await hq.api.POST(publish, { params: ofPost("frost") });
  await hq.api.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
    params: ofPost("frost"),
    body: { fields: { title: "Frost <i>on</i> the meadow" } },
  });
  await hq.api.POST(publish, { params: ofPost("frost") });
  const admin = editorWindow(browser, hq);
  const page = await admin.open(`/sites/${hq.siteId}/live`, WIDE);
  await page.getByText("Live now").waitFor();
  await page
    .getByText(/meadow/)
    .first()
    .waitFor();
  expect(await admin.faults()).toEqual([]);
  const log = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /^You |^Rita / });
  await log.nth(1).getByRole("link").click();
  await button(page, "Roll back to B…").waitFor();
  await button(page, "Compare with current version").click();
  await page
    .getByText(/meadow/)
    .first()
    .waitFor();
  await log.nth(2).getByRole("link").click();
  await button(page, "Roll back to B…").click();
  const asked = page.getByRole("dialog", { name: /^Roll back to/ });
  await asked.getByText("Unpublished").waitFor();
  expect(await admin.faults()).toEqual([]);
  await asked.getByRole("button", { name: "Roll back 1 entry" }).click();
  await page.getByText(/^The live site was rolled back\./).waitFor();
  const file = `${hq.hqUrl}/public/${hq.siteId}/api/posts/frost.json`;
  await expect.poll(async () => (await fetch(file)).status).toBe(404);
  expect((await post("frost"))?.fields).toMatchObject({ title: "Frost <i>on</i> the meadow" });
  expect(await admin.faults()).toEqual([]);
  await admin.close();
  const looking = await open(reviewer, "/live");
  await looking.getByText("Live now").waitFor();
  expect(await button(looking, "Roll back to B…").count()).toBe(0);
});
