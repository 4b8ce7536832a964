import { Writable } from "node:stream";
import { regenerateDraftKey } from "@loam/hq";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReadApiSite, startReadApiSite } from "../../support/hq/read-api-site.ts";

let site: ReadApiSite;
let draftKey = "";
let ada = "";
let live = "";
const logged: string[] = [];
const log = pino(
  { level: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);
const now = (): Date => new Date();

beforeAll(async () => {
  site = await startReadApiSite({}, { log });
  const { database } = site.running.hq;
  ({ draftKey } = await regenerateDraftKey(database, site.siteId, { now }));
  ada = await site.save("people", "ada", { title: "Ada" });
  const author = { id: ada };
  live = await site.save("posts", "live", { title: "Live", rating: 5, author });
  const changed = await site.save("posts", "changed", { title: "Before", rating: 1, author });
  await site.publish(ada, live, changed);
  await site.save("posts", "changed", { title: "After", rating: 9, author });
  const grace = await site.save("people", "grace", { title: "Grace" });
  const related = [{ id: live }];
  await site.save("posts", "new", { title: "New", rating: 7, author: { id: grace }, related });
  await site.save("home", "home", { title: "Draft home" });
});
afterAll(() => site.close());

const ask = (path: string, key = draftKey): Promise<Response> =>
  site.get(`${path}${path.includes("?") ? "&" : "?"}draftKey=${key}`);

async function problemOf(response: Response): Promise<string> {
  const { code }: { code?: string } = Object(await response.json());
  return `${response.status} ${code}`;
}

describe("with the draft key", () => {
  test.for([
    ["/posts?fields=title&orders=title", ["After", "Live", "New"]],
    ["/posts?fields=title&orders=-rating", ["After", "New", "Live"]],
    ["/posts?fields=title&filters=rating[greater_than]6&orders=title", ["After", "New"]],
    ["/posts?fields=title&filters=title[equals]Before", []],
    ["/posts?fields=title&filters=author.title[equals]Grace", ["New"]],
    ["/posts?fields=title&filters=publishedAt[not_exists]", ["New"]],
    ["/posts?fields=title&q=after", ["After"]],
    ["/posts?fields=title&ids=new", ["New"]],
    ["/people?fields=title&orders=title", ["Ada", "Grace"]],
  ] as const)("lists contain working values: %s", async ([path, expected]) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      contents: expected.map((title) => ({ title })),
      totalCount: expected.length,
    });
  });

  test("an unpublished entry has all system keys except publishedAt", async () => {
    const body = Object(await (await ask("/posts/new?depth=0")).json());
    expect(Object.keys(body).slice(0, 6)).toEqual([
      "id",
      "slug",
      "createdAt",
      "updatedAt",
      "sortOrder",
      "title",
    ]);
    expect(Object(await (await ask("/posts/changed")).json()).publishedAt).toMatch(/Z$/);
  });

  test.for([
    [0, { id: expect.any(String) }, [{ id: expect.any(String) }]],
    [1, { title: "Grace" }, [{ title: "Live", author: { id: expect.any(String) } }]],
    [2, { title: "Grace" }, [{ title: "Live", author: { title: "Ada" } }]],
  ] as const)("expands references to drafts by %i levels", async ([depth, author, related]) => {
    const response = await ask(`/posts/new?depth=${depth}`);
    expect(await response.json()).toMatchObject({ author, related });
  });

  test("returns an object type's draft", async () => {
    expect(await (await ask("/home?fields=title")).json()).toEqual({ title: "Draft home" });
    expect((await site.get("/home")).status).toBe(404);
  });

  test("KEY-05: responses are never cached or indexed", async () => {
    const { headers } = await ask("/posts");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("vary")).toContain("X-CMS-API-KEY");
    expect(headers.get("etag")).toMatch(/^"/);
    expect(headers.get("x-cms-snapshot")).toBe(site.store.head());
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("KEY-05: no log line contains the key", async () => {
    await ask("/posts");
    await ask("/nope");
    await expect.poll(() => logged.some((line) => line.includes("/posts"))).toBe(true);
    expect(logged.filter((line) => line.includes(draftKey))).toEqual([]);
    expect(logged.filter((line) => line.includes(site.key))).toEqual([]);
  });

  test("responses follow each save, publish, rename, and deletion", async () => {
    const titles = async (): Promise<unknown> =>
      (await ask("/people?fields=title&orders=title&depth=0")).json();
    await site.save("people", "ada", { title: "Ada L." });
    expect(await titles()).toMatchObject({ contents: [{ title: "Ada L." }, { title: "Grace" }] });
    expect(await (await ask("/posts/live?fields=author.title")).json()).toEqual({
      author: { title: "Ada L." },
    });
    const extra = await site.save("people", "extra", { title: "Extra" });
    expect(await titles()).toMatchObject({ totalCount: 3 });
    await site.publish(extra);
    const body = Object(await (await ask("/people/extra")).json());
    expect(body.publishedAt).toMatch(/Z$/);
    await site.store.deleteEntry(extra, { actor: { name: "A", email: "a@b.test" } });
    await site.running.sites.follow(site.siteId);
    expect(await titles()).toMatchObject({ totalCount: 2 });
  });

  test("only the newest commit can be pinned", async () => {
    const { headers } = await ask("/posts");
    const at = headers.get("x-cms-snapshot") ?? "";
    expect((await ask(`/posts?at=${at}`)).status).toBe(200);
    await site.save("people", "grace", { title: "Grace H." });
    expect(await problemOf(await ask(`/posts?at=${at}`))).toBe("410 snapshot_gone");
    await site.save("people", "grace", { title: "Grace" });
  });
});

describe("KEY-03: a draft key", () => {
  test.for(["", "null", "undefined"])("is invalid if printed as %j", async (key) => {
    const response = await ask("/posts/changed?fields=title", key);
    expect(await response.json()).toEqual({ title: "Before" });
    expect(response.headers.get("cache-control")).not.toContain("no-store");
  });

  test.for(["x", "loam_prev_x", "loam_draft_aaaaaaaaaa_b"])(
    "is refused if wrong: %s",
    async (key) => {
      expect(await problemOf(await ask("/posts", key))).toBe("401 invalid_draft_key");
      expect(await problemOf(await ask("/posts/live", key))).toBe("401 invalid_draft_key");
    },
  );

  test("is refused without an API key", async () => {
    const response = await site.get(`/posts?draftKey=${draftKey}`, {});
    expect(await problemOf(response)).toBe("401 invalid_api_key");
  });

  test("is refused if given twice", async () => {
    expect(await problemOf(await ask(`/posts?draftKey=${draftKey}`))).toBe(
      "400 duplicate_parameter",
    );
  });

  test("replaces the previous one if regenerated", async () => {
    const { database } = site.running.hq;
    const other = draftKey;
    ({ draftKey } = await regenerateDraftKey(database, site.siteId, { now }));
    // KEY-06: the old key stops working within a second, wherever it was regenerated.
    await expect.poll(async () => (await ask("/posts", other)).status).toBe(401);
    await expect.poll(async () => (await ask("/posts")).status).toBe(200);
  });
});
