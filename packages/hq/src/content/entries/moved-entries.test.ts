import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SiteApi, startSiteApi } from "../../server/site-api.fixture.ts";
import { makePost, makeTypes } from "./entries.fixture.ts";

const POSTS = "/types/posts/entries";
const LONG_AGO = "2009-03-20T06:00:00.500Z";

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

/** Creates a post with a creation date in the past. */
async function movePost(title: string): Promise<string> {
  const body = { createdAt: LONG_AGO, fields: { title } };
  const created = await hq.ask("POST", POSTS, { body });
  expect([created.status, created.body["createdAt"]]).toEqual([201, LONG_AGO]);
  return String(created.body["id"]);
}

function published(path: string, body?: object) {
  return hq.ask("POST", path, body === undefined ? {} : { body });
}

describe("a new entry", () => {
  test("has the id and date set by an admin", async () => {
    const id = "eabcdefghijklmnopqrs";
    const body = { id, createdAt: "2009-03-20T07:00:00.5+01:00", fields: { title: "Moved" } };
    const created = await hq.ask("POST", POSTS, { body });
    expect(created).toMatchObject({ status: 201, body: { id, createdAt: LONG_AGO } });
    const again = await Promise.all([1, 2].map(() => hq.ask("POST", POSTS, { body })));
    for (const answer of again) {
      expect(answer).toMatchObject({ status: 409, body: { code: "id_taken" } });
    }
    await hq.ask("DELETE", `${POSTS}/${id}`);
    expect((await hq.ask("POST", POSTS, { body })).status).toBe(201);
  });

  test("is created once by two concurrent requests with the same id", async () => {
    const body = { id: "ebcdefghijklmnopqrst", fields: { title: "Twice" } };
    const answers = await Promise.all([1, 2].map(() => hq.ask("POST", POSTS, { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(answers.map(({ body: { code } }) => code)).toContain("id_taken");
  });

  test.for([
    ["id", "eABC"],
    ["id", "mabcdefghijklmnopqrs"],
    ["createdAt", "2026-11-20"],
    ["createdAt", "2300-01-01T00:00:00Z"],
  ])("rejects the %s %s", async ([name = "", value]) => {
    const body = { [name]: value, fields: { title: "Wrong" } };
    const answer = await hq.ask("POST", POSTS, { body });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: name }] } });
  });
});

describe("a publish", () => {
  test("has the date set by an admin, even for a live entry", async () => {
    const { id } = await makePost(hq, { title: "Dated" });
    const path = `${POSTS}/${id}/publish`;
    const first = await published(path, { publishedAt: LONG_AGO });
    expect(first.body).toMatchObject({ live: { version: 1, publishedAt: LONG_AGO } });
    expect((await published(path)).body).toMatchObject({ live: { version: 1 } });
    const publishedAt = "2010-01-01T00:00:00.000Z";
    const second = await published(path, { publishedAt });
    expect(second.body).toMatchObject({ live: { version: 2, publishedAt } });
    expect((await published(path, { publishedAt })).body).toMatchObject({ live: { version: 2 } });
  });

  test("keeps the dates of creation on request, for one entry, several, and a release", async () => {
    const [one = "", two = "", three = "", four = ""] = await Promise.all(
      ["One", "Two", "Three", "Four"].map(movePost),
    );
    const dates = "created";
    await published(`${POSTS}/${one}/publish`, { dates });
    const publishedAt = "2011-01-01T00:00:00.000Z";
    await published("/publish-changes", { entries: [two, { id: three, publishedAt }], dates });
    const release = await published("/releases", { title: "Moved", entries: [four] });
    await published(`/releases/${String(release.body["id"])}/publish`, { dates });
    for (const [id, at] of [
      [one, LONG_AGO],
      [two, LONG_AGO],
      [three, publishedAt],
      [four, LONG_AGO],
    ]) {
      expect((await hq.ask("GET", `${POSTS}/${id}`)).body).toMatchObject({ publishedAt: at });
    }
  });

  test("rejects a future or invalid date", async () => {
    const { id } = await makePost(hq, { title: "Ahead" });
    const entries = [id, { id, publishedAt: "2300-01-01T00:00:00Z" }];
    expect(await published("/publish-changes", { entries })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "entries.1.publishedAt" }] },
    });
    const publishedAt = "yesterday";
    expect(await published(`${POSTS}/${id}/publish`, { publishedAt })).toMatchObject({
      status: 422,
      body: { errors: [{ path: "publishedAt" }] },
    });
  });
});

describe("users other than site admins", () => {
  test("cannot set ids and dates", async () => {
    const { id } = await makePost(hq, { title: "Not theirs" });
    const release = await published("/releases", { title: "Later", entries: [id] });
    const fields = { title: "No" };
    const asked: readonly (readonly [string, object])[] = [
      [POSTS, { id: "ecdefghijklmnopqrstu", fields }],
      [POSTS, { createdAt: LONG_AGO, fields }],
      [`${POSTS}/${id}/publish`, { publishedAt: LONG_AGO }],
      [`${POSTS}/${id}/publish`, { dates: "created" }],
      ["/publish-changes", { entries: [{ id, publishedAt: LONG_AGO }] }],
      ["/publish-changes", { entries: [id], dates: "created" }],
      [`/releases/${String(release.body["id"])}/publish`, { dates: "created" }],
    ];
    for (const [path, body] of asked) {
      for (const as of ["writer", "editor"] as const) {
        const answer = await hq.ask("POST", path, { as, body });
        expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
      }
      const scopes = ["content:read", "content:write", "content:publish"] as const;
      expect(await hq.ask("POST", path, { scopes, body })).toMatchObject({ status: 403 });
    }
    const writes = await hq.ask("POST", `${POSTS}/${id}/publish`, {
      as: "writer",
      body: { dates: "now" },
    });
    expect(writes.status).toBe(200);
  });
});
