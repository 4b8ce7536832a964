import { describe, expect, test } from "vitest";
import type { Browser } from "../../support/browser/browser.ts";
import { startForgingIssuer } from "../../support/hq/forging-issuer.ts";
import { ADMIN, MINUTE, type People, startPeople } from "../../support/hq/hq-people.ts";
import { CLIENT, type Issuer, startIssuer } from "../../support/hq/issuer.ts";

const BASE = "https://hq.example.test";
const START = "/auth/oidc/start";
const GRACE = {
  sub: "grace-1",
  email: "grace@corp.test",
  email_verified: true,
  name: "Grace",
} as const;

function settings(issuer: string): Record<string, string> {
  return {
    LOAM_OIDC_ISSUER: issuer,
    LOAM_OIDC_CLIENT_ID: CLIENT.id,
    LOAM_OIDC_CLIENT_SECRET: CLIENT.secret,
    LOAM_OIDC_ALLOWED_DOMAINS: "corp.test, other.test",
  };
}

async function withIssuer(): Promise<{ people: People; issuer: Issuer }> {
  const issuer = await startIssuer(`${BASE}/auth/oidc/callback`, GRACE);
  return { people: await startPeople({ baseUrl: BASE, env: settings(issuer.url) }), issuer };
}

/** Signs in at the issuer, and returns the path by which the browser comes back. */
async function leave(browser: Browser, issuer: Issuer, query = ""): Promise<string> {
  const left = await browser.ask("GET", `${START}${query}`);
  expect(left.status).toBe(303);
  const back = new URL(await issuer.visit(left.headers.get("Location") ?? ""));
  expect(back.origin).toBe(BASE);
  return back.pathname + back.search;
}

async function signIn(people: People, issuer: Issuer, query = "") {
  const browser = people.browser();
  const answer = await browser.ask("GET", await leave(browser, issuer, query));
  return { browser, answer };
}

describe("signing in with OpenID Connect", () => {
  test("creates an account for a verified email of an allowed domain once", async () => {
    const { people, issuer } = await withIssuer();
    const { browser, answer } = await signIn(people, issuer, "?returnTo=/sites/s1%3Fa%3Db");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${BASE}/sites/s1?a=b`]);
    const { body } = await browser.ask("GET", "/api/manage/me");
    expect(body).toMatchObject({ email: GRACE.email, name: "Grace", password: false });
    const admin = await people.signedIn();
    const log = await admin.ask("GET", "/api/manage/audit?event=session.opened");
    expect(log.body).toMatchObject({ records: [{}, { userName: "Grace", outcome: "allowed" }] });
    const again = await signIn(people, issuer);
    expect((await again.browser.ask("GET", "/api/manage/me")).body).toMatchObject({
      id: body["id"],
      identities: 1,
    });
  });

  test("uses PKCE, state, and nonce in an unreadable cookie", async () => {
    const { people } = await withIssuer();
    const browser = people.browser();
    const left = await browser.ask("GET", START);
    const query = new URL(left.headers.get("Location") ?? "").searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    expect(query.get("redirect_uri")).toBe(`${BASE}/auth/oidc/callback`);
    const [cookie = ""] = left.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-hq-oidc=s1\.[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(query.get(name)?.length).toBeGreaterThan(20);
      expect(cookie).not.toContain(query.get(name));
    }
  });

  test("returns to HQ's path", async () => {
    const base = `${BASE}/loam`;
    const issuer = await startIssuer(`${base}/auth/oidc/callback`, GRACE);
    const people = await startPeople({ baseUrl: base, env: settings(issuer.url) });
    const browser = people.browser();
    // HQ treats paths with and without the proxy's prefix alike.
    const left = await browser.ask("GET", `/loam${START}?returnTo=/sites/s1`);
    expect(left.headers.getSetCookie()[0]).toMatch(
      /^__Secure-hq-oidc\.loam=[^;]+; Path=\/loam; HttpOnly; SameSite=Lax; Secure$/,
    );
    const back = new URL(await issuer.visit(left.headers.get("Location") ?? ""));
    expect(back.href).toMatch(new RegExp(`^${base}/auth/oidc/callback`));
    const answer = await browser.ask("GET", back.pathname.replace("/loam", "") + back.search);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${base}/sites/s1`]);
    expect((await browser.ask("GET", "/loam/api/manage/me")).body).toMatchObject({
      email: GRACE.email,
    });
  });

  test.for(["//evil.test", "https:evil.test", "/\\evil.test", "%2f%2fevil.test"])(
    "never redirects elsewhere: %s (AUT-15)",
    async (place) => {
      const { people, issuer } = await withIssuer();
      const { answer } = await signIn(people, issuer, `?returnTo=${encodeURIComponent(place)}`);
      expect(answer.headers.get("Location")).toBe(`${BASE}/`);
    },
  );

  test.for([
    ["no state", (path: string) => path.replace(/state=[^&]+&?/, "")],
    ["another state", (path: string) => path.replace(/state=[^&]+/, "state=x")],
    ["another code", (path: string) => path.replace(/code=[^&]+/, "code=x")],
    ["another issuer", (path: string) => path.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.test")],
    ["no issuer", (path: string) => path.replace(/&?iss=[^&]+/, "")],
    ["an error", (path: string) => path.replace(/code=[^&]+/, "error=access_denied")],
  ] as const)("refuses a callback with %s (AUT-14)", async ([, change]) => {
    const { people, issuer } = await withIssuer();
    const browser = people.browser();
    const path = await leave(browser, issuer);
    const answer = await browser.ask("GET", change(path));
    expect([answer.status, browser.cookies.has("__Host-hq")]).toEqual([401, false]);
  });

  test("refuses a callback in another browser, repeated, or too late (AUT-14)", async () => {
    const { people, issuer } = await withIssuer();
    const browser = people.browser();
    const path = await leave(browser, issuer);
    expect((await people.browser().ask("GET", path)).status).toBe(401);
    const flow = browser.cookies.get("__Host-hq-oidc") ?? "";
    expect((await browser.ask("GET", path)).status).toBe(303);
    expect(browser.cookies.has("__Host-hq-oidc")).toBe(false);
    const thief = people.browser();
    thief.cookies.set("__Host-hq-oidc", flow);
    expect((await thief.ask("GET", path)).status).toBe(401);

    const slow = people.browser();
    const late = await leave(slow, issuer);
    people.wait(10 * MINUTE);
    expect((await slow.ask("GET", late)).status).toBe(401);
  });

  test.for([
    ["an unverified address", { ...GRACE, email_verified: false }],
    ["another domain", { ...GRACE, email: "grace@evil.test" }],
    ["a domain that ends alike", { ...GRACE, email: "grace@evilcorp.test" }],
    ["an address within an address", { ...GRACE, email: '"x@corp.test"@evil.test' }],
  ] as const)("creates no account for %s (AUT-14)", async ([, person]) => {
    const { people, issuer } = await withIssuer();
    issuer.person = person;
    const { answer } = await signIn(people, issuer);
    expect([403, 422]).toContain(answer.status);
    const admin = await people.signedIn();
    const log = await admin.ask("GET", "/api/manage/audit?event=session.opened&outcome=refused");
    expect(log.body).toMatchObject({ records: [{ userName: null, times: 1 }] });
    expect(await people.hq.hq.database.selectFrom("users").select("id").execute()).toHaveLength(1);
  });

  test("never matches accounts by email address (AUT-14)", async () => {
    const { people, issuer } = await withIssuer();
    await people.addUser(GRACE.email);
    expect((await signIn(people, issuer)).answer.status).toBe(403);
    issuer.person = { ...GRACE, sub: "grace-2", email: ADMIN.email };
    expect((await signIn(people, issuer)).answer.status).toBe(403);
  });

  test("refuses another issuer user with a known email address (AUT-14)", async () => {
    const { people, issuer } = await withIssuer();
    expect((await signIn(people, issuer)).answer.status).toBe(303);
    issuer.person = { ...GRACE, sub: "grace-2" };
    expect((await signIn(people, issuer)).answer.status).toBe(403);
  });

  test("links and unlinks an account after a recent proof (AUT-14)", async () => {
    const { people, issuer } = await withIssuer();
    issuer.person = { ...GRACE, email: "ada@private.test" };
    const browser = await people.signedIn();
    const path = "/api/manage/me/identities";
    const begin = await browser.ask("POST", path, { body: { returnTo: "/account" } });
    const back = new URL(await issuer.visit(String(begin.body["url"])));
    const linked = await browser.ask("GET", back.pathname + back.search);
    expect(linked.headers.get("Location")).toBe(`${BASE}/account`);

    const { browser: other } = await signIn(people, issuer);
    const me = await other.ask("GET", "/api/manage/me");
    expect(me.body).toMatchObject({ email: ADMIN.email, identities: 1 });
    const { identities } = (await browser.ask("GET", path)).body;
    const [first] = Array.isArray(identities) ? identities : [];
    expect(first).toMatchObject({ issuer: issuer.url, email: "ada@private.test" });
    people.wait(11 * MINUTE);
    expect((await browser.ask("POST", path, { body: {} })).status).toBe(403);
    const fresh = await people.signedIn();
    expect((await fresh.ask("DELETE", `${path}/${first.id}`)).status).toBe(204);
    expect((await signIn(people, issuer)).answer.status).toBe(403);
  });

  test("links nothing in another user's browser (AUT-14)", async () => {
    const { people, issuer } = await withIssuer();
    const browser = await people.signedIn();
    const begin = await browser.ask("POST", "/api/manage/me/identities", { body: {} });
    const back = new URL(await issuer.visit(String(begin.body["url"])));
    browser.cookies.delete("__Host-hq");
    expect((await browser.ask("GET", back.pathname + back.search)).status).toBe(401);
    const { database } = people.hq.hq;
    expect(await database.selectFrom("external_identities").selectAll().execute()).toEqual([]);
  });

  test("refuses a disabled user (AUT-10)", async () => {
    const { people, issuer } = await withIssuer();
    await signIn(people, issuer);
    await people.hq.hq.database
      .updateTable("users")
      .set({ disabled_at: people.now().toISOString() })
      .where("email", "=", GRACE.email)
      .execute();
    expect((await signIn(people, issuer)).answer.status).toBe(403);
  });

  test("is unavailable without a configured issuer", async () => {
    const people = await startPeople();
    expect((await people.browser().ask("GET", START)).status).toBe(404);
  });
});

describe("an ID token (AUT-14)", () => {
  const hour = 3600;
  const now = Math.floor(Date.now() / 1000);
  test.for([
    ["that is true", {}, 303],
    ["without a signature", { header: { alg: "none" }, signedBy: "nobody" }, 401],
    [
      "signed with the client's secret",
      { header: { alg: "HS256" }, signedBy: "the client secret" },
      401,
    ],
    ["signed with a different key", { signedBy: "another key" }, 401],
    ["of another issuer", { claims: { iss: "https://evil.test" } }, 401],
    ["for another client", { claims: { aud: "other" } }, 401],
    ["with another nonce", { claims: { nonce: "x" } }, 401],
    ["without a nonce", { claims: { nonce: undefined } }, 401],
    ["that has expired", { claims: { iat: now - 2 * hour, exp: now - hour } }, 401],
  ] as const)("%s is handled correctly", async ([, forgery, status]) => {
    const issuer = await startForgingIssuer();
    const people = await startPeople({ baseUrl: BASE, env: settings(issuer.url) });
    const browser = people.browser();
    const left = await browser.ask("GET", START);
    const query = new URL(left.headers.get("Location") ?? "").searchParams;
    issuer.forgery = forgery;
    issuer.nonce = query.get("nonce") ?? "";
    const back = new URLSearchParams({
      code: "c",
      state: query.get("state") ?? "",
      iss: issuer.url,
    });
    const answer = await browser.ask("GET", `/auth/oidc/callback?${back.toString()}`);
    expect([answer.status, browser.cookies.has("__Host-hq")]).toEqual([status, status === 303]);
  });
});
