import { describe, expect, test } from "vitest";
import { ADMIN, HOUR, type People, startPeople } from "../../support/hq/hq-people.ts";
import { startMailbox } from "../../support/hq/mailbox.ts";

const INVITATIONS = "/api/manage/workspaces/main/invitations";
const ACCEPT = "/api/manage/invitations/accept";
const BOB = { email: "bob@example.test", password: "correct horse bobbery" };
const ACCOUNT = { name: "Bob", password: BOB.password };

async function invite(people: People, body: object = { email: BOB.email }): Promise<string> {
  const admin = await people.signedIn();
  const { status, body: made } = await admin.ask("POST", INVITATIONS, { body });
  expect([status, made["mailed"]]).toEqual([201, false]);
  return String(made["link"]).split("/").at(-1) ?? "";
}

function accept(people: People, body: object) {
  return people.browser().ask("POST", ACCEPT, { body });
}

async function roleOf(people: People, email: string): Promise<string | undefined> {
  const row = await people.hq.hq.database
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("members.role")
    .where("users.email", "=", email)
    .executeTakeFirst();
  return row?.role;
}

describe("an invitation", () => {
  test("creates an account and membership for its email address once (AUT-18)", async () => {
    const people = await startPeople();
    const token = await invite(people);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => accept(people, { token, ...ACCOUNT })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(4);
    expect(await roleOf(people, BOB.email)).toBe("member");
    expect((await people.signedIn(BOB)).csrfToken).not.toBe("");
    expect((await accept(people, { token, ...ACCOUNT })).status).toBe(404);
  });

  test("accepts no other email, role, or permission (AUT-18, AUT-19)", async () => {
    const people = await startPeople();
    const token = await invite(people);
    for (const more of [
      { email: "eve@example.test" },
      { role: "owner" },
      { instanceAdmin: true },
    ]) {
      expect((await accept(people, { token, ...ACCOUNT, ...more })).status).toBe(422);
    }
    expect((await accept(people, { token, ...ACCOUNT, password: "short" })).status).toBe(422);
    expect((await accept(people, { token, ...ACCOUNT })).status).toBe(201);
  });

  test("for an existing account is accepted only by that account (AUT-18)", async () => {
    const people = await startPeople();
    await people.addUser(BOB.email, BOB.password);
    await people.addUser("eve@example.test", BOB.password);
    const token = await invite(people, { email: BOB.email, role: "admin" });
    expect((await accept(people, { token, ...ACCOUNT })).status).toBe(409);
    const eve = await people.signedIn({ ...BOB, email: "eve@example.test" });
    const path = "/api/manage/me/invitations/accept";
    expect((await eve.ask("POST", path, { body: { token } })).status).toBe(403);
    const bob = await people.signedIn(BOB);
    expect((await bob.ask("POST", path, { body: { token } })).status).toBe(200);
    expect((await bob.ask("POST", path, { body: { token } })).status).toBe(404);
    expect(await roleOf(people, BOB.email)).toBe("admin");
  });

  test("ends after seven days, on revocation, and when resent (AUT-18)", async () => {
    const people = await startPeople();
    const first = await invite(people);
    const second = await invite(people);
    expect((await accept(people, { token: first, ...ACCOUNT })).status).toBe(404);
    const admin = await people.signedIn();
    const list = await admin.ask("GET", INVITATIONS);
    expect(list.body["invitations"]).toHaveLength(1);
    expect(list.text).not.toMatch(/token|hash|loam_invitation/);
    const id = second.split("_")[2];
    expect((await admin.ask("DELETE", `${INVITATIONS}/${id}`)).status).toBe(204);
    expect((await admin.ask("DELETE", `${INVITATIONS}/${id}`)).status).toBe(404);
    expect((await accept(people, { token: second, ...ACCOUNT })).status).toBe(404);
    const third = await invite(people);
    people.wait(7 * 24 * HOUR);
    expect((await accept(people, { token: third, ...ACCOUNT })).status).toBe(404);
  });

  test("ends with its author's permission to invite", async () => {
    const people = await startPeople();
    const token = await invite(people);
    const { database } = people.hq.hq;
    await database.updateTable("users").set({ instance_admin: 0 }).execute();
    await database.updateTable("members").set({ role: "member" }).execute();
    expect((await accept(people, { token, ...ACCOUNT })).status).toBe(404);
  });

  test("is created only by workspace admins and never for owners (AUT-20)", async () => {
    const people = await startPeople();
    const token = await invite(people);
    await accept(people, { token, ...ACCOUNT });
    const bob = await people.signedIn(BOB);
    const body = { email: "eve@example.test" };
    expect((await bob.ask("POST", INVITATIONS, { body })).status).toBe(403);
    const admin = await people.signedIn();
    const owner = { ...body, role: "owner" };
    expect((await admin.ask("POST", INVITATIONS, { body: owner })).status).toBe(422);
  });

  test("is emailed with a link to the configured URL", async () => {
    const mailbox = await startMailbox();
    const people = await startPeople({
      baseUrl: "https://hq.example.test",
      env: { LOAM_SMTP_URL: mailbox.url, LOAM_MAIL_FROM: "Loam <loam@example.test>" },
    });
    const admin = await people.signedIn();
    const made = await admin.ask("POST", INVITATIONS, {
      body: { email: BOB.email },
      headers: { "X-Forwarded-Host": "evil.test" },
    });
    expect(made.body).toMatchObject({ mailed: true });
    expect(made.text).not.toContain("loam_invitation_");
    const letter = await mailbox.next();
    expect(letter.to).toEqual([BOB.email]);
    expect(letter.text).toMatch(/^From: Loam <loam@example\.test>/m);
    const [, token = ""] = /https:\/\/hq\.example\.test\/invitation\/(\S+)/.exec(letter.text) ?? [];
    expect(letter.text).not.toContain("evil.test");
    expect((await accept(people, { token, ...ACCOUNT })).status).toBe(201);
  });
});

test("shows an invitation only to users with its link", async () => {
  const people = await startPeople();
  const token = await invite(people);
  const read = (text: string) =>
    people.browser().ask("POST", "/api/manage/invitations/link", { body: { token: text } });
  expect((await read(token)).body).toEqual({
    email: BOB.email,
    known: false,
    workspace: "Main",
    invitedBy: expect.any(String),
  });
  expect((await read(`${token.slice(0, -1)}${token.endsWith("x") ? "y" : "x"}`)).status).toBe(404);
  await people.addUser(BOB.email);
  expect((await read(token)).body).toMatchObject({ known: true });
});

describe("the page of an invitation", () => {
  test("creates the account and explains errors", async () => {
    const people = await startPeople();
    const token = await invite(people);
    const link = `${people.hq.url}/invitation/${token}`;
    const page = await fetch(link);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'.*'self'/);
    expect(await page.text()).toContain(BOB.email);
    const post = (fields: Record<string, string>, origin = people.hq.url) =>
      fetch(link, { method: "POST", headers: { origin }, body: new URLSearchParams(fields) });
    expect((await post(ACCOUNT, "https://evil.test")).status).toBe(403);
    const weak = await post({ name: "<b>Bob", password: "short" });
    expect([weak.status, await weak.text()]).toEqual([
      422,
      expect.stringMatching(
        /&#60;b&#62;Bob[\s\S]*12 characters|12 characters[\s\S]*&#60;b&#62;Bob/,
      ),
    ]);
    expect((await post({ ...ACCOUNT, role: "owner", email: "eve@example.test" })).status).toBe(200);
    expect(await roleOf(people, BOB.email)).toBe("member");
    expect((await fetch(link)).status).toBe(404);
  });

  test("asks existing users for their password", async () => {
    const people = await startPeople();
    await people.addUser(BOB.email, BOB.password);
    const link = `${people.hq.url}/invitation/${await invite(people)}`;
    const post = (password: string) =>
      fetch(link, {
        method: "POST",
        headers: { origin: people.hq.url },
        body: new URLSearchParams({ password }),
      });
    expect((await post(ADMIN.password)).status).toBe(422);
    expect((await post(BOB.password)).status).toBe(200);
    expect(await roleOf(people, BOB.email)).toBe("member");
  });
});
