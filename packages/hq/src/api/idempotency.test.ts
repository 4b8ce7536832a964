import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTypes } from "../content/entries/entries.fixture.ts";
import { grey } from "../content/media/png.fixture.ts";
import type { Answer } from "../server/manage-api.fixture.ts";
import { type SiteApi, startSiteApi } from "../server/site-api.fixture.ts";

const POSTS = "/types/posts/entries";
const DAY_MS = 24 * 60 * 60 * 1000;

let hq: SiteApi;
beforeAll(async () => {
  hq = await startSiteApi();
  await makeTypes(hq);
});
afterAll(async () => hq.close());

const keyed = (key: string) => ({ headers: { "idempotency-key": key } });
const post = (title: string) => ({ body: { fields: { title } } });

async function upload(key: string): Promise<Answer> {
  const raw = new FormData();
  raw.set("file", new File([grey(8, 8)], "a.png"));
  return hq.ask("POST", "/media", { raw, ...keyed(key) });
}

async function countPosts(): Promise<unknown> {
  return (await hq.ask("GET", `${POSTS}?limit=1`)).body["total"];
}

describe("a POST with an Idempotency-Key", () => {
  test("runs once and returns the same response for a day", async () => {
    const asking = { ...post("Once"), ...keyed("a") };
    const ask = async (): Promise<Answer> => hq.ask("POST", POSTS, asking);
    const first = await ask();
    expect(first.status).toBe(201);
    const count = await countPosts();
    const again = await ask();
    expect([again.status, again.body, again.etag]).toEqual([201, first.body, first.etag]);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await countPosts()).toBe(count);
    hq.time += DAY_MS;
    expect((await ask()).body["id"]).not.toBe(first.body["id"]);
  });

  test("repeats a secret that is stored encrypted", async () => {
    const ask = async () =>
      hq.ask("POST", "/keys", { body: { name: "Reader" }, ...keyed("secret") });
    const first = await ask();
    expect((await ask()).body).toEqual(first.body);
    const { database } = hq.services.hq;
    const rows = await database.selectFrom("idempotency_keys").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(String(first.body["key"]));
  });

  test("is separate for each user and URL", async () => {
    const asked = await Promise.all([
      hq.ask("POST", POSTS, { ...post("Mine"), ...keyed("b") }),
      hq.ask("POST", POSTS, { ...post("Mine"), ...keyed("b"), as: "writer" }),
      hq.ask("POST", "/types/home/entries", { ...post("Mine"), ...keyed("b") }),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(asked.map(({ body }) => body["id"])).size).toBe(3);
  });

  test("is rejected with a different request", async () => {
    await hq.ask("POST", POSTS, { ...post("This"), ...keyed("c") });
    const other = await hq.ask("POST", POSTS, { ...post("That"), ...keyed("c") });
    expect([other.status, other.body["code"]]).toEqual([422, "idempotency_key_reused"]);
  });

  test("can be repeated after a rejection", async () => {
    const body = { slug: "wanted", fields: { title: "Wanted" } };
    const { id } = (await hq.ask("POST", POSTS, { body })).body;
    const refused = await hq.ask("POST", POSTS, { body, ...keyed("d") });
    expect(refused.status).toBe(409);
    await hq.ask("DELETE", `${POSTS}/${String(id)}`);
    expect((await hq.ask("POST", POSTS, { body, ...keyed("d") })).status).toBe(201);
  });

  test("runs once when sent twice concurrently", async () => {
    const before = Number(await countPosts());
    const asking = { ...post("At once"), ...keyed("e") };
    const ask = async (): Promise<Answer> => hq.ask("POST", POSTS, asking);
    const statuses = (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    expect(await countPosts()).toBe(before + 1);
  });

  test("is not repeated after its response was lost", async () => {
    await hq.ask("POST", POSTS, { ...post("Lost"), ...keyed("f") });
    const { database } = hq.services.hq;
    await database.updateTable("idempotency_keys").set({ answer: null }).execute();
    const again = await hq.ask("POST", POSTS, { ...post("Lost"), ...keyed("f") });
    expect([again.status, again.body["code"]]).toEqual([409, "conflict"]);
  });

  test("works for uploads", async () => {
    const first = await upload("g");
    expect(first.status).toBe(201);
    expect((await upload("g")).body).toEqual(first.body);
  });

  test.each(["a b", "é", "x".repeat(256)])(
    "rejects a key that is long or not visible ASCII: %s",
    async (key) => {
      const { status } = await hq.ask("POST", POSTS, { ...post("No"), ...keyed(key) });
      expect(status).toBe(400);
    },
  );
});
