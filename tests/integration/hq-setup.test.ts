import type { RunningHq } from "@loam/hq";
import { describe, expect, test } from "vitest";
import { runHq } from "../support/hq/running-hq.ts";

const ACCOUNT = { email: "Ada@Example.Test", name: "Ada <b>", password: "correct horse battery" };

interface Setup {
  readonly hq: RunningHq;
  readonly link: string;
  readonly post: (
    account: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

async function startSetup(now?: () => Date): Promise<Setup> {
  const hq = await runHq(now === undefined ? {} : { now });
  if (hq.admin.kind !== "link") throw new Error("expected a setup link");
  const link = `${hq.url}/setup/${hq.admin.token}`;
  return {
    hq,
    link,
    post: (account, headers = { origin: hq.url }) =>
      fetch(link, { method: "POST", headers, body: new URLSearchParams(account) }),
  };
}

test("the start page links available pages and sets no cookie", async () => {
  const { url } = await runHq();
  const page = await fetch(`${url}/`);
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  expect(page.headers.get("set-cookie")).toBeNull();
  expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'/);
  const links = [...(await page.text()).matchAll(/href="([^"]+)"/g)].map(([, to = ""]) => to);
  // The dashboard's files, or HQ's plain pages if it isn't built.
  expect(links.length).toBeGreaterThanOrEqual(2);
  for (const to of links) expect((await fetch(new URL(to, url))).status).toBe(200);
  expect((await fetch(`${url}/`, { method: "POST" })).status).toBe(405);
});

describe("the setup link", () => {
  test("shows a form with instructions", async () => {
    const { link } = await startSetup();
    const response = await fetch(link);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*form-action 'self'/,
    );
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    for (const id of ["email", "name", "password"]) {
      expect(html).toContain(`<label for="${id}">`);
      expect(html).toContain(`id="${id}"`);
    }
  });

  test("creates the first admin and workspace owner once", async () => {
    const { hq, link, post } = await startSetup();
    const made = await post(ACCOUNT);
    expect(made.status).toBe(200);
    const html = await made.text();
    expect(html).toContain("ada@example.test");
    expect(html).not.toContain(ACCOUNT.password);
    expect(html).toContain(`<a href="${hq.url}/">`);

    const { database } = hq.hq;
    const users = await database.selectFrom("users").selectAll().execute();
    expect(users).toEqual([
      expect.objectContaining({ email: "ada@example.test", name: "Ada b", instance_admin: 1 }),
    ]);
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$/);
    expect(await database.selectFrom("members").select("role").execute()).toEqual([
      { role: "owner" },
    ]);

    expect((await fetch(link)).status).toBe(404);
    expect((await post(ACCOUNT)).status).toBe(404);
  });

  test("is also available through the management API", async () => {
    const { hq, link } = await startSetup();
    const ask = (path: string, body: object) =>
      fetch(`${hq.url}/api/manage${path}`, {
        method: "POST",
        headers: { origin: hq.url, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const token = link.split("/").at(-1);
    expect((await ask("/setup/link", { token })).status).toBe(200);
    expect((await ask("/setup/link", { token: "loam_setup_x" })).status).toBe(404);
    const weak = await ask("/setup", { ...ACCOUNT, token, password: "too short" });
    expect(await weak.json()).toMatchObject({ code: "weak_password" });
    expect((await ask("/setup", { ...ACCOUNT, token })).status).toBe(201);
    expect((await ask("/setup/link", { token })).status).toBe(404);
    expect((await ask("/setup", { ...ACCOUNT, token })).status).toBe(404);
  });

  test("creates one admin for concurrent requests", async () => {
    const { hq, post } = await startSetup();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => post({ ...ACCOUNT, email: `a${index}@x.test` })),
    );
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 404);
    expect([made.length, refused.length]).toEqual([1, 7]);
    expect(await hq.hq.database.selectFrom("users").select("id").execute()).toHaveLength(1);
  });

  test.for([
    [{ ...ACCOUNT, password: "too short" }, 422, "12 characters"],
    [{ ...ACCOUNT, email: '"><script>' }, 422, "is not an email address"],
    [{ email: "a@b.co" }, 422, "incomplete"],
    [{ ...ACCOUNT, name: "Ada\0" }, 422, "NUL"],
  ] as const)("explains errors and stays valid: %#", async ([account, status, message]) => {
    const { post } = await startSetup();
    const refused = await post(account);
    const text = await refused.text();
    expect([refused.status, text.includes(message)]).toEqual([status, true]);
    expect(text).not.toMatch(/<script>|too short/);
    expect((await post(ACCOUNT)).status).toBe(200);
  });

  test.for([{}, { origin: "https://evil.test" }, { origin: "null" }])(
    "refuses forms from elsewhere: %o",
    async (headers) => {
      const { hq, post } = await startSetup();
      const response = await post(ACCOUNT, headers);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "forbidden" });
      expect(await hq.hq.database.selectFrom("users").select("id").execute()).toEqual([]);
    },
  );

  test("expires after 24 hours", async () => {
    let time = Date.parse("2026-11-20T00:00:00.000Z");
    const { link } = await startSetup(() => new Date(time));
    time += 24 * 60 * 60 * 1000 - 1;
    expect((await fetch(link)).status).toBe(200);
    time += 1;
    expect((await fetch(link)).status).toBe(404);
  });

  test("can't be guessed from its id, and its secret isn't stored", async () => {
    const { hq, link } = await startSetup();
    expect((await fetch(`${link.slice(0, -1)}${link.endsWith("a") ? "b" : "a"}`)).status).toBe(404);
    const rows = await hq.hq.database.selectFrom("setup_links").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(link.slice(-52));
  });

  test("limits the body to a few kilobytes", async () => {
    const { post } = await startSetup();
    expect((await post({ ...ACCOUNT, password: "x".repeat(20_000) })).status).toBe(413);
  });
});

test("creates links from the configured URL, ignoring the Host header", async () => {
  const { hq, link } = await startSetup();
  const response = await fetch(link, {
    headers: {
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test",
    },
  });
  expect(await response.text()).not.toContain("evil.test");
  expect(hq.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
