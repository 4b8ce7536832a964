import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchChromium } from "../support/browser/chromium.ts";
import { type EditorHq, type SignedIn, startEditorHq } from "../support/browser/editor-hq.ts";
import { signInToEditor } from "../support/browser/editor-page.ts";
import { type EditorWindow, editorWindow } from "../support/browser/editor-window.ts";
import { LOOKS } from "../support/browser/visit-page.ts";

let hq: EditorHq;
let people: Readonly<Record<Role, SignedIn>>;
let browser: Browser;
let owner: EditorWindow;
beforeAll(async () => {
  hq = await startEditorHq();
  const member = await hq.person("Mia", "view");
  const admin = await hq.person("Max", "admin");
  people = { member, admin, owner: hq };
  browser = await launchChromium();
  owner = editorWindow(browser, hq);
});
afterAll(async () => {
  await browser.close();
  await hq.close();
});

const ROLES = ["member", "admin", "owner"] as const;
type Role = (typeof ROLES)[number];

/** Admins can leave but not remove themselves; the last owner stays. */
const PEOPLE = {
  "Leave…": ["member", "admin"],
  "Remove Max": ["owner"],
  ...Object.fromEntries(
    ["Role of Max", "Role of Mia", "Remove Mia", "Member", "Invite"].map((act) => [
      act,
      "admin" as const,
    ]),
  ),
} as const;

/** All workspace screens: the lowest role that sees each, and the controls by lowest or only role. */
const SCREENS: Readonly<
  Record<string, readonly [from: Role, acts: Readonly<Record<string, Role | readonly Role[]>>]>
> = {
  general: [
    "member",
    { "Save name": "admin", Save: "admin", "Where a worker has secrets": "admin" },
  ],
  members: ["member", PEOPLE],
  plan: ["member", { "Save payment method": "admin" }],
  offers: ["admin", {}],
  audit: ["admin", { "All actions": "admin", Everyone: "admin" }],
};

const may = (role: Role, who: Role | readonly Role[]): boolean =>
  typeof who === "string" ? ROLES.indexOf(role) >= ROLES.indexOf(who) : who.includes(role);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const ADDRESSES = [
  ...Object.keys(SCREENS).map((path) => `/workspaces/main/settings/${path}`),
  ...["workspaces", "users", "health", "audit"].map((path) => `/instance/${path}`),
];

/** Matches a screen that has loaded its content. */
const FILLED = "main :is(nav + *, ul, table, dl)";

const ofMain = { path: { ws: "main" } };

async function roleOfNora(): Promise<string | undefined> {
  const { data } = await hq.api.GET("/workspaces/{ws}/members", { params: ofMain });
  return data?.members.find(({ name }) => name === "Nora")?.role;
}

/** Returns the controls of a screen that change something. */
async function acts(page: Page): Promise<readonly string[]> {
  const names: string[] = [];
  for (const one of await page.getByRole("main").getByRole("button").all()) {
    names.push((await one.getAttribute("aria-label")) ?? (await one.textContent()) ?? "");
  }
  return [...new Set(names)].filter((name) => !/^(?:Copy|All$)/.test(name)).toSorted();
}

async function isRefused(page: Page): Promise<boolean> {
  return (
    (await page.getByRole("heading", { name: /can view this page$|^You need the / }).count()) > 0
  );
}

test.each(ROLES)(
  "shows exactly the screens and controls of the workspace role: %s",
  async (role) => {
    const editor = editorWindow(browser, people[role]);
    for (const [path, [from, all]] of Object.entries(SCREENS)) {
      const page = await editor.open(`/workspaces/main/settings/${path}`);
      const pressed = Object.entries(all).flatMap(([act, who]) => (may(role, who) ? [act] : []));
      await expect.poll(() => isRefused(page), { message: path }).toBe(!may(role, from));
      const expected = may(role, from) ? pressed.toSorted() : [];
      await expect.poll(() => acts(page), { message: path }).toEqual(expected);
    }
    const page = await editor.open("/workspaces/main/settings/general");
    for (const path of ["workspaces", "users", "health", "audit"]) {
      await page.goto(`${hq.hqUrl}/instance/${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, await isRefused(page)]).toEqual([path, role !== "owner"]);
    }
    expect(editor.problems.filter((problem) => !problem.includes("403"))).toEqual([]);
    await editor.close();
  },
);

test("invites a member, changes their role, removes them, and audits it", async () => {
  const page = await owner.open("/workspaces/main/settings/members");
  await page.getByLabel("Email").fill("nora");
  await button(page, "Invite").click();
  await page.getByText("Enter a valid email address, such as name@example.com.").waitFor();
  await page.getByLabel("Email").fill("nora@example.test");
  await button(page, "Invite").click();
  const link = await page.getByText(/\/invitation\/loam_invitation_/).textContent();
  await page.getByText(/^Member, expires/).waitFor();
  expect(await owner.faults()).toEqual([]);

  const context = await browser.newContext({ locale: "en-US" });
  const theirs = await context.newPage();
  await theirs.goto(link ?? "");
  await theirs.getByLabel("Name").fill("Nora");
  await theirs.getByLabel("Password").fill("seven brown spades");
  await button(theirs, "Create account and join").click();
  await theirs.getByRole("navigation", { name: "Site" }).waitFor();
  await context.close();

  await owner.open("/workspaces/main/settings/members");
  const row = page.getByRole("listitem").filter({ hasText: "nora@example.test" });
  await row.getByRole("button", { name: /Role of Nora/ }).click();
  await page.getByRole("option", { name: "Admin" }).click();
  await expect.poll(roleOfNora).toBe("admin");
  await button(page, "Remove Nora").click();
  await button(page, "Remove member").click();
  await expect.poll(roleOfNora).toBeUndefined();
  await row.waitFor({ state: "detached" });

  await owner.open("/workspaces/main/settings/audit");
  for (const act of ["invited someone", "changed a member’s role", "removed a member"]) {
    await page
      .getByText(new RegExp(` ${act}$`))
      .first()
      .waitFor();
  }
  await button(page, /^All actions/).click();
  await page.getByRole("option", { name: "Invitations" }).click();
  await page.getByText(/ removed a member$/).waitFor({ state: "detached" });
  await page
    .getByText(/ invited someone$/)
    .first()
    .waitFor();
  expect(await owner.faults()).toEqual([]);
});

test("hides a workspace from a user who left it", async () => {
  const paula = await hq.person("Paula", "write");
  const editor = editorWindow(browser, paula);
  const page = await editor.open("/workspaces/main/settings/members");
  await button(page, "Leave…").click();
  const dialog = page.getByRole("dialog", { name: "Leave Main?" });
  await dialog.getByText(/^You lose access to all its sites/).waitFor();
  expect(await editor.faults()).toEqual([]);
  await dialog.getByRole("button", { name: "Leave workspace" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.url()).not.toContain("/workspaces/main");
  expect(editor.problems).toEqual([]);
  const left = await page.goto(`${hq.hqUrl}/api/manage/workspaces/main`);
  expect(left?.status()).toBe(404);
  await editor.close();
});

test("shows a transfer request again immediately after it was declined and repeated", async () => {
  const olga = await hq.workspaceOf("Olga", "press-office");
  const offer = async (): Promise<void> => {
    const params = { path: { site: hq.siteId } };
    const { error } = await hq.api.POST("/sites/{site}/transfer", {
      params,
      body: { workspace: "press-office" },
    });
    if (error !== undefined) throw new Error(error.detail);
  };
  await offer();
  const editor = editorWindow(browser, olga);
  const page = await editor.open("/workspaces/press-office/settings/offers");
  await button(page, "Decline Field notes").click();
  await button(page, "Decline transfer").click();
  await page.getByText(/^No pending transfers/).waitFor();
  await offer();
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();
  await page.getByRole("link", { name: /^Site transfers/ }).click();
  await button(page, "Accept Field notes").waitFor();
  expect(await editor.faults()).toEqual([]);
  await editor.close();
});

test.each(LOOKS)("fits and works on every screen in $name", async (look) => {
  for (const address of ADDRESSES) {
    const page = await owner.open(address, look);
    await page.locator(FILLED).first().waitFor();
    expect([address, ...(await owner.faults())]).toEqual([address]);
  }
});

test("is available in Japanese on every screen", async () => {
  const context = await browser.newContext({ locale: "ja-JP" });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await signInToEditor(page, hq, "/workspaces/main/settings/general");
  for (const address of ADDRESSES) {
    await page.goto(hq.hqUrl + address);
    await page.locator(FILLED).first().waitFor();
    const shown = await page.locator("main").textContent();
    expect(shown).toMatch(/[ぁ-ん]/);
    expect(shown).not.toMatch(/\{\w+[,}]|\b(?:The|Nothing|What|with)\b/);
  }
});
