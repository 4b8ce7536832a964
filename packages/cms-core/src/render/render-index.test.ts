import { expect, test } from "vitest";
import { renderRoute } from "./public-paths.ts";
import { renderMedia } from "./render-entry.ts";
import { renderIndex } from "./render-index.ts";

const PLACE = { publicUrl: "https://cdn.test/public/s1", siteId: "s1" };
const FIELD = { id: "f", label: "Title", required: true, multiple: false } as const;

test("lists all types by API ID and omits missing values", () => {
  const schema = { kind: "list", label: "L", version: 1 } as const;
  const json = renderIndex(
    [
      {
        schema: { ...schema, apiId: "posts", fields: [{ ...FIELD, apiId: "title", type: "text" }] },
        totalCount: 2,
        sha256: "ab",
        updatedAt: "2026-01-01T00:00:00.000Z",
      },
      {
        schema: { ...schema, kind: "object", apiId: "home", fields: [] },
        totalCount: 0,
        sha256: undefined,
        updatedAt: undefined,
      },
    ],
    { site: { id: "s1", name: "Site" }, commit: "c0ffee", publicUrl: PLACE.publicUrl },
  );
  expect(json).toBe(
    '{"site":{"id":"s1","name":"Site"},"generatedFrom":"c0ffee","contentTypes":[' +
      '{"apiId":"home","kind":"object","label":"L","totalCount":0,"url":"https://cdn.test/public/s1/api/home.json","fields":[]},' +
      '{"apiId":"posts","kind":"list","label":"L","totalCount":2,"url":"https://cdn.test/public/s1/api/posts.json",' +
      '"sha256":"ab","updatedAt":"2026-01-01T00:00:00.000Z",' +
      '"fields":[{"apiId":"title","label":"Title","type":"text","required":true,"multiple":false}]}]}',
  );
});

test("has all keys of the specification in a media object, in order", () => {
  const record = {
    id: "m1",
    sha256: "0123456789abcdef".repeat(4),
    filename: "à b.png",
    mimeType: "image/png",
    byteSize: 9,
    alt: "",
    createdAt: "2026-01-01T00:00:00.000Z",
  };
  const image = {
    ...record,
    width: 4,
    height: 3,
    variants: [{ width: 2, format: "webp" }] as const,
  };
  expect(JSON.parse(renderMedia(image, PLACE))).toEqual({
    id: "m1",
    url: "https://cdn.test/public/s1/media/0123456789abcdef/%C3%A0%20b.png",
    object_key: "s1/media/0123456789abcdef/à b.png",
    filename: "à b.png",
    mime_type: "image/png",
    byte_size: 9,
    width: 4,
    height: 3,
    alt: "",
    variants: [
      {
        width: 2,
        format: "webp",
        url: "https://cdn.test/public/s1/media/0123456789abcdef/2.webp",
      },
    ],
  });
  expect(Object.keys(JSON.parse(renderMedia({ ...record, variants: [] }, PLACE)))).toEqual([
    "id",
    "url",
    "object_key",
    "filename",
    "mime_type",
    "byte_size",
    "alt",
    "variants",
  ]);
});

test("links to the entry's own route, otherwise the type's route, otherwise type and slug", () => {
  const createdAt = "2024-03-01T07:30:00.000Z";
  const entry = { type: "posts", slug: "a-$&-ü", id: "e1", createdAt };
  expect(renderRoute(entry, { routes: {} })).toBe("/posts/a-%24%26-%C3%BC");
  expect(renderRoute(entry, { routes: { posts: "/blög/{id}/{slug}.html" } })).toBe(
    "/bl%C3%B6g/e1/a-%24%26-%C3%BC.html",
  );
  expect(renderRoute(entry, { routes: { posts: "/a%20b/100%/{id})<svg/onload=x>" } })).toBe(
    "/a%20b/100%25/e1%29%3Csvg/onload%3Dx%3E",
  );
  const routes = { posts: "/blog/{slug}", e1: "/Far/away.html" };
  expect(renderRoute(entry, { routes })).toBe("/Far/away.html");
  expect(renderRoute({ ...entry, id: "e2" }, { routes })).toBe("/blog/a-%24%26-%C3%BC");
  expect(renderRoute({ ...entry, type: "toString" }, { routes: {} })).toMatch(/^\/toString\//);
});

test("uses the day of the entry in the site's time zone, or in UTC by default", () => {
  const late = { type: "posts", slug: "late", id: "e1", createdAt: "2024-03-01T07:30:00.000Z" };
  const day = { ...late, createdAt: "2024-03-01T00:00:00.000Z" };
  const routes = { posts: "/{year}/{month}/{day}-{slug}/", e2: "/{year}.html" };
  const timeZone = "America/Los_Angeles";
  expect(renderRoute(late, { routes })).toBe("/2024/03/01-late/");
  expect(renderRoute(late, { routes, timeZone })).toBe("/2024/02/29-late/");
  // A date without a time is the same in every time zone.
  expect(renderRoute(day, { routes, timeZone })).toBe("/2024/03/01-late/");
  expect(renderRoute({ ...late, id: "e2" }, { routes })).toBe("/2024.html");
});
