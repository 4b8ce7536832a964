import { parseConfig } from "@loam/hq";
import { describe, expect, test } from "vitest";
import type { Browser } from "../../support/browser/browser.ts";
import { ADMIN, type People, startPeople } from "../../support/hq/hq-people.ts";
import { CLIENT, type Issuer, startIssuer } from "../../support/hq/issuer.ts";

const BASE = "https://hq.example.test";
const RULES = "bosses=instance-admin, eds=main:member, leads=main:admin, lost=nowhere:member";
const GRACE = {
  sub: "grace-1",
  email: "grace@corp.test",
  email_verified: true,
  name: "Grace",
} as const;

interface Opened {
  readonly people: People;
  readonly issuer: Issuer;
  /** Signs in as a user with these groups, or with no groups claim. */
  readonly signIn: (groups?: readonly string[]) => Promise<Browser>;
}

async function open(env: Readonly<Record<string, string>> = {}): Promise<Opened> {
  const issuer = await startIssuer(`${BASE}/auth/oidc/callback`, GRACE);
  const people = await startPeople({
    baseUrl: BASE,
    env: {
      LOAM_OIDC_ISSUER: issuer.url,
      LOAM_OIDC_CLIENT_ID: CLIENT.id,
      LOAM_OIDC_CLIENT_SECRET: CLIENT.secret,
      LOAM_OIDC_ALLOWED_DOMAINS: "corp.test",
      LOAM_OIDC_GROUP_ROLES: RULES,
      ...env,
    },
  });
  const signIn = async (groups?: readonly string[]): Promise<Browser> => {
    issuer.person = { ...GRACE, ...(groups && { groups }) };
    const browser = people.browser();
    await comeBack(
      browser,
      issuer,
      (await browser.ask("GET", "/auth/oidc/start")).headers.get("Location"),
    );
    return browser;
  };
  return { people, issuer, signIn };
}

async function comeBack(browser: Browser, issuer: Issuer, url: string | null): Promise<void> {
  const back = new URL(await issuer.visit(url ?? ""));
  expect((await browser.ask("GET", back.pathname + back.search)).status).toBe(303);
}

async function rightsOf(browser: Browser): Promise<unknown> {
  const { workspaces } = (await browser.ask("GET", "/api/manage/workspaces")).body;
  const { instanceAdmin } = (await browser.ask("GET", "/api/manage/me")).body;
  const roles = Array.isArray(workspaces)
    ? workspaces.map(({ slug, role }) => `${slug}:${role}`)
    : [];
  return { instanceAdmin, roles };
}

describe("an issuer's groups", () => {
  test("grant roles at each sign-in and revoke them without a group", async () => {
    const { signIn } = await open();
    const first = await signIn(["eds", "others"]);
    expect(await rightsOf(first)).toEqual({ instanceAdmin: false, roles: ["main:member"] });
    const both = { instanceAdmin: true, roles: ["main:admin"] };
    expect(await rightsOf(await signIn(["eds", "leads", "bosses"]))).toEqual(both);
    // Permissions are read on each request, so existing sessions have them as well.
    expect(await rightsOf(first)).toEqual(both);
    const none = { instanceAdmin: false, roles: [] };
    expect(await rightsOf(await signIn([]))).toEqual(none);
    expect((await first.ask("GET", "/api/manage/users")).status).toBe(403);
  });

  test("change nothing without a groups claim or matching rule", async () => {
    const { signIn } = await open();
    await signIn(["leads"]);
    const rights = { instanceAdmin: false, roles: ["main:admin"] };
    expect(await rightsOf(await signIn())).toEqual(rights);
    const { signIn: other } = await open({ LOAM_OIDC_GROUP_ROLES: "eds=main:member" });
    expect(await rightsOf(await other(["bosses", "leads"]))).toMatchObject({
      instanceAdmin: false,
    });
  });

  test("never remove the last workspace owner or instance admin", async () => {
    const { people, issuer } = await open();
    const ada = await people.signedIn();
    issuer.person = { ...GRACE, sub: "ada-1", groups: [] };
    const begin = await ada.ask("POST", "/api/manage/me/identities", { body: {} });
    await comeBack(ada, issuer, String(begin.body["url"]));
    const browser = people.browser();
    await comeBack(
      browser,
      issuer,
      (await browser.ask("GET", "/auth/oidc/start")).headers.get("Location"),
    );
    expect((await browser.ask("GET", "/api/manage/me")).body).toMatchObject({ email: ADMIN.email });
    expect(await rightsOf(browser)).toEqual({ instanceAdmin: true, roles: ["main:owner"] });
  });
});

describe("without passwords", () => {
  const OFF = { LOAM_PASSWORD_SIGN_IN: "off" };

  test("refuses password sign-ins, resets, and new passwords", async () => {
    const { people } = await open(OFF);
    const browser = people.browser();
    const refused = { status: 403, body: { code: "passwords_disabled" } };
    expect(await browser.signIn(ADMIN.email, ADMIN.password)).toMatchObject(refused);
    const wrong = await browser.signIn(ADMIN.email, "wrong");
    expect(wrong).toMatchObject(refused);
    const reset = { body: { email: ADMIN.email } };
    expect(await browser.ask("POST", "/api/manage/password-reset", reset)).toMatchObject(refused);
    const accept = { body: { token: "loam_invitation_x", name: "Eve", password: ADMIN.password } };
    expect(await browser.ask("POST", "/api/manage/invitations/accept", accept)).toMatchObject(
      refused,
    );
    expect((await browser.ask("GET", "/api/manage/session/methods")).body).toEqual({
      password: false,
      passkey: true,
      oidc: { startUrl: `${BASE}/auth/oidc/start` },
    });
  });

  test("signs in through the issuer, whose groups create the first admin", async () => {
    const { signIn } = await open(OFF);
    const browser = await signIn(["bosses", "leads"]);
    expect(await rightsOf(browser)).toEqual({ instanceAdmin: true, roles: ["main:admin"] });
    const step = { body: { password: ADMIN.password } };
    expect((await browser.ask("POST", "/api/manage/session/step-up", step)).status).toBe(403);
  });

  test("refuses to start without an issuer", () => {
    expect(() => parseConfig({ LOAM_PASSWORD_SIGN_IN: "off" }, "/tmp")).toThrow(/LOAM_OIDC_ISSUER/);
  });
});

test("a sign-in page uses the default methods", async () => {
  const people = await startPeople();
  expect((await people.browser().ask("GET", "/api/manage/session/methods")).body).toEqual({
    password: true,
    passkey: true,
    oidc: null,
  });
});
