import { beforeEach, describe, expect, test } from "vitest";
import { type Api, SITE, startApi } from "./read-api.fixture.ts";

let api: Api;
beforeEach(async () => {
  api = await startApi();
});

const long = `/${SITE}/posts?q=${"x".repeat(8192)}`;

/** Returns status and code, such as `401 invalid_api_key`, of a problem in the documented format. */
async function problemIn(response: Response): Promise<string> {
  const type = response.headers.get("content-type");
  const body: unknown = await response.json();
  expect(body).toMatchObject({ status: response.status, message: expect.any(String) });
  expect([type, response.headers.get("etag")]).toEqual(["application/problem+json", null]);
  return `${response.status} ${Object(body).code}`;
}

describe("problems", () => {
  test.for([
    [{}, 401, "invalid_api_key"],
    [{ "x-cms-api-key": "" }, 401, "invalid_api_key"],
    [{ "x-cms-api-key": "wrong" }, 401, "invalid_api_key"],
    [{ "x-cms-api-key": "other" }, 401, "invalid_api_key"],
    [{ "x-cms-api-key": "good", "x-microcms-api-key": "other" }, 400, "duplicate_parameter"],
  ] as const)("with the headers %o are %i %s", async ([headers, status, code]) => {
    expect(await problemIn(await api.get(`/${SITE}/posts?X-CMS-API-KEY=good`, headers))).toBe(
      `${status} ${code}`,
    );
  });

  test("do not reveal an unknown site without a key", async () => {
    const path = "/szzzzzzzzzzzzzzzzzzz/posts";
    expect(await problemIn(await api.get(path, {}))).toBe("401 invalid_api_key");
    expect(await problemIn(await api.get(path))).toBe("404 site_not_found");
  });

  test.for([
    "/nope 404 content_type_not_found",
    "/constructor 404 content_type_not_found",
    "/about 404 content_not_found",
    "/posts/e9 404 content_not_found",
    "/posts/..%2Fhome 404 content_not_found",
    "/posts/e2/more 404 not_found",
    "/posts/ 404 not_found",
    "/ 404 not_found",
    "/posts?limit=101 400 invalid_limit",
    "/posts?offset=x 400 invalid_offset",
    "/posts?orders=nope 400 invalid_orders",
    "/posts?limit=1&limit=2 400 duplicate_parameter",
    "/posts?filters=title 400 invalid_filters",
    "/posts?filters=nope[exists] 400 unknown_field",
    `/posts?q=${"x".repeat(201)} 400 invalid_q`,
    "/posts?depth=4 400 invalid_depth",
    "/posts?profile=x 400 not_supported",
    `/posts?filters=${"(".repeat(7000)} 400 invalid_filters`,
    `/posts?filters=${"[".repeat(3000)} 400 invalid_filters`,
    "/posts?filters=title[is]x 400 invalid_filters",
    "/posts?filters=title[equals] 400 invalid_filters",
    "/posts?filters=title[equals]x[and] 400 invalid_filters",
    "/posts?filters=__proto__[exists] 400 unknown_field",
    "/posts?orders=-__proto__ 400 invalid_orders",
    "/posts?depth=-1 400 invalid_depth",
    "/posts?filters=%FF 400 invalid_encoding",
    "/posts/e2?draftKey=x 401 invalid_draft_key",
    "/posts/%E0%A4%A 400 invalid_encoding",
    "/posts?q=%FF 400 invalid_encoding",
  ])("%s", async (line) => {
    const [path, status, code] = line.split(" ");
    expect(await problemIn(await api.get(`/${SITE}${path}`))).toBe(`${status} ${code}`);
  });

  test("IDP-16 do not find an entry under another type", async () => {
    expect((await api.get(`/${SITE}/posts/e2`)).status).toBe(200);
    expect(await problemIn(await api.get(`/${SITE}/hubs/e2`))).toBe("404 content_not_found");
  });

  test("IDP-03 do not decode a name more than once", async () => {
    let name = "%65%32";
    expect((await api.get(`/${SITE}/posts/${name}`)).status).toBe(200);
    for (let times = 2; times <= 12; times += 1) {
      name = encodeURIComponent(name);
      expect(await problemIn(await api.get(`/${SITE}/posts/${name}`))).toBe(
        "404 content_not_found",
      );
    }
  });

  test("of a filter contain the position and the alternatives", async () => {
    const response = await api.get(`/${SITE}/posts?filters=title[exists][and]nope[exists]`);
    expect(await response.json()).toMatchObject({
      code: "unknown_field",
      param: "filters",
      position: 18,
      field: "nope",
      allowed: ["id", "slug", "createdAt", "updatedAt", "publishedAt", "sortOrder", "title"],
    });
  });

  test("with a URL above 8 KB are 414 uri_too_long", async () => {
    expect(await problemIn(await api.get(long))).toBe("414 uri_too_long");
  });

  test("are identical for a missing key and a key of another site", async () => {
    const [missing, other] = await Promise.all([
      api.get(`/${SITE}/posts`, {}),
      api.get(`/${SITE}/posts`, { "x-cms-api-key": "other" }),
    ]);
    expect(await missing.text()).toBe(await other.text());
  });

  test.for(["POST", "PUT", "PATCH", "DELETE"])("reject %s", async (method) => {
    const response = await api.get(`/${SITE}/posts`, { "x-cms-api-key": "good" }, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await response.json()).toMatchObject({ code: "method_not_allowed" });
  });
});
