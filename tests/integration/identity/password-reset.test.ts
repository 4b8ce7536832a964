import { describe, expect, test } from "vitest";
import { ADMIN, HOUR, type People, startPeople } from "../../support/hq/hq-people.ts";
import { type Mailbox, startMailbox } from "../../support/hq/mailbox.ts";

const RESET = "/api/manage/password-reset";
const SESSION = "/api/manage/session";
const NEW_PASSWORD = "another horse battery";
const BASE = "https://hq.example.test";

interface WithMail {
  readonly people: People;
  readonly mailbox: Mailbox;
  readonly request: (email?: string) => Promise<number>;
  readonly token: () => Promise<string>;
  readonly use: (body: object) => Promise<number>;
}

async function withMail(): Promise<WithMail> {
  const mailbox = await startMailbox();
  const people = await startPeople({
    baseUrl: BASE,
    env: { LOAM_SMTP_URL: mailbox.url, LOAM_MAIL_FROM: "loam@example.test" },
  });
  return {
    people,
    mailbox,
    request: async (email = ADMIN.email) =>
      (await people.browser().ask("POST", RESET, { body: { email } })).status,
    token: async () =>
      /https:\/\/hq\.example\.test\/password-reset\/(\S+)/.exec((await mailbox.next()).text)?.[1] ??
      "",
    use: async (body) => (await people.browser().ask("POST", `${RESET}/confirm`, { body })).status,
  };
}

describe("a password reset", () => {
  test("ends all sessions, links, and tokens of its owner (AUT-09)", async () => {
    const { people, request, token, use } = await withMail();
    const inside = await people.signedIn();
    const body = { name: "ci", scopes: ["content:read"], expiresAt: "2026-12-01T00:00:00.000Z" };
    const made = await inside.ask("POST", "/api/manage/tokens", { body });
    const headers = { Authorization: `Bearer ${String(made.body["token"])}` };
    expect(await request()).toBe(202);
    expect(await use({ token: await token(), password: NEW_PASSWORD })).toBe(204);

    expect((await inside.ask("GET", SESSION)).status).toBe(401);
    expect((await people.browser().ask("GET", "/api/manage/me", { headers })).status).toBe(401);
    expect((await people.browser().signIn(ADMIN.email, ADMIN.password)).status).toBe(401);
    expect((await people.browser().signIn(ADMIN.email, NEW_PASSWORD)).status).toBe(200);
  });

  test("keeps tokens on request (AUT-09)", async () => {
    const { people, request, token, use } = await withMail();
    const inside = await people.signedIn();
    const body = { name: "ci", scopes: ["content:read"], expiresAt: "2026-12-01T00:00:00.000Z" };
    const made = await inside.ask("POST", "/api/manage/tokens", { body });
    await request();
    const reset = { token: await token(), password: NEW_PASSWORD, keepTokens: true };
    expect(await use(reset)).toBe(204);
    const headers = { Authorization: `Bearer ${String(made.body["token"])}` };
    expect((await people.browser().ask("GET", "/api/manage/me", { headers })).status).toBe(200);
  });

  test("works once, also with concurrent requests (AUT-12)", async () => {
    const { request, token, use } = await withMail();
    await request();
    const text = await token();
    expect(await use({ token: text, password: "short" })).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        use({ token: text, password: `${NEW_PASSWORD} ${index}` }),
      ),
    );
    expect(answers.filter((status) => status === 204)).toHaveLength(1);
    expect(await use({ token: text, password: NEW_PASSWORD })).toBe(404);
  });

  test("ends after an hour or with the next one and is no other token (AUT-12)", async () => {
    const { people, request, token, use } = await withMail();
    await request();
    const first = await token();
    await request();
    const second = await token();
    expect(await use({ token: first, password: NEW_PASSWORD })).toBe(404);
    const cookie = (await people.signedIn()).cookies.get("__Host-hq");
    expect(await use({ token: cookie, password: NEW_PASSWORD })).toBe(404);
    people.wait(HOUR);
    expect(await use({ token: second, password: NEW_PASSWORD })).toBe(404);
  });

  test("gives the same response to everyone and emails only accounts (AUT-05)", async () => {
    const { people, mailbox, request } = await withMail();
    await people.addUser("shut@example.test");
    await people.hq.hq.database
      .updateTable("users")
      .set({ disabled_at: people.now().toISOString() })
      .where("email", "=", "shut@example.test")
      .execute();
    const asked = ["nobody@example.test", "shut@example.test", "no address", "ADA@example.test"];
    for (const email of asked) expect(await request(email)).toBe(202);
    expect((await mailbox.next()).to).toEqual([ADMIN.email]);
    expect(mailbox.letters).toHaveLength(1);
    const rows = await people.hq.hq.database.selectFrom("password_resets").selectAll().execute();
    expect(rows).toHaveLength(1);
  });

  test("is limited to three emails and thirty requests per IP address an hour", async () => {
    const { people, mailbox, request } = await withMail();
    for (let index = 0; index < 5; index += 1) expect(await request()).toBe(202);
    for (let index = 0; index < 25; index += 1) await request("nobody@example.test");
    expect(await request("nobody@example.test")).toBe(429);
    await people.hq.close();
    expect(mailbox.letters).toHaveLength(3);
  });

  test("is logged if email isn't configured", async () => {
    const people = await startPeople();
    await people.browser().ask("POST", RESET, { body: { email: ADMIN.email } });
    await expect
      .poll(() => JSON.stringify(people.logged))
      .toMatch(/Pass this on: .*http:\/\/127\.0\.0\.1:\d+\/password-reset\/loam_reset_/);
  });
});

test("the reset page changes the password once", async () => {
  const people = await startPeople();
  await people.browser().ask("POST", RESET, { body: { email: ADMIN.email } });
  await expect.poll(() => JSON.stringify(people.logged)).toContain("password-reset/");
  const [link = ""] = /http:\S+\/password-reset\/[\w]+/.exec(JSON.stringify(people.logged)) ?? [];
  const inside = await people.signedIn();
  expect(await (await fetch(link)).text()).toContain(ADMIN.email);
  const token = link.split("/").at(-1);
  const read = () => people.browser().ask("POST", `${RESET}/link`, { body: { token } });
  expect((await read()).body).toEqual({ email: ADMIN.email });
  const post = (password: string, origin = people.hq.url) =>
    fetch(link, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ password, keepTokens: "yes" }),
    });
  expect((await post(NEW_PASSWORD, "https://evil.test")).status).toBe(403);
  expect((await post("short")).status).toBe(422);
  expect((await post(NEW_PASSWORD)).status).toBe(200);
  expect((await post(NEW_PASSWORD)).status).toBe(404);
  expect((await read()).status).toBe(404);
  expect((await inside.ask("GET", SESSION)).status).toBe(401);
  expect((await people.browser().signIn(ADMIN.email, NEW_PASSWORD)).status).toBe(200);
});
