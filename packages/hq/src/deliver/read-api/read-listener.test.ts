import { connect } from "node:net";
import { beforeEach, describe, expect, test } from "vitest";
import { type Api, COMMIT, home, SITE, startApi, TOKEN } from "./read-api.fixture.ts";

let api: Api;
beforeEach(async () => {
  api = await startApi();
});

describe("responses", () => {
  test.for([
    [
      `/${SITE}/posts?fields=id`,
      { contents: [{ id: "e2" }, { id: "e1" }], totalCount: 2, offset: 0, limit: 10 },
    ],
    [
      `/${SITE}/posts?orders=title&fields=id&limit=1`,
      { contents: [{ id: "e1" }], totalCount: 2, offset: 0, limit: 1 },
    ],
    [
      `/${SITE}/posts?filters=title[begins_with]Zw&fields=id`,
      { contents: [{ id: "e2" }], totalCount: 1, offset: 0, limit: 10 },
    ],
    [
      `/${SITE}/posts?q=GR%C3%96SSE+eins&fields=id`,
      { contents: [], totalCount: 0, offset: 0, limit: 10 },
    ],
    [
      `/${SITE}/posts?q=GR%C3%96&ids=e1,e2&depth=0&fields=id`,
      { contents: [{ id: "e1" }], totalCount: 1, offset: 0, limit: 10 },
    ],
    [`/${SITE}/posts/e2`, { id: "e2", slug: "zwei", title: "Zwei" }],
    [`/${SITE}/posts/zwei?fields=title`, { title: "Zwei" }],
    [`/${SITE}/posts/gr%C3%B6%C3%9Fe?fields=id`, { id: "e1" }],
    [`/${SITE}/posts/gro%CC%88%C3%9Fe?fields=id`, { id: "e1" }],
    [`/${SITE}/home?limit=nonsense&fields=id`, { id: "e9" }],
    [`/${SITE}/home/e9?fields=id`, { id: "e9" }],
  ] as const)("%s", async ([path, expected]) => {
    const response = await api.get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toEqual(expected);
  });

  test.for(["x-cms-api-key", "X-COMPAT-CMS-API-KEY", "x-microcms-api-key"])(
    "accept the key as %s",
    async (header) => {
      expect((await api.get(`/${SITE}/home`, { [header]: "good" })).status).toBe(200);
    },
  );

  test("are complete in several chunks, also when repeated or for HEAD", async () => {
    const title = "Seite".repeat(4000);
    const contents = ["p1", "p2"].map((id) => ({ id, slug: id, title }));
    const text = JSON.stringify({ contents, totalCount: 2, offset: 0, limit: 10 });
    for (const encoding of ["identity", "identity", "br", "identity"]) {
      const headers = { "x-cms-api-key": "good", "accept-encoding": encoding };
      const answer = await api.get(`/${SITE}/pages`, headers);
      expect(await answer.text()).toBe(text);
      const { headers: headHeaders } = await api.get(`/${SITE}/pages`, headers, "HEAD");
      expect(headHeaders.get("content-length")).toBe(answer.headers.get("content-length"));
      expect(headHeaders.get("etag")).toBe(answer.headers.get("etag"));
    }
  });

  test("with non-ASCII characters are identical when repeated", async () => {
    const asked: Buffer[] = [];
    for (let request = 0; request < 4; request += 1) {
      const headers = { "x-cms-api-key": "good", "accept-encoding": "identity" };
      const answer = await api.get(`/${SITE}/posts/e1`, headers);
      asked.push(Buffer.from(await answer.bytes()));
      expect(answer.headers.get("content-length")).toBe(String(asked[0]?.length));
    }
    expect(asked[0]?.toString()).toContain('"slug":"größe"');
    for (const bytes of asked) expect(bytes).toEqual(asked[0]);
  });

  test("of concurrent requests on one connection are not mixed up", async () => {
    const queries = ["orders=title", "orders=-title", "orders=title&limit=1", "limit=1&offset=1"];
    const alone = await Promise.all(
      queries.map(async (query) => (await api.get(`/${SITE}/posts?${query}`)).text()),
    );
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname).setEncoding("utf8");
    const line = (query: string, at: number): string =>
      `GET /api/public/cms/${SITE}/posts?${query}&again=1 HTTP/1.1\r\nHost: x\r\nX-CMS-API-KEY: good\r\n` +
      `Connection: ${at === queries.length - 1 ? "close" : "keep-alive"}\r\n\r\n`;
    socket.write(queries.map(line).join(""));
    let text = "";
    for await (const part of socket) text += String(part);
    const bodies = text.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s);
    expect(bodies).toEqual(["", ...alone]);
  });

  test("contain the commit and the remaining requests", async () => {
    const { headers } = await api.get(`/${SITE}/home`);
    expect(headers.get("x-cms-snapshot")).toBe(COMMIT);
    expect(headers.get("x-ratelimit-limit")).toBe("300");
    expect(headers.get("x-ratelimit-remaining")).toBe("299");
    expect(headers.get("x-ratelimit-reset")).toBe("1060");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("X-CMS-Snapshot");
    expect(headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
  });

  test("SCH-12: report when the limit of expanded references is reached", async () => {
    const response = await api.get(`/${SITE}/hubs?limit=20`);
    expect(response.headers.get("x-truncated-depth")).toBeNull();
    const cut = await api.get(`/${SITE}/hubs?limit=21`);
    expect(cut.headers.get("x-truncated-depth")).toBe("true");
    expect((await cut.text()).match(/"title":"Zwei"/g)).toHaveLength(2000);
  });

  test("to HEAD have headers and no body", async () => {
    const response = await api.get(`/${SITE}/home`, { "x-cms-api-key": "good" }, "HEAD");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-length")).toBe(String(home.json.length));
    expect(await response.text()).toBe("");
  });

  test("to a preflight request allow all key headers without a key", async () => {
    const response = await api.get(`/${SITE}/posts`, { origin: "https://x.test" }, "OPTIONS");
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-headers")).toMatch(
      /X-CMS-API-KEY, X-COMPAT-CMS-API-KEY, X-MICROCMS-API-KEY/,
    );
    expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
  });
});

async function tagOf(encoding: string): Promise<string> {
  const headers = { "x-cms-api-key": "good", "accept-encoding": encoding };
  return (await api.get(`/${SITE}/posts`, headers)).headers.get("etag") ?? "";
}

describe("revalidation", () => {
  test("has a strong tag per encoding and returns 304 for each", async () => {
    const tags = await Promise.all(["identity", "gzip", "br"].map(tagOf));
    expect(tags[0]).toMatch(/^"[\w-]{27}"$/);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) {
      const response = await api.get(`/${SITE}/posts`, {
        "x-cms-api-key": "good",
        "if-none-match": tag,
      });
      expect([response.status, response.headers.get("etag")]).toEqual([304, tag]);
    }
  });

  test("does not count toward the rate limit", async () => {
    api = await startApi(2);
    const tag = await tagOf("identity");
    const headers = { "x-cms-api-key": "good", "if-none-match": tag };
    const again = await api.get(`/${SITE}/posts`, headers);
    expect([again.status, again.headers.get("x-ratelimit-remaining")]).toEqual([304, "1"]);
    await api.get(`/${SITE}/home`);
    expect((await api.get(`/${SITE}/home`)).status).toBe(429);
    expect((await api.get(`/${SITE}/posts`, headers)).status).toBe(304);
    expect((await api.get(`/${SITE}/home`, headers)).status).toBe(429);
  });

  test("counts before doing any work if the tag is unknown", async () => {
    api = await startApi(2);
    const headers = { "x-cms-api-key": "good", "if-none-match": '"x"' };
    const answer = await api.get(`/${SITE}/posts`, headers);
    expect([answer.status, answer.headers.get("x-ratelimit-remaining")]).toEqual([200, "1"]);
    await api.get(`/${SITE}/home`);
    const { liveReads } = api;
    expect((await api.get(`/${SITE}/hubs`, headers)).status).toBe(429);
    expect(api.liveReads).toBe(liveReads);
  });

  test("returns 200 and a new tag for changed bytes", async () => {
    const first = await tagOf("identity");
    const response = await api.get(`/${SITE}/posts?limit=1`, {
      "x-cms-api-key": "good",
      "if-none-match": first,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("etag")).not.toBe(first);
  });
});

describe("rate limits", () => {
  test("return 429 with a retry time after the last request", async () => {
    api = await startApi(6);
    for (let request = 0; request < 5; request += 1) await api.get(`/${SITE}/home`);
    expect((await api.get(`/${SITE}/posts?limit=x`)).status).toBe(400);

    const refused = await api.get(`/${SITE}/home`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    expect(await refused.json()).toMatchObject({ code: "rate_limited", status: 429 });

    api.seconds += 59;
    expect((await api.get(`/${SITE}/home`)).status).toBe(429);
    api.seconds += 1;
    expect((await api.get(`/${SITE}/home`)).status).toBe(200);
  });

  test("count wrong draft keys by IP address, not by site", async () => {
    const { liveReads } = api;
    const statuses: number[] = [];
    for (let request = 0; request < 61; request += 1) {
      statuses.push((await api.get(`/${SITE}/posts/e2?draftKey=loam_draft_${request}`)).status);
    }
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([401]), 429]);
    expect(api.liveReads).toBe(liveReads);
    const { headers } = await api.get(`/${SITE}/posts/e2?draftKey=${TOKEN}`);
    expect(headers.get("x-ratelimit-remaining")).toBe("299");
  });

  test("refund a request with a token of another entry", async () => {
    const other = await api.get(`/${SITE}/posts/e1?draftKey=${TOKEN}`);
    expect(other.status).toBe(401);
    const { headers } = await api.get(`/${SITE}/home`);
    expect(headers.get("x-ratelimit-remaining")).toBe("299");
  });

  test("count failed keys by IP address, not by site", async () => {
    const statuses = new Set<number>();
    for (let request = 0; request < 61; request += 1) {
      statuses.add(
        (await api.get(`/${SITE}/home`, { "x-forwarded-for": `10.0.0.${request}` })).status,
      );
    }
    expect([...statuses]).toEqual([401, 429]);
    const response = await api.get(`/${SITE}/home`);
    expect([response.status, response.headers.get("x-ratelimit-remaining")]).toEqual([200, "299"]);
  });
});
