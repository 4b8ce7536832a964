import { TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { accessibilityProblems } from "../support/browser/audit-page.ts";
import { launchChromium } from "../support/browser/chromium.ts";
import { overflow } from "../support/browser/visit-page.ts";
import { freePort } from "../support/free-port.ts";
import { ADMIN, MINUTE, type People, startPeople } from "../support/hq/hq-people.ts";
import { runHq } from "../support/hq/running-hq.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Opens a page of a new user, and records CSP violations. */
async function newcomer(look: { readonly phone?: boolean } = {}): Promise<{
  readonly page: Page;
  readonly violations: readonly string[];
}> {
  const viewport = look.phone === true ? { width: 390, height: 844 } : { width: 1280, height: 900 };
  const colorScheme = look.phone === true ? "dark" : "light";
  const context = await browser.newContext({ viewport, colorScheme, locale: "en-US" });
  onTestFinished(() => context.close());
  const violations: string[] = [];
  context.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  return { page: await context.newPage(), violations };
}

async function isFine(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("leads from the setup link to an entry at its public URL", async () => {
  const hq = await runHq({ env: { LOAM_BILLING: "manual" } });
  if (hq.admin.kind !== "link") throw new Error("expected a setup link");
  const link = `${hq.url}/setup/${hq.admin.token}`;
  const { page, violations } = await newcomer();
  await page.goto(link);
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Password").fill("too short");
  await button(page, "Create account").click();
  await page.getByText("At least 12 characters.").last().waitFor();
  await isFine(page);
  await page.getByLabel("Password").fill(ADMIN.password);
  await button(page, "Create account").click();

  await page.getByLabel("Workspace").fill("Garden club");
  await page.getByLabel("Site name").fill("Allotment");
  await isFine(page);
  await button(page, "Create site").click();
  await page.getByRole("heading", { name: "Welcome to your new site" }).waitFor();
  await page.getByText("Garden club").waitFor();
  await isFine(page);
  await page.getByRole("button", { name: /^Documentation/ }).click();
  await page.getByText("Content type created.").waitFor();
  await button(page, "Turn on publishing").click();
  await page.getByLabel("Payment method").fill("Invoice to the club");
  await button(page, "Turn on publishing").click();
  const index = await page.getByText(/\/api\/index\.json$/).textContent();

  await page.getByRole("link", { name: "Create entry in Pages" }).click();
  await page.getByLabel("Title").first().fill("How to dig");
  await button(page, "Save").click();
  await page.waitForURL(/\/entries\/pages\/e\w+$/);
  await button(page, "Publish").click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  const address = `${index?.replace("index.json", "")}pages/how-to-dig.json`;
  await expect.poll(async () => (await fetch(address)).text()).toContain('"title":"How to dig"');
  expect(violations).toEqual([]);

  await page.goto(link);
  await page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
  await page.getByRole("link", { name: "Go to sign in" }).waitFor();
});

const BOB = { email: "bob@example.test", name: "Bob", password: "correct horse bobbery" };

/** Returns an invitation link, as shared when no mail is configured. */
async function invite(people: People, email: string): Promise<string> {
  const admin = await people.signedIn();
  const { body } = await admin.ask("POST", "/api/manage/workspaces/main/invitations", {
    body: { email },
  });
  return String(body["link"]);
}

describe("an invitation", () => {
  test("shows its sender and workspace, and creates the account", async () => {
    const people = await startPeople();
    const { page, violations } = await newcomer({ phone: true });
    await page.goto(await invite(people, BOB.email));
    await page.getByText(/invited bob@example\.test to the workspace Main/).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(BOB.email);
    await isFine(page);
    await page.getByLabel("Name").fill(BOB.name);
    await page.getByLabel("Password").fill(BOB.password);
    await button(page, "Create account and join").click();
    // Bob sees no site yet, and what to do next.
    await page.getByRole("heading", { name: "No sites yet" }).waitFor();
    const me = await page.request.get(`${people.hq.url}/api/manage/me`);
    expect(await me.json()).toMatchObject({ email: BOB.email, name: BOB.name });
    expect(violations).toEqual([]);
  });

  test("is accepted after signing in with its account, and by no one else", async () => {
    const people = await startPeople();
    await people.addUser(BOB.email, BOB.password);
    const link = await invite(people, BOB.email);
    const { page } = await newcomer();
    await page.goto(link);
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, ADMIN);
    await page.getByText(`You’re signed in as ${ADMIN.email}.`).waitFor();
    await button(page, "Sign out").click();
    await page.getByRole("link", { name: "Sign in" }).click();
    await signIn(page, BOB);
    await button(page, "Accept invitation").click();
    await page.getByRole("heading", { name: "No sites yet" }).waitFor();
    expect((await page.request.get(`${people.hq.url}/api/manage/workspaces/main`)).ok()).toBe(true);
    await page.goto(link);
    await page.getByRole("heading", { name: "This link is no longer valid" }).waitFor();
  });
});

test("a reset link sets a new password for signing in", async () => {
  const people = await startPeople();
  await people.browser().ask("POST", "/api/manage/password-reset", {
    body: { email: ADMIN.email },
  });
  const findLink = () => /http:\S+\/password-reset\/\w+/.exec(JSON.stringify(people.logged))?.[0];
  await expect.poll(findLink).toBeDefined();
  const { page, violations } = await newcomer();
  await page.goto(findLink() ?? "");
  await page.getByText(`For ${ADMIN.email}.`).waitFor();
  await isFine(page);
  await page.getByLabel("New password").fill(BOB.password);
  await button(page, "Set new password").click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, { ...ADMIN, password: BOB.password });
  await page.getByRole("heading", { name: "Create a site" }).waitFor();
  expect(violations).toEqual([]);
});

describe("the account", () => {
  test("changes name, password, authenticator, and tokens after a recent proof", async () => {
    const people = await startPeople();
    await people.signedIn();
    const { page, violations } = await newcomer();
    await page.goto(`${people.hq.url}/account`);
    await signIn(page, ADMIN);
    await page.getByLabel("Name", { exact: true }).fill("Ada of the north");
    await button(page, "Save name").click();
    await page.getByText("Your name was updated.").waitFor();
    await page.getByLabel("Current password").fill(ADMIN.password);
    await page.getByLabel("New password").fill(BOB.password);
    await button(page, "Change password").click();
    await page.getByText("You’ve been signed out of all other sessions.").waitFor();
    await page.getByText(/^This browser ·/).waitFor();
    expect(await page.getByText(/^Last used/).count()).toBe(0);

    await button(page, "Set up authenticator app").click();
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    const [secret = ""] = await page.locator("code").allTextContents();
    const totp = new TOTP({ secret });
    const codeNow = (): string => totp.generate({ timestamp: people.now().getTime() });
    await isFine(page);
    await page.getByRole("textbox", { name: "Code" }).fill(codeNow());
    await button(page, "Turn on").click();
    await page.getByText("Save these recovery codes").waitFor();
    await button(page, "I’ve saved it").click();
    await page.getByText(/^On\./).waitFor();

    people.wait(11 * MINUTE);
    await page.getByLabel("Token name").fill("ci");
    await page.getByText("Write entries").click();
    await button(page, "Create token").click();
    const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
    await dialog.getByLabel("Password").fill(BOB.password);
    await dialog.getByLabel("Code").fill(codeNow());
    await isFine(page);
    await dialog.getByRole("button", { name: "Continue" }).click();
    const token = await page
      .getByText(/^loam_pat_/)
      .first()
      .textContent();
    const asked = await page.request.get(`${people.hq.url}/api/manage/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await asked.json()).toMatchObject({ name: "Ada of the north", totp: true });
    await button(page, "I’ve saved it").click();
    await page.getByRole("button", { name: "Revoke ci" }).click();
    await page.getByRole("button", { name: "Revoke ci" }).waitFor({ state: "detached" });
    await isFine(page);
    expect(violations).toEqual([]);
  });

  test("adds a passkey that signs in", async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    await runHq({
      env: {
        LOAM_PORT: String(port),
        LOAM_BASE_URL: url,
        LOAM_ADMIN_EMAIL: ADMIN.email,
        LOAM_ADMIN_PASSWORD: ADMIN.password,
      },
    });
    const { page } = await newcomer();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await page.goto(`${url}/account`);
    await signIn(page, ADMIN);
    await page.getByLabel("Device name").fill("Laptop");
    await button(page, "Add passkey").click();
    await page.getByRole("button", { name: "Remove Laptop" }).waitFor();
    await page.context().clearCookies();
    await page.goto(url);
    await button(page, "Continue with a passkey").click();
    await page.getByRole("heading", { name: "Create a site" }).waitFor();
    expect(await page.getByLabel("Workspace").inputValue()).toBe("Main");
  });
});

async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await button(page, "Sign in").click();
}
