import { describe, expect, test } from "vitest";
import { readDrafts } from "../../scripts/demo/prepare-site.ts";
import { fetchJson, readPublished } from "../../scripts/demo/published-json.ts";
import { demoUnderTest } from "../support/demo/demo-under-test.ts";

const demo = await demoUnderTest();
const files = `${demo.hqUrl}/public/${demo.siteId}`;
const api = `${demo.hqUrl}/api/public/cms/${demo.siteId}`;
const key = { "X-CMS-API-KEY": demo.readKey };

interface Media {
  readonly url: string;
  readonly mime_type: string;
  readonly byte_size: number;
  readonly width?: number;
  readonly variants: readonly {
    readonly url: string;
    readonly width: number;
    readonly format: string;
  }[];
}

/** Returns all media objects in the published files, without duplicates. */
async function publishedMedia(): Promise<readonly Media[]> {
  const found = new Map<string, Media>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (isMedia(value)) found.set(value.url, value);
    else for (const part of Object.values(value)) look(part);
  };
  look((await readPublished(files)).map(({ entries }) => entries.map(({ json }) => json)));
  return [...found.values()];
}

function isMedia(value: object): value is Media {
  return "object_key" in value && "variants" in value && "url" in value;
}

describe("the published files", () => {
  test("start with the system keys and use UTC times", async () => {
    for (const { entries } of await readPublished(files)) {
      for (const { json } of entries) {
        expect(Object.keys(json).slice(0, 6)).toEqual([
          "id",
          "slug",
          "createdAt",
          "updatedAt",
          "publishedAt",
          "sortOrder",
        ]);
        for (const name of ["createdAt", "updatedAt", "publishedAt"]) {
          expect(json[name]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        }
      }
    }
  });

  test("contain no drafts under any URL", async () => {
    const drafts = await readDrafts();
    expect(drafts.length).toBeGreaterThan(3);
    const { contentTypes } = await fetchJson(`${files}/api/index.json`);
    const apiIds = JSON.stringify(contentTypes).match(/(?<="apiId":")[a-z_-]+(?=","kind")/g) ?? [];
    expect(apiIds.length).toBeGreaterThanOrEqual(6);
    for (const { id } of drafts) {
      const statuses = await Promise.all(
        apiIds.flatMap((apiId) => [
          fetch(`${files}/api/${apiId}/${id}.json`).then(({ status }) => status),
          fetch(`${api}/${apiId}/${id}`, { headers: key }).then(({ status }) => status),
        ]),
      );
      expect(new Set(statuses)).toEqual(new Set([404]));
    }
  });

  test("are cacheable, revalidated, compressed, and readable cross-origin", async () => {
    const url = `${files}/api/posts.json`;
    const first = await fetch(url, { headers: { Origin: "https://example.test" } });
    const etag = first.headers.get("etag") ?? "";

    expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect(first.headers.get("content-encoding")).toMatch(/br|gzip/);
    expect((await fetch(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  test("reference existing media with the right type, size, and widths", async () => {
    const media = await publishedMedia();
    expect(media.length).toBeGreaterThanOrEqual(10);
    for (const { url, mime_type: type, byte_size: size, width = 0, variants } of media) {
      const original = await fetch(url);
      expect([original.status, original.headers.get("content-type")?.split(";")[0]]).toEqual([
        200,
        type,
      ]);
      expect((await original.arrayBuffer()).byteLength).toBe(size);
      for (const variant of variants) {
        expect(variant.width).toBeLessThanOrEqual(width);
        const copy = await fetch(variant.url, { method: "HEAD" });
        expect([copy.status, copy.headers.get("content-type")]).toEqual([
          200,
          `image/${variant.format}`,
        ]);
      }
    }
  });
});

describe("the read API", () => {
  test("returns a page of a list in published order", async () => {
    const types = await readPublished(files);
    const posts = types.find(({ apiId }) => apiId === "posts")?.entries ?? [];

    const answer = await fetchJson(`${api}/posts?limit=3&offset=2&fields=id,title`, key);

    expect(answer).toEqual({
      contents: posts.slice(2, 5).map(({ id, json }) => ({ id, title: json["title"] })),
      totalCount: posts.length,
      offset: 2,
      limit: 3,
    });
  });

  test("returns an entry by id or slug as published", async () => {
    const types = await readPublished(files);
    const [post] = types.find(({ apiId }) => apiId === "posts")?.entries ?? [];
    for (const name of [post?.id, post?.slug]) {
      expect(await fetchJson(`${api}/posts/${name}`, key)).toEqual(post?.json);
    }
  });

  test("returns an object type's entry on its own path", async () => {
    const types = await readPublished(files);
    const home = types.find(({ apiId }) => apiId === "home")?.entries[0];
    expect(await fetchJson(`${api}/home`, key)).toEqual(home?.json);
  });

  test.for([
    ["posts", {}, 401, "invalid_api_key"],
    ["posts", { "X-CMS-API-KEY": "wrong" }, 401, "invalid_api_key"],
    ["none", key, 404, "content_type_not_found"],
    ["posts/none", key, 404, "content_not_found"],
    ["posts?limit=101", key, 400, "invalid_limit"],
  ] as const)("responds to %s with a problem", async ([path, headers, status, code]) => {
    const response = await fetch(`${api}/${path}`, { headers });
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toMatchObject({ status, code });
  });
});
