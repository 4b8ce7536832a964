import { createClient, isMicroCMSRequestError } from "microcms-js-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ReadApiSite, startReadApiSite } from "../../support/hq/read-api-site.ts";
import { rawRequest } from "../../support/raw-request.ts";

const POSTS = 105;

let site: ReadApiSite;
const asked: string[] = [];
const platformFetch = globalThis.fetch;

/** The client's service URL is fixed, so its requests are redirected to this server. */
function toServer(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  if (url.hostname !== "blog.microcms.io") return platformFetch(input, init);
  asked.push(url.search);
  return platformFetch(`${site.running.url}${url.pathname}${url.search}`, init);
}

const client = (retry = false, apiKey = site.key) =>
  createClient({ serviceDomain: "blog", apiKey, retry });

const ask = (queries: object) => client().getList<Post>({ endpoint: "posts", queries });

const pick = async (contentId: string, fields: string[]) =>
  client().get<object>({ endpoint: "posts", contentId, queries: { fields } });

interface Post {
  readonly title: string;
  readonly kind: readonly string[];
  readonly author: { readonly title: string } | null;
  readonly related: readonly unknown[];
  readonly day?: string;
  readonly body?: string;
  readonly faq: readonly unknown[];
}

beforeAll(async () => {
  site = await startReadApiSite();
  globalThis.fetch = toServer;
  const ada = await site.save("people", "ada", { title: "Ada" });
  const hidden = await site.save("people", "hidden", { title: "Hidden" });
  const home = await site.save("home", "home", { title: "Home", body: "Hello *you*" });
  const ids = [ada, home];
  ids.push(
    await site.save("posts", "first", {
      title: "First (1)",
      rating: 1,
      day: "2026-10-20",
      kind: "a",
      author: { id: ada },
      body: '# Head\n\n<script>alert(1)</script><a href="javascript:x" onclick="x">a</a>\n\n- one\n',
      faq: [{ id: "r1", values: new Map([["question", "Why?"]]) }],
    }),
  );
  const draft = await site.save("posts", "draft", { title: "Draft" });
  const related = [{ id: ids[2] ?? "" }, { id: draft }];
  for (let number = 2; number <= POSTS; number += 1) {
    const values = { title: `Post ${number}`, rating: number, author: { id: hidden }, related };
    const input = { type: "posts", slug: `p${number}`, values: new Map(Object.entries(values)) };
    const saved = await site.store.saveEntry(input, { actor: { name: "A", email: "a@b.test" } });
    ids.push(saved.entry.id);
  }
  await site.publish(...ids);
});
afterAll(async () => {
  globalThis.fetch = platformFetch;
  await site.close();
});

describe("the microCMS client", () => {
  test("reads lists and entries by id or slug in microCMS format", async () => {
    const list = await client().getList<Post>({
      endpoint: "posts",
      queries: { limit: 1, orders: "rating" },
    });
    expect(list).toMatchObject({ totalCount: POSTS, limit: 1, offset: 0 });
    const [first] = list.contents;
    expect(first).toMatchObject({
      title: "First (1)",
      day: "2026-10-20T00:00:00.000Z",
      kind: ["First"],
      author: { title: "Ada", revisedAt: expect.any(String) },
      related: [],
      faq: [{ fieldId: "faq", question: "Why?" }],
      revisedAt: first?.updatedAt,
    });
    expect(first?.body).toContain("<h1>Head</h1>");
    expect(first?.body).toContain("<li>one</li>");
    expect(first?.body).not.toMatch(/script|onclick/);
    const contentId = first?.id ?? "";
    expect(await client().getListDetail({ endpoint: "posts", contentId })).toEqual(first);
    expect(await client().get({ endpoint: "posts", contentId: "first" })).toEqual(first);
  });

  test("sees no references to unpublished entries", async () => {
    const post = await client().get<Post>({ endpoint: "posts", contentId: "p2" });
    expect(post).toMatchObject({ author: null, kind: [] });
    expect(post.related).toHaveLength(1);
  });

  test("reads an object without an id", async () => {
    const home = await client().getObject<{ title: string; body: string }>({ endpoint: "home" });
    expect(home).toMatchObject({ title: "Home", body: "<p>Hello <em>you</em></p>" });
    expect(home).not.toHaveProperty("id");
  });

  test("filters, searches, and selects fields", async () => {
    const filtered = await ask({
      filters: "rating[greater_than]102[and](title[contains]Post[or]title[exists])",
      orders: "-rating",
      fields: ["title", "author.title"],
      depth: 1,
    });
    expect(filtered.contents.map(({ title }) => title)).toEqual([
      "Post 105",
      "Post 104",
      "Post 103",
    ]);
    expect((await ask({ q: "first" })).totalCount).toBe(1);
    expect((await ask({ filters: "title[equals]First (1)" })).totalCount).toBe(1);
    expect((await ask({ ids: ["first", "p3"] })).contents).toHaveLength(2);
  });

  test("selects fields by microCMS names, including empty ones", async () => {
    const time = expect.any(String);
    expect(await pick("first", ["revisedAt", "author.revisedAt"])).toEqual({
      revisedAt: time,
      author: { revisedAt: time },
    });
    expect(await pick("first", ["updatedAt"])).toEqual({ updatedAt: time });
    expect(await pick("p2", ["title", "kind"])).toEqual({ title: "Post 2", kind: [] });
    expect(await pick("p2", ["title"])).toEqual({ title: "Post 2" });
  });

  test("reads all contents and ids page by page", async () => {
    const all = await client().getAllContents<Post>({
      endpoint: "posts",
      queries: { orders: "rating" },
    });
    expect(all.map(({ title }) => title)).toEqual([
      "First (1)",
      ...Array.from({ length: POSTS - 1 }, (_, index) => `Post ${index + 2}`),
    ]);
    const ids = await client().getAllContentIds({ endpoint: "posts", orders: "rating" });
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(asked).toContainEqual(expect.stringContaining("limit=0"));
  });

  test("receives status and message of an error", async () => {
    for (const [apiKey, endpoint, status] of [
      ["wrong", "posts", 401],
      [site.key, "nothing", 404],
    ] as const) {
      const failure: unknown = await client(false, apiKey)
        .getList({ endpoint })
        .catch((error: unknown) => error);
      if (!isMicroCMSRequestError(failure)) throw new Error("the client knows its own failures");
      expect(failure.status).toBe(status);
      expect(failure.message).toContain("message is");
    }
  });

  test("can't write", async () => {
    const content = { title: "x" };
    await expect(client().create({ endpoint: "posts", content })).rejects.toThrow("405");
  });
});

test("?profile=microcms returns the same format on the other path", async () => {
  const own = await (await site.get("/posts/first?profile=microcms")).json();
  expect(own).toEqual(await client().get({ endpoint: "posts", contentId: "first" }));
  expect(await (await site.get("/posts/first")).json()).toMatchObject({ kind: "First" });
  expect((await site.get("/posts/first?profile=other")).status).toBe(400);
});

test("a host name that starts with a site id serves only that site", async () => {
  const askHost = (host: string) =>
    rawRequest(site.running.url, "/api/v1/home", { headers: { host, "x-cms-api-key": site.key } });
  expect((await askHost(`${site.siteId}.cms.test`)).status).toBe(200);
  expect((await askHost("blog.cms.test")).status).toBe(200);
});

test("the client succeeds by retrying after rate limiting", async () => {
  const start = Date.parse("2026-11-20T12:00:00.000Z");
  const clock = { ms: start };
  const limited = await startReadApiSite(
    { LOAM_READ_LIMIT: "6" },
    { now: () => new Date(clock.ms) },
  );
  await limited.publish(await limited.save("people", "ada", { title: "Ada" }));
  const statuses: number[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const response = await platformFetch(
      `${limited.running.url}${url.pathname}${url.search}`,
      init,
    );
    statuses.push(response.status);
    // The first six are spread over 50 s; after a refusal, at least the client's retry delay.
    if (response.status === 429 || clock.ms < start + 50_000) clock.ms += 10_000;
    return response;
  };
  try {
    const one = client(true, limited.key);
    for (let round = 0; round < 7; round += 1) {
      expect(await one.getList({ endpoint: "people" }).catch(String)).toMatchObject({
        totalCount: 1,
      });
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 200]);
  } finally {
    globalThis.fetch = before;
    await limited.close();
  }
});
