import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import type { Browser } from "../../support/browser/browser.ts";
import { ADMIN, MINUTE, startPeople } from "../../support/hq/hq-people.ts";

const TOKENS = "/api/manage/tokens";
const BODY = {
  name: "build server",
  scopes: ["content:read", "content:write"],
  expiresAt: "2026-12-01T00:00:00.000Z",
};

const ACCOUNT_ROUTES: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["GET", TOKENS],
  ["POST", TOKENS, BODY],
  ["PATCH", "/api/manage/me", { name: "Eve" }],
  ["GET", "/api/manage/me/sessions"],
  ["GET", "/api/manage/session"],
  ["POST", "/api/manage/me/totp"],
  ["GET", "/api/manage/users"],
];

async function createToken(browser: Browser, body: object = BODY): Promise<string> {
  const { status, body: made } = await browser.ask("POST", TOKENS, { body });
  if (status !== 201) throw new Error(`Answered ${status}`);
  return String(made["token"]);
}

function bearer(token: string): { headers: Record<string, string> } {
  return { headers: { Authorization: `Bearer ${token}` } };
}

describe("a personal access token", () => {
  test("acts for its owner and is shown once without being stored (AUT-16, KEY-07)", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const made = await browser.ask("POST", TOKENS, { body: BODY });
    const token = String(made.body["token"]);
    expect(token).toMatch(/^loam_pat_[a-z2-7]{10}_[a-z2-7]{52}_[0-9a-f]{8}$/);
    const me = await people.browser().ask("GET", "/api/manage/me", bearer(token));
    expect([me.status, me.body["email"]]).toEqual([200, ADMIN.email]);

    const listed = await browser.ask("GET", TOKENS);
    expect(listed.body).toMatchObject({
      tokens: [
        {
          hint: `loam_pat_${String(made.body["id"])}_…${token.slice(-4)}`,
          scopes: BODY.scopes,
          lastUsedAt: "2026-11-20T09:30:00.000Z",
          lastUsedAddress: "127.0.0.1",
        },
      ],
    });
    const one = await browser.ask("GET", `${TOKENS}/${String(made.body["id"])}`);
    expect(listed.body).toEqual({ tokens: [one.body] });
    const rows = await people.hq.hq.database.selectFrom("personal_tokens").selectAll().execute();
    for (const text of [listed.text, JSON.stringify(rows), JSON.stringify(people.logged)]) {
      expect(text).not.toContain(token.slice(20, 60));
    }
  });

  test("ends on revocation, on expiry, and with its owner (AUT-10, AUT-16)", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const me = async (token: string): Promise<number> =>
      (await people.browser().ask("GET", "/api/manage/me", bearer(token))).status;
    const revoked = await createToken(browser);
    const expiring = await createToken(browser);
    expect((await browser.ask("DELETE", `${TOKENS}/${revoked.split("_")[2]}`)).status).toBe(204);
    expect([await me(revoked), await me(expiring)]).toEqual([401, 200]);
    people.wait(Date.parse(BODY.expiresAt) - people.now().getTime() - 1);
    expect(await me(expiring)).toBe(200);
    people.wait(1);
    expect(await me(expiring)).toBe(401);
  });

  test.for([
    ["text that is none", "x"],
    ["a token of another kind", `loam_read_${"a".repeat(10)}_${"a".repeat(52)}`],
    ["an unknown token", `loam_pat_${"a".repeat(10)}_${"a".repeat(52)}_00000000`],
  ] as const)(
    "can't be used as %s, even where a session could (AUT-16, AUT-22)",
    async ([, text]) => {
      const people = await startPeople();
      const browser = await people.signedIn();
      expect((await browser.ask("GET", "/api/manage/me", bearer(text))).status).toBe(401);
      const basic = { headers: { Authorization: `Basic ${btoa(`ada:${text}`)}` } };
      expect((await browser.ask("GET", "/api/manage/me", basic)).status).toBe(401);
    },
  );

  test("is refused with a changed character, and guesses are limited (AUT-16)", async () => {
    const people = await startPeople();
    const token = await createToken(await people.signedIn());
    const other = `${token.slice(0, 30)}${token[30] === "a" ? "b" : "a"}${token.slice(31)}`;
    const statuses = [];
    for (let index = 0; index < 61; index += 1) {
      const { status } = await people.browser().ask("GET", "/api/manage/me", bearer(other));
      statuses.push(status);
    }
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
    expect(statuses[60]).toBe(429);
  });

  test("is ignored in URLs and not logged (AUT-16)", async () => {
    const people = await startPeople();
    const token = await createToken(await people.signedIn());
    const path = `/api/manage/me?token=${token}&access_token=${token}`;
    expect((await people.browser().ask("GET", path)).status).toBe(401);
    await people.browser().ask("GET", `/api/manage/${token}`);
    expect(JSON.stringify(people.logged)).not.toContain(token.slice(20, 60));
  });

  test("can't change accounts or sessions (AUT-16)", async () => {
    const people = await startPeople();
    const token = await createToken(await people.signedIn(), {
      ...BODY,
      scopes: ["site:admin", "workspace:admin"],
    });
    const asked = await Promise.all(
      ACCOUNT_ROUTES.map(([method, path, body]) =>
        people.browser().ask(method, path, {
          ...bearer(token),
          ...(body !== undefined && { body }),
        }),
      ),
    );
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 403));
  });

  test("works within its scopes without origin or CSRF token", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const path = "/api/manage/workspaces/main/invitations";
    const body = { email: "bob@example.test" };
    const reader = await createToken(browser);
    const admin = await createToken(browser, { ...BODY, scopes: ["workspace:admin"] });
    const ask = async (token: string): Promise<number> =>
      (
        await people.browser().ask("POST", path, {
          body,
          headers: { ...bearer(token).headers, Origin: "" },
        })
      ).status;
    expect([await ask(reader), await ask(admin)]).toEqual([403, 201]);
  });

  test.for([
    { ...BODY, scopes: [] },
    { ...BODY, scopes: ["everything"] },
    { ...BODY, expiresAt: "2026-11-20T09:29:59.000Z" },
    { ...BODY, expiresAt: "2028-01-01T00:00:00.000Z" },
    { ...BODY, userId: "u1" },
    { ...BODY, name: " " },
    { name: "x", scopes: ["content:read"] },
  ])("is not created from %j (AUT-19)", async (body) => {
    const people = await startPeople();
    const browser = await people.signedIn();
    expect((await browser.ask("POST", TOKENS, { body })).status).toBe(422);
  });

  test.for([
    [TOKENS, BODY, "token"],
    [
      "/api/manage/workspaces/main/invitations",
      { email: "bob@example.test", role: "admin" },
      "link",
    ],
    ["/api/manage/me/totp", undefined, "secret"],
  ] as const)("requires a recent proof: POST %s", async (asked) => {
    const [path, body, secret] = asked;
    const people = await startPeople();
    const browser = await people.signedIn();
    const options = { headers: { "Idempotency-Key": "1" }, ...(body !== undefined && { body }) };
    const made = await browser.ask("POST", path, options);
    expect(made.body).toHaveProperty(secret);
    expect((await browser.ask("POST", path, options)).body).toEqual(made.body);
    // An unattended browser must not reveal it to someone who knows or guesses the key.
    people.wait(11 * MINUTE);
    const again = await browser.ask("POST", path, options);
    expect([again.status, again.body["code"]]).toEqual([403, "reauthentication_required"]);
  });

  test("can't be restricted to sites its owner doesn't see", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const body = { ...BODY, sites: ["s-of-somebody-else"] };
    expect((await browser.ask("POST", TOKENS, { body })).status).toBe(404);
  });

  test("of another user appears missing (AUT-20)", async () => {
    const people = await startPeople();
    await people.addUser("bob@example.test");
    const token = await createToken(await people.signedIn());
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    const path = `${TOKENS}/${token.split("_")[2]}`;
    expect((await bob.ask("GET", path)).status).toBe(404);
    expect((await bob.ask("DELETE", path)).status).toBe(404);
    expect((await people.browser().ask("GET", "/api/manage/me", bearer(token))).status).toBe(200);
  });

  test("is refused with two Authorization headers (AUT-22)", async () => {
    const people = await startPeople();
    const token = await createToken(await people.signedIn());
    const sent = request(`${people.hq.url}/api/manage/me`, {
      agent: false,
      headers: ["Host", "hq", "Authorization", `Bearer ${token}`, "Authorization", "Bearer x"],
    });
    sent.end();
    const [response] = await once(sent, "response");
    response.resume();
    expect(response.statusCode).toBe(400);
  });
});
