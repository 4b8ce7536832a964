import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { astroProject } from "../support/astro/astro-project.ts";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";

const run = promisify(execFile);

let hq: EditorHq;
let browser: Browser;
let admin: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  browser = await launchChromium();
  admin = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });

/** Opens a page of a new user in a separate browser context. */
async function newcomer(): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-US" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) problems.push(message.text());
  });
  return { page, problems };
}

test("takes an invited user from nothing to a page with their first entry", async () => {
  const users = await admin.open("/instance/users");
  await users.getByRole("textbox", { name: "Email", exact: true }).fill("gwen@example.test");
  await button(users, "Invite").click();
  const link = await users.getByText(/\/invitation\/loam_invitation_/).textContent();
  expect(await admin.faults()).toEqual([]);

  const { page, problems } = await newcomer();
  await page.goto(link ?? "");
  await page.getByLabel("Name").fill("Gwen");
  await page.getByLabel("Password").fill("seven brown spades");
  await button(page, "Create account and join").click();

  await page.getByRole("heading", { name: "Create a workspace" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Gwen’s Büro");
  expect(await page.getByLabel("Slug").inputValue()).toBe("gwen-s-buro");
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, "Create workspace").click();

  await page.getByText("The CMS isn’t enabled for Gwen’s Büro yet.").waitFor();
  await page.getByLabel("What do you need it for?").fill("News of the allotments");
  await button(page, "Request CMS").click();
  await page.getByText(/^Gwen requested the CMS on/).waitFor();

  const workspaces = await admin.open("/instance/workspaces");
  await workspaces.getByText("News of the allotments").waitFor();
  expect(await admin.faults()).toEqual([]);
  await button(workspaces, "Enable CMS for Gwen’s Büro").click();

  // The waiting page updates by itself.
  await page.getByRole("heading", { name: "Create a site" }).waitFor();
  await page.getByLabel("Site name").fill("Allotment news");
  await button(page, /Start with/).click();
  await page.getByRole("option", { name: "Blog" }).click();
  await button(page, "Create site").click();

  const step = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await step("Create a content type").getByText("Content type created.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Create entry in Posts" }).click();
  await page.getByLabel("Title").first().fill("Beans are up");
  await button(page, "Save").click();
  await page.waitForURL(/\/entries\/posts\/e\w+$/);

  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("link", { name: "Open “Beans are up”" }).click();
  await button(page, "Publish").click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Home" }).click();
  await step("Publish your entry").getByText("Entry published.").waitFor();
  await page.getByLabel("Payment method").fill("Invoice to Gwen");
  await button(page, "Turn on publishing").click();

  const commands = await page.getByLabel("Terminal commands", { exact: true }).textContent();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [fetching, entering, ...rest] = (commands ?? "").split("\n");
  expect([entering, ...rest]).toEqual(["cd allotment-news", "npm install", "npm run dev"]);
  const project = await astroProject({});
  onTestFinished(() => project.remove());
  // The packages that npm would install already exist above the project's folder.
  const here = `${fetching} && cp -R allotment-news/. .`;
  // HQ is on this machine, and a proxy could not reach it.
  const env = { ...process.env, NO_PROXY: "*" };
  await run("sh", ["-c", here], { cwd: project.folder, env });
  const { code, output } = await project.run("build");
  if (code !== 0) throw new Error(output);
  const html = await readFile(project.path("dist/posts/beans-are-up/index.html"), "utf8");
  expect(html).toContain("<h1>Beans are up</h1>");
  expect(html).toContain("Allotment news");

  await button(page, "Done, go to Home").click();
  await page.getByRole("heading", { name: "No unpublished changes" }).waitFor();
  expect(problems).toEqual([]);
});
