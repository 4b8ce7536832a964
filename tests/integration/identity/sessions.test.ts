import { describe, expect, test } from "vitest";
import { ADMIN, HOUR, MINUTE, startPeople } from "../../support/hq/hq-people.ts";

const SESSION = "/api/manage/session";
const NEW_PASSWORD = "another horse battery";

describe("a session", () => {
  test("is extended to seven days by a proof of identity", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const readExpiry = async (): Promise<number> => {
      const { body } = await browser.ask("GET", "/api/manage/session");
      return Date.parse(String(body["expiresAt"]));
    };
    const first = await readExpiry();
    people.wait(HOUR);
    const body = { password: ADMIN.password };
    await browser.ask("POST", "/api/manage/session/step-up", { body });
    expect(await readExpiry()).toBe(first + HOUR);
  });

  test("ends after twelve idle hours or seven days (AUT-11)", async () => {
    const people = await startPeople();
    const rested = await people.signedIn();
    people.wait(12 * HOUR - MINUTE);
    expect((await rested.ask("GET", SESSION)).status).toBe(200);
    people.wait(12 * HOUR);
    expect((await rested.ask("GET", SESSION)).status).toBe(401);

    const used = await people.signedIn();
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      people.wait(11 * HOUR);
      await used.ask("GET", SESSION);
    }
    people.wait(4 * HOUR);
    expect((await used.ask("GET", SESSION)).status).toBe(401);
  });

  test("refuses a copied cookie after sign-out (AUT-11)", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const thief = people.browser();
    thief.cookies.set("hq", browser.cookies.get("hq") ?? "");
    expect((await thief.ask("GET", SESSION)).status).toBe(200);
    expect((await browser.ask("DELETE", SESSION)).status).toBe(204);
    expect(browser.cookies.has("hq")).toBe(false);
    expect((await thief.ask("GET", SESSION)).status).toBe(401);
  });

  test.for([
    ["a foreign origin", { Origin: "https://evil.test" }],
    ["no origin, cross-site", { Origin: "", "Sec-Fetch-Site": "cross-site" }],
    ["no origin at all", { Origin: "" }],
    ["no token of the session", { "X-CSRF-Token": "" }],
    ["a wrong token", { "X-CSRF-Token": "0".repeat(64) }],
  ] as const)("changes nothing for a request with %s (AUT-03, AUT-04)", async ([, headers]) => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const change = await browser.ask("PATCH", "/api/manage/me", { body: { name: "Eve" }, headers });
    const out = await browser.ask("DELETE", SESSION, { headers });
    expect([change.status, out.status]).toEqual([403, 403]);
    expect((await browser.ask("GET", "/api/manage/me")).body).toMatchObject({ name: "ada" });
  });

  test("is not changed by reads or disguised methods (AUT-03, AUT-22)", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const headers = { "X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE" };
    await browser.ask("GET", `${SESSION}?_method=DELETE&overrideAccess=true&admin=1`, { headers });
    await browser.ask("HEAD", SESSION, { headers });
    expect((await browser.ask("GET", SESSION)).status).toBe(200);
    const form = await browser.ask("PATCH", "/api/manage/me", {
      body: '{"name":"Eve"}',
      headers: { "Content-Type": "text/plain" },
    });
    expect(form.status).toBe(415);
  });

  test("refuses keys that the user can't set (AUT-19)", async () => {
    const people = await startPeople();
    await people.addUser("bob@example.test");
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    const body = { name: "Bob", instanceAdmin: true, role: "admin", id: "u1", createdAt: "x" };
    const answer = await bob.ask("PATCH", "/api/manage/me", { body });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("instanceAdmin")]);
    expect((await bob.ask("GET", "/api/manage/users")).status).toBe(403);
  });

  test("gets a new cookie after a proof, and the old one ends (AUT-01)", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const old = people.browser();
    old.cookies.set("hq", browser.cookies.get("hq") ?? "");
    people.wait(11 * MINUTE);
    const token = {
      name: "ci",
      scopes: ["content:read"],
      expiresAt: "2026-12-01T00:00:00.000Z",
    };
    const late = await browser.ask("POST", "/api/manage/tokens", { body: token });
    expect([late.status, late.body["code"]]).toEqual([403, "reauthentication_required"]);

    const wrong = await browser.ask("POST", `${SESSION}/step-up`, { body: { password: "x" } });
    expect(wrong.status).toBe(401);
    const { password } = ADMIN;
    const proven = await browser.ask("POST", `${SESSION}/step-up`, { body: { password } });
    expect(proven.status).toBe(200);
    expect((await old.ask("GET", SESSION)).status).toBe(401);
    expect((await browser.ask("POST", "/api/manage/tokens", { body: token })).status).toBe(201);
  });

  test.for([
    ["POST", "keys", { name: "website" }],
    ["POST", "draft-key", undefined],
    ["POST", "transfer", { workspace: "other" }],
    ["GET", "export", undefined],
    ["DELETE", "", undefined],
  ] as const)("requires a recent proof for site secrets: %s /%s", async ([method, path, body]) => {
    const people = await startPeople();
    const { database } = people.hq.hq;
    await database.updateTable("workspaces").set({ cms_enabled: 1 }).execute();
    const browser = await people.signedIn();
    const made = await browser.ask("POST", "/api/manage/workspaces/main/sites", {
      body: { name: "Blog" },
    });
    const site = `/api/manage/sites/${String(made.body["id"])}`;
    people.wait(11 * MINUTE);
    expect((await browser.ask("GET", site)).status).toBe(200);
    const asked = { ...(body !== undefined && { body }) };
    const late = await browser.ask(method, path === "" ? site : `${site}/${path}`, asked);
    expect([late.status, late.body["code"]]).toEqual([403, "reauthentication_required"]);
  });

  test("is listed with its location and ended only by its owner", async () => {
    const people = await startPeople();
    const [laptop, phone] = [await people.signedIn(), await people.signedIn()];
    await people.addUser("bob@example.test");
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    const list = await laptop.ask("GET", "/api/manage/me/sessions");
    expect(list.text).not.toMatch(/loam_session|hash/);
    const { sessions } = list.body;
    expect(sessions).toHaveLength(2);
    const other = Array.isArray(sessions)
      ? sessions.find(({ current }: { current: boolean }) => !current)
      : undefined;
    expect(other).toMatchObject({ address: "127.0.0.1", method: "password" });

    const path = `/api/manage/me/sessions/${other.id}`;
    expect((await bob.ask("DELETE", path)).status).toBe(404);
    expect((await phone.ask("GET", SESSION)).status).toBe(200);
    expect((await laptop.ask("DELETE", path)).status).toBe(204);
    expect((await phone.ask("GET", SESSION)).status).toBe(401);
    expect((await laptop.ask("DELETE", "/api/manage/me/sessions")).status).toBe(204);
    expect((await laptop.ask("GET", SESSION)).status).toBe(200);
  });

  test("survives its own password change, unlike others and tokens (AUT-09)", async () => {
    const people = await startPeople();
    const [laptop, phone] = [await people.signedIn(), await people.signedIn()];
    const body = { name: "ci", scopes: ["content:read"], expiresAt: "2026-12-01T00:00:00.000Z" };
    const { token } = (await laptop.ask("POST", "/api/manage/tokens", { body })).body;
    const before = laptop.cookies.get("hq");
    const change = { password: NEW_PASSWORD, currentPassword: ADMIN.password };
    const unproven = await laptop.ask("PATCH", "/api/manage/me", {
      body: { password: NEW_PASSWORD },
    });
    expect(unproven.status).toBe(422);
    const changed = await laptop.ask("PATCH", "/api/manage/me", { body: change });
    expect(changed.status).toBe(200);
    expect(laptop.cookies.get("hq")).not.toBe(before);
    expect((await laptop.ask("GET", SESSION)).status).toBe(200);
    expect((await phone.ask("GET", SESSION)).status).toBe(401);
    const headers = { Authorization: `Bearer ${String(token)}` };
    expect((await people.browser().ask("GET", "/api/manage/me", { headers })).status).toBe(401);
    expect((await people.browser().signIn(ADMIN.email, ADMIN.password)).status).toBe(401);
    expect((await people.browser().signIn(ADMIN.email, NEW_PASSWORD)).status).toBe(200);
  });

  test("is excluded from caches and other pages (WEB-05, WEB-11)", async () => {
    const people = await startPeople({ baseUrl: "https://hq.example.test" });
    const browser = await people.signedIn();
    const { headers } = await browser.ask("GET", SESSION);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": expect.stringMatching(/private.*no-(store|cache)/),
      "content-security-policy": expect.stringMatching(
        /default-src 'none'.*frame-ancestors 'none'/,
      ),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": expect.stringContaining("max-age=31536000"),
    });
    expect(headers.get("access-control-allow-origin")).toBeNull();
    const elsewhere = { Origin: "https://evil.test" };
    expect((await browser.ask("GET", SESSION, { headers: elsewhere })).status).toBe(403);
  });

  test("of a disabled user ends with the next request (AUT-10)", async () => {
    const people = await startPeople();
    const id = await people.addUser("bob@example.test");
    const admin = await people.signedIn();
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    const disable = { body: { disabled: true } };
    expect((await admin.ask("PATCH", `/api/manage/users/${id}`, disable)).status).toBe(204);
    expect((await admin.ask("GET", "/api/manage/users")).body["users"]).toContainEqual(
      expect.objectContaining({ id, disabledAt: people.now().toISOString() }),
    );
    expect((await bob.ask("GET", SESSION)).status).toBe(401);
    expect((await people.browser().signIn("bob@example.test", ADMIN.password)).status).toBe(401);

    const enable = { body: { disabled: false } };
    expect((await admin.ask("PATCH", `/api/manage/users/${id}`, enable)).status).toBe(204);
    expect((await people.signedIn({ ...ADMIN, email: "bob@example.test" })).csrfToken).not.toBe("");
  });

  test("of the last admin can't disable that admin", async () => {
    const people = await startPeople();
    const admin = await people.signedIn();
    const { id } = (await admin.ask("GET", "/api/manage/me")).body;
    const path = `/api/manage/users/${String(id)}`;
    expect((await admin.ask("PATCH", path, { body: { disabled: true } })).status).toBe(409);
    expect((await admin.ask("GET", SESSION)).status).toBe(200);
  });
});
