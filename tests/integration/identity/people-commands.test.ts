import { openHq, parseConfig } from "@loam/hq";
import { describe, expect, test } from "vitest";
import { hq, hqServer } from "../../support/hq/hq-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PASSWORD = "correct horse battery";
const ADA = "ada@example.test";
const ENV = { LOAM_ADMIN_EMAIL: ADA, LOAM_ADMIN_PASSWORD: PASSWORD };

async function setUp() {
  const folder = await temporaryFolder();
  expect((await hq(["init"], { folder, env: ENV })).code).toBe(0);
  return (args: readonly string[], input = "") =>
    hq([...args, "--json"], { folder, input }).then(({ code, out, err }) => ({
      code,
      err,
      folder,
      data: out === "" ? undefined : JSON.parse(out),
    }));
}

const REFUSED = [
  [["--user", "nobody@example.test", "--scopes", "content:read"], "not_found"],
  [["--user", ADA, "--scopes", "everything"], "invalid"],
  [["--user", ADA, "--scopes", ","], "invalid"],
  [["--user", ADA, "--scopes", "content:read", "--expires", "soon"], "invalid"],
  [["--user", ADA, "--scopes", "content:read", "--expires", "400d"], "invalid"],
  [["--user", ADA, "--scopes", "content:read", "--expires", "2020-01-01"], "invalid"],
] as const;

describe("hq token", () => {
  test("creates a token, lists it without its secret, and revokes it", async () => {
    const run = await setUp();
    const args = ["--user", ADA, "--scopes", "content:write, content:read", "--expires", "30d"];
    const made = await run(["token", "create", ...args, "--name", "ci"]);
    expect(made.code).toBe(0);
    expect(made.data.token).toMatch(/^loam_pat_[a-z2-7]{10}_[a-z2-7]{52}_[0-9a-f]{8}$/);
    expect(made.data.scopes).toEqual(["content:read", "content:write"]);
    const days = (Date.parse(made.data.expiresAt) - Date.parse(made.data.createdAt)) / 86_400_000;
    expect(Math.round(days)).toBe(30);

    const server = await hqServer({ folder: made.folder });
    const headers = { Authorization: `Bearer ${made.data.token}` };
    const me = await fetch(`${server.url}/api/manage/me`, { headers });
    expect([me.status, await me.json()]).toEqual([200, expect.objectContaining({ email: ADA })]);
    const list = await run(["token", "list", "--user", ADA]);
    expect(list.data).toEqual([expect.objectContaining({ id: made.data.id, name: "ci" })]);
    expect(JSON.stringify(list.data)).not.toContain(made.data.token.slice(25));
    await server.stop("SIGTERM");

    expect((await run(["token", "revoke", made.data.id, "--user", ADA])).code).toBe(0);
    const after = await run(["token", "list", "--user", ADA]);
    expect(after.data[0].revokedAt).toMatch(/Z$/);
  });

  test("refuses what the management API would refuse", async () => {
    const run = await setUp();
    for (const [args, code] of REFUSED) {
      const { code: exit, data, err } = await run(["token", "create", ...args]);
      expect([exit, data]).toEqual([code === "not_found" ? 3 : 1, undefined]);
      expect(JSON.parse(err)).toMatchObject({ code });
    }
  });
});

test("hq user invites, disables, enables, and resets users", async () => {
  const run = await setUp();
  expect((await run(["user", "create", "bob@example.test"], PASSWORD)).code).toBe(0);
  const invited = await run(["user", "invite", "eve@example.test", "--admin"]);
  const reset = await run(["user", "reset-password", "bob@example.test"]);
  expect(invited.data.link).toMatch(/^http:\/\/127\.0\.0\.1:4400\/invitation\/loam_invitation_/);
  expect(reset.data.link).toMatch(/^http:\/\/127\.0\.0\.1:4400\/password-reset\/loam_reset_/);
  expect((await run(["user", "disable", "bob@example.test"])).code).toBe(0);
  const { data } = await run(["user", "list"]);
  expect(data).toMatchObject([
    { email: ADA, instanceAdmin: true },
    { email: "bob@example.test", disabledAt: expect.stringMatching(/Z$/) },
  ]);
  expect((await run(["user", "enable", "bob@example.test"])).code).toBe(0);
  expect((await run(["user", "list"])).data[1]).not.toHaveProperty("disabledAt");

  const last = await run(["user", "disable", ADA]);
  expect([last.code, JSON.parse(last.err)]).toEqual([
    5,
    expect.objectContaining({ code: "conflict" }),
  ]);

  const server = await hqServer({ folder: last.folder });
  const page = new URL(invited.data.link).pathname;
  expect((await fetch(server.url + page)).status).toBe(200);
  expect((await fetch(server.url + new URL(reset.data.link).pathname)).status).toBe(200);
});

test("hq user recovers an account without authenticator and recovery codes", async () => {
  const run = await setUp();
  const { folder } = await run(["user", "create", "bob@example.test"], PASSWORD);
  const opened = await openHq(parseConfig({}, folder));
  const [user] = await opened.database
    .selectFrom("users")
    .select("id")
    .where("email", "=", ADA)
    .execute();
  const at = new Date().toISOString();
  const lost = { user_id: user?.id ?? "", sealed_secret: "s1.lost.", last_step: 0 };
  await opened.database
    .insertInto("totp_secrets")
    .values({ ...lost, created_at: at, confirmed_at: at })
    .execute();
  await opened.close();

  const { url } = await hqServer({ folder });
  const signIn = async () => {
    const response = await fetch(`${url}/api/manage/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ email: ADA, password: PASSWORD }),
    });
    return response.json();
  };
  expect(await signIn()).toHaveProperty("secondFactor");
  expect((await run(["user", "reset-second-factor", ADA])).code).toBe(0);
  expect(await signIn()).toMatchObject({ user: { email: ADA } });
});
