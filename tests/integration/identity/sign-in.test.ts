import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { ADMIN, MINUTE, startPeople } from "../../support/hq/hq-people.ts";

const SESSION = "/api/manage/session";
const BASE = "https://hq.example.test";

describe("signing in", () => {
  test("sets a cookie of 256 random bits hidden from scripts and other hosts (AUT-02)", async () => {
    const people = await startPeople({ baseUrl: BASE });
    const browser = people.browser();
    const answer = await browser.signIn(" Ada@Example.Test ", ADMIN.password);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { email: ADMIN.email, instanceAdmin: true } });
    expect(answer.text).not.toMatch(/argon2|password/);

    const [cookie = "", device = "", ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(
      /^__Host-hq=loam_session_[a-z2-7]{10}_[a-z2-7]{52}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    // The other cookie recognizes the browser without identifying its user.
    expect(device).toMatch(
      /^__Host-hq-device=[a-z2-7]{20}\.\d{13}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=7776000$/,
    );
    const secret = browser.cookies.get("__Host-hq") ?? "";
    const rows = await people.hq.hq.database.selectFrom("sessions").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-52));
    expect((await browser.ask("GET", "/api/manage/me")).status).toBe(200);
  });

  test("ends the browser's previous session (AUT-01)", async () => {
    const people = await startPeople();
    const browser = await people.signedIn();
    const planted = browser.cookies.get("hq") ?? "";
    expect((await browser.signIn(ADMIN.email, ADMIN.password)).status).toBe(200);
    expect(browser.cookies.get("hq")).not.toBe(planted);
    const attacker = people.browser();
    attacker.cookies.set("hq", planted);
    expect((await attacker.ask("GET", SESSION)).status).toBe(401);
    // A session id that was never issued is not adopted.
    attacker.cookies.set("hq", "chosen-by-somebody");
    await attacker.signIn(ADMIN.email, ADMIN.password);
    expect(attacker.cookies.get("hq")).toMatch(/^loam_session_/);
  });

  test.for([
    ["an unknown address", "nobody@example.test", ADMIN.password],
    ["a wrong password", ADMIN.email, "correct horse batterx"],
    ["text that is no address", "nobody", ADMIN.password],
    ["a password that is cut", ADMIN.email, ADMIN.password.slice(0, -1)],
    ["a longer password", ADMIN.email, `${ADMIN.password}x`],
  ] as const)(
    "responds to %s like to every other mistake (AUT-05)",
    async ([, email, password]) => {
      const people = await startPeople();
      const answer = await people.browser().signIn(email, password);
      expect([answer.status, answer.body["code"]]).toEqual([401, "invalid_credentials"]);
      expect(answer.body["message"]).toBe("The email address or password is incorrect.");
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  test("hashes equally for an unknown email and a wrong password (AUT-05)", async () => {
    const people = await startPeople();
    const hashed = vi.spyOn(crypto, "argon2");
    syncBuiltinESMExports();
    onTestFinished(() => {
      hashed.mockRestore();
      syncBuiltinESMExports();
    });
    const hashesOf = async (email: string) => {
      hashed.mockClear();
      await people.browser().signIn(email, "correct horse batterx");
      // Of a hash, everything but the salt decides how much work it is.
      return hashed.mock.calls.map(([algorithm, { nonce, ...parameters }]) => [
        algorithm,
        parameters,
        Buffer.byteLength(nonce),
      ]);
    };
    const known = await hashesOf(ADMIN.email);
    expect(known).toHaveLength(1);
    expect(await hashesOf("nobody@example.test")).toEqual(known);
  });

  test("refuses new IP addresses after ten wrong passwords of an account (AUT-05)", async () => {
    const people = await startPeople();
    const inside = await people.signedIn();
    for (let index = 0; index < 10; index += 1) {
      const email = index % 2 === 0 ? "NOBODY@example.test" : "nobody@example.test";
      expect((await people.browser().signIn(email, "wrong wrong wrong")).status).toBe(401);
    }
    const limited = await people.browser().signIn("nobody@example.test", ADMIN.password);
    expect([limited.status, limited.headers.get("Retry-After")]).toEqual([429, "900"]);
    // Other accounts and open sessions are not affected.
    expect((await people.browser().signIn(ADMIN.email, ADMIN.password)).status).toBe(200);
    expect((await inside.ask("GET", SESSION)).status).toBe(200);
    people.wait(15 * MINUTE);
    const again = await people.browser().signIn("nobody@example.test", ADMIN.password);
    expect(again.status).toBe(401);
  });

  test("counts attempts of an IP address across accounts (AUT-05)", async () => {
    const people = await startPeople();
    for (let index = 0; index < 50; index += 1) {
      expect((await people.browser().signIn(`u${index}@example.test`, "x")).status).toBe(401);
    }
    expect((await people.browser().signIn(ADMIN.email, ADMIN.password)).status).toBe(429);
  });

  test("counts concurrent guesses (AUT-05)", async () => {
    const people = await startPeople();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        people.browser().signIn("x@example.test", `${index}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test("normalizes passwords and refuses long ones and NUL (AUT-06)", async () => {
    const people = await startPeople();
    await people.addUser("zue@example.test", "Zu\u0308rich-Zu\u0308rich");
    expect((await people.browser().signIn("zue@example.test", "Zürich-Zürich")).status).toBe(200);
    expect((await people.browser().signIn(ADMIN.email, "x".repeat(10_000))).status).toBe(422);
    // The limit is not lifted, for anyone.
    for (const email of [ADMIN.email, "nobody@example.test"]) {
      const { status, body } = await people.browser().signIn(email, `${ADMIN.password}\0`);
      expect([status, body["code"]]).toEqual([422, "invalid_unicode"]);
    }
  });

  test.for([
    ["a foreign origin", { Origin: "https://evil.test" }],
    ["no origin", { Origin: "" }],
    ["a cross-site fetch without an origin", { Origin: "", "Sec-Fetch-Site": "cross-site" }],
    ["a sandboxed frame", { Origin: "null" }],
  ] as const)("is refused for %s (AUT-04)", async ([, headers]) => {
    const people = await startPeople();
    const answer = await people.browser().ask("POST", SESSION, { body: ADMIN, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  test.for(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "refuses a body of type %s (AUT-04)",
    async (type) => {
      const people = await startPeople();
      const answer = await people
        .browser()
        .ask("POST", SESSION, { body: JSON.stringify(ADMIN), headers: { "Content-Type": type } });
      expect(answer.status).toBe(415);
    },
  );

  test("is audited, refused or not (AUT-23)", async () => {
    const people = await startPeople();
    await people.browser().signIn(ADMIN.email, 'x\n{"level":"info"}');
    await people.browser().signIn(ADMIN.email, "wrong");
    const admin = await people.signedIn();
    const { body } = await admin.ask("GET", "/api/manage/audit");
    expect(body).toMatchObject({
      records: [
        { event: "session.opened", outcome: "invalid_credentials", times: 2 },
        { event: "session.opened", outcome: "allowed", times: 1, userName: "ada" },
      ],
    });
    // A different user can sign in where another session is open; the record contains both.
    const id = /"id":"([^"]+)"/.exec((await admin.ask("GET", "/api/manage/me")).text)?.[1];
    await admin.signIn(ADMIN.email, "wrong");
    await admin.signIn(ADMIN.email, ADMIN.password);
    const again = await admin.ask("GET", "/api/manage/audit?event=session.opened&outcome=allowed");
    expect(again.body).toMatchObject({
      records: [
        { userId: id, credential: expect.stringMatching(/^session:/) },
        { userId: id, credential: expect.stringMatching(/^session:/) },
      ],
    });
    const rows = await people.hq.hq.database.selectFrom("audit_log").selectAll().execute();
    expect(JSON.stringify([body, rows])).not.toMatch(/correct horse|level/);
    expect(JSON.stringify(people.logged)).not.toContain(ADMIN.password);
  });
});
