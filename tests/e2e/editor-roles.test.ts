import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, type SignedIn, startEditorHq } from "../support/browser/editor-hq.ts";
import { editorWindow } from "../support/browser/editor-window.ts";

let hq: EditorHq;
let people: Readonly<Record<Role, SignedIn>>;
let browser: Browser;
beforeAll(async () => {
  hq = await startEditorHq();
  const ofSite = { path: { site: hq.siteId } };
  await hq.api.POST("/sites/{site}/keys", { params: ofSite, body: { name: "Build" } });
  const view = await hq.person("Vera", "view");
  const write = await hq.person("Wanda", "write");
  const edit = await hq.person("Edda", "edit");
  people = { view, write, edit, admin: hq };
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

/** Each role includes the permissions of the previous ones. */
const ROLES = ["view", "write", "edit", "admin"] as const;
type Role = (typeof ROLES)[number];

interface Screen {
  /** The lowest role that sees the screen. Lower ones see whom to ask. */
  readonly from: Role;
  /** Controls, and the lowest role that can use each; absent if all who see the screen can. */
  readonly acts?: Readonly<Record<string, Role>>;
}

/** Controls that only navigate or copy. */
const HARMLESS =
  /^(?:(?:All|Draft|Filter|Saved views|Layout|Columns|Grid|Table|Needs my review|Created by me|New|List|Board)\d*$|Copy |Media library)/;

const screen = (from: Role, all: Readonly<Record<string, Role>> = {}): Screen => ({
  from,
  acts: all,
});

/** All screens of a site (spec, "Roles (per site)"). */
const SCREENS: Readonly<Record<string, Screen>> = {
  "": screen("view", { "Turn on publishing": "admin" }),
  "/entries": screen("view", { "New entry": "write" }),
  "/entries/posts": screen("view", { "New entry": "write", Reorder: "write" }),
  "/media": screen("view", { "From URL": "write", Upload: "write" }),
  "/releases": screen("view", { "New release": "write" }),
  "/review": screen("view", { "New change request": "write" }),
  "/live": screen("view"),
  "/deleted": screen("view"),
  "/schema": screen("edit"),
  "/schema/posts": { from: "edit" },
  "/schema/posts/versions": { from: "edit" },
  "/new-type": { from: "edit" },
  "/delivery/publishing": screen("edit", {
    "Turn on publishing": "admin",
    "Save payment method": "admin",
  }),
  "/delivery/addresses": screen("edit"),
  "/delivery/keys": screen("admin", {
    "Revoke Build": "admin",
    "Create API key": "admin",
    "Create draft key": "admin",
  }),
  "/delivery/webhooks": screen("admin", { "Add webhook": "admin" }),
  "/delivery/explorer": screen("edit", {
    Posts: "edit",
    "Add condition": "edit",
    "Add sort field": "edit",
    Default: "edit",
    "Send request": "edit",
  }),
  "/delivery/astro": screen("edit"),
  "/delivery/usage": screen("edit"),
  "/settings/general": screen("admin", {
    "Save name": "admin",
    "Save and test": "admin",
  }),
  "/settings/access": screen("admin", {
    "Role of Edda": "admin",
    "Role of Vera": "admin",
    "Role of Wanda": "admin",
  }),
  "/settings/content": screen("admin", {
    "Save paths": "admin",
    "Show suggestions": "admin",
    "Move…": "admin",
    "Don’t allow SVG uploads": "admin",
  }),
  "/settings/upstream": screen("admin", {
    "Access token": "admin",
    "Detect from URL": "admin",
    Connect: "admin",
  }),
  "/settings/audit": screen("admin", { "All actions": "admin", Everyone: "admin" }),
  "/settings/copies": screen("admin", { "Export…": "admin", "Duplicate site": "admin" }),
  "/settings/leave": screen("admin", { "Transfer site…": "admin", "Delete site…": "admin" }),
};

const WRITING = ["Home", "All entries", "Posts", "Media", "Releases", "Review", "Live site"];
const LED_TO: Readonly<Record<Role, readonly string[]>> = {
  view: WRITING,
  write: WRITING,
  edit: [...WRITING, "Schema", "Delivery"],
  admin: [...WRITING, "Schema", "Delivery", "Settings"],
};

const may = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

/** Returns the links of a site's navigation, without counts. */
async function ledTo(page: Page): Promise<readonly string[]> {
  const links = page.getByRole("navigation", { name: "Site" }).getByRole("link");
  const names = await links.allTextContents();
  return names.map((name) => name.replace(/\d+$/, ""));
}

/** Returns the controls of a screen that change something. */
async function acts(page: Page): Promise<readonly string[]> {
  const names: string[] = [];
  for (const one of await page.getByRole("main").getByRole("button").all()) {
    names.push((await one.getAttribute("aria-label")) ?? (await one.textContent()) ?? "");
  }
  return [...new Set(names)].filter((name) => !HARMLESS.test(name)).toSorted();
}

interface Standing {
  /** Whether the screen is replaced by a note about access. */
  readonly isRefused: boolean;
  readonly acts?: readonly string[];
  /** On a refused screen. */
  readonly fields: number;
}

async function standing(page: Page): Promise<Standing> {
  const isRefused =
    (await page.getByRole("heading", { name: /can view this page$|to view this page$/ }).count()) >
    0;
  const fields = isRefused ? await page.getByRole("main").locator("input, form").count() : 0;
  return { isRefused, acts: await acts(page), fields };
}

function standingOf(role: Role, { from, acts: all }: Screen): Standing {
  if (!may(role, from)) return { isRefused: true, acts: [], fields: 0 };
  if (all === undefined) return { isRefused: false, fields: 0 };
  const pressed = Object.entries(all).flatMap(([act, least]) => (may(role, least) ? [act] : []));
  return { isRefused: false, acts: pressed.toSorted(), fields: 0 };
}

test.each(ROLES)("shows exactly the screens and controls of the role: %s", async (role) => {
  const editor = editorWindow(browser, people[role]);
  for (const [path, all] of Object.entries(SCREENS)) {
    const page = await editor.open(`/sites/${hq.siteId}${path}`);
    await expect.poll(() => ledTo(page), { message: path }).toEqual(LED_TO[role]);
    await expect.poll(() => standing(page), { message: path }).toMatchObject(standingOf(role, all));
  }
  expect(editor.problems).toEqual([]);
  await editor.close();
});

test("hides builder screens in integration mode without changing permissions", async () => {
  const params = { path: { site: hq.siteId } };
  await hq.api.PATCH("/sites/{site}", { params, body: { integrationMode: true } });
  for (const role of ["edit", "admin"] as const) {
    const editor = editorWindow(browser, people[role]);
    const page = await editor.open(`/sites/${hq.siteId}/delivery/explorer`);
    await page.getByRole("heading", { name: "Integration mode hides this page" }).waitFor();
    expect(await ledTo(page)).toEqual(
      LED_TO[role].filter((name) => !/^(?:Schema|Delivery)$/.test(name)),
    );
    expect(await acts(page)).toEqual([]);
    expect(await page.getByRole("link", { name: "Go to settings" }).count()).toBe(
      role === "admin" ? 1 : 0,
    );
    await editor.close();
  }
  const asked = await hq.api.POST("/sites/{site}/read-api", {
    params,
    body: { apiId: "posts", drafts: true },
  });
  expect(asked.data?.status).toBe(200);
  await hq.api.PATCH("/sites/{site}", { params, body: { integrationMode: false } });
});

test("shows nothing of a site to users outside of its workspace", async () => {
  const stranger = await hq.workspaceOf("Sol", "elsewhere");
  const editor = editorWindow(browser, stranger);
  const page = await editor.open(`/sites/${stranger.siteId}`);
  for (const path of ["", "/delivery/keys", "/settings/access", "/settings/audit"]) {
    await page.goto(`${hq.hqUrl}/sites/${hq.siteId}${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const shown = await page.locator("body").textContent();
    expect(shown).not.toMatch(/Field notes|Rain on clay|Build/);
  }
  await editor.close();
});
