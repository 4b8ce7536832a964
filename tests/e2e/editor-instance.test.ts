import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { astroFiles } from "../support/astro/astro-repository.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, startEditorHq } from "../support/browser/editor-hq.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { FORGE_TOKEN, startForgeRepository } from "../support/git/forge-repository.ts";
import { cloneMain, commitFiles, git } from "../support/git/git-client.ts";

let hq: EditorHq;
let browser: Browser;
let editor: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq({ LOAM_UPSTREAM_ALLOW: "127.0.0.0/8" });
  browser = await launchChromium();
  editor = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

/** A post hidden on its own site, and one with a custom spelling of a key. */
const HIDDEN = {
  "src/content/blog/hidden.md": "---\ntitle: Hidden\ndraft: true\n---\n\nText\n",
  "src/content/blog/other.md": "---\nTitle: Other\n---\n\nText\n",
};

/** Creates a private Markdown repository and returns its URL. */
async function repository(): Promise<string> {
  const forge = await startForgeRepository();
  const folder = await cloneMain(forge.cloneUrl);
  await commitFiles(folder, { ...astroFiles(), ...HIDDEN }, "First");
  await git(folder, "push", "--quiet", "origin", "main");
  return forge.url;
}

test("creates an editable site from a repository", async () => {
  const from = await repository();
  const page = await editor.open("/workspaces/main");
  await page.getByRole("link", { name: "New site" }).click();
  await page.getByLabel("Site name").fill("Garden blog");
  await page.getByRole("button", { name: /Start with/ }).click();
  await page.getByRole("option", { name: /Existing repository/ }).click();
  await page.getByRole("button", { name: "Create site" }).click();
  await page.getByText("This field is required.").waitFor();
  await page.getByLabel("Repository URL").fill(from);
  await page.getByLabel("Access token").fill("of-somebody-else");
  expect(await editor.faults()).toEqual([]);
  await page.getByRole("button", { name: "Create site" }).click();
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByLabel("Site name").fill("Garden blog");
  await page.getByRole("button", { name: /Start with/ }).click();
  await page.getByRole("option", { name: /Existing repository/ }).click();
  await page.getByLabel("Repository URL").fill(from);
  await page.getByLabel("Access token").fill(FORGE_TOKEN);
  await page.getByRole("button", { name: "Create site" }).click();
  await page.getByRole("heading", { name: "Creating Garden blog" }).waitFor();
  await page.getByText(/^Site created with/).waitFor();
  await page.getByText("1 entry stays off the site, as it does today.").waitFor();
  await page.getByText("src/content/blog/hidden.md").waitFor();
  await page.getByText(/The key "Title" is spelled "title" in most files/).waitFor();
  expect(await editor.faults()).toEqual([]);
  await page.getByRole("link", { name: "Open site" }).click();
  await page.getByRole("navigation", { name: "Site" }).getByText("All entries").click();
  await page.getByText("Post 1", { exact: true }).click();
  await page.getByRole("textbox", { name: /^Title/ }).fill("Post one");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Post one" }).waitFor();
  expect(editor.problems).toEqual([]);
});

test("explains how to proceed if the plan's site limit is reached", async () => {
  const olga = await hq.workspaceOf("Olga", "press-office");
  const window = editorWindow(browser, olga);
  const page = await window.open("/workspaces/press-office");
  for (const name of ["Second", "Third"]) {
    await page.goto(`${hq.hqUrl}/workspaces/press-office/new-site`);
    await page.getByLabel("Site name").fill(name);
    await page.getByRole("button", { name: "Create site" }).click();
    if (name === "Second") await page.getByRole("navigation", { name: "Site" }).waitFor();
  }
  await page.getByText(/at most 2 sites|2 sites/).waitFor();
  expect(await page.getByLabel("Site name").inputValue()).toBe("Third");
  await page.goto(`${hq.hqUrl}/workspaces/press-office/settings/plan`);
  await page.getByText("2 of 2").waitFor();
  await window.close();
});

test("signs out a disabled user immediately until they are enabled", async () => {
  const nils = await hq.person("Nils", "write");
  const theirs = editorWindow(browser, nils);
  const at = await theirs.open(`/sites/${hq.siteId}/entries/posts`);
  await at.getByRole("row").nth(1).waitFor();

  const page = await editor.open("/instance/users");
  await page.getByRole("button", { name: "Disable Nils" }).click();
  const dialog = page.getByRole("dialog");
  expect(await editor.faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Disable user" }).click();
  await page.getByRole("button", { name: "Enable Nils" }).waitFor();

  // Until the page knows, nothing below its question can be clicked.
  await at
    .getByText("Frost in the furrow")
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await at.getByText("Your session has expired. Your unsaved changes are kept.").waitFor();
  const signIn = async (): Promise<void> => {
    await at.getByLabel("Email").fill(nils.email);
    await at.getByLabel("Password").fill(nils.password);
    await at.getByRole("button", { name: "Sign in" }).click();
  };
  await signIn();
  await at.getByText("The email address or password is incorrect.").waitFor();

  await page.getByRole("button", { name: "Enable Nils" }).click();
  await page.getByRole("button", { name: "Disable Nils" }).waitFor();
  await signIn();
  await at.getByRole("navigation", { name: "Site" }).waitFor();
  await theirs.close();
});
