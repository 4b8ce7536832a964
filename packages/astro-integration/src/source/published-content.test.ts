import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readAll, readEntries, readRows } from "./published-content.ts";
import { findType, readSiteIndex } from "./site-index.ts";
import { withConsistentSite } from "./site-snapshot.ts";
import type { Source } from "./source.ts";

const ENTRY = '{"id":"e1","slug":"a","title":"A"}';
const LIST = `{"contents":[${ENTRY}],"totalCount":1,"offset":0,"limit":1}`;

/** Returns a published site with one post. `changes` replaces files by path; `undefined` removes one. */
function site(changes: Readonly<Record<string, string | undefined>> = {}, list = LIST): Source {
  const type = { apiId: "posts", kind: "list", label: "", totalCount: 1, sha256: sha256(list) };
  const index = { site: { id: "s", name: "S" }, contentTypes: [{ ...type, fields: [] }] };
  const rows = { digest: sha256(list), rows: [["e1", "a", sha256(ENTRY).slice(0, 16), "t", 0]] };
  const files: Record<string, string | undefined> = {
    "api/index.json": JSON.stringify(index),
    "api/posts.json": list,
    "api/posts/_index.json": JSON.stringify(rows),
    "api/posts/e1.json": ENTRY,
    ...changes,
  };
  return { name: "https://cdn.test/s", read: async (path) => bytesOf(files[path]) };
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

async function postsOf(source: Source) {
  return findType(await readSiteIndex(source), "posts");
}

test("reads consistent row, list, and entry files", async () => {
  const source = site();
  const posts = await postsOf(source);
  const rows = (await readRows(source, posts)) ?? [];

  expect(rows.map(({ id, slug }) => [id, slug])).toEqual([["e1", "a"]]);
  expect(await readAll(source, posts)).toEqual([JSON.parse(ENTRY)]);
  expect(await readEntries(source, posts, rows)).toEqual([JSON.parse(ENTRY)]);
});

test.for([
  ["api/index.json", undefined, "source_invalid", "has no api/index.json"],
  ["api/index.json", '{"site":', "source_invalid", "JSON"],
  ["api/index.json", '{"site":1}', "source_invalid", "site"],
  ["api/index.json", "\uD800", "source_invalid", "index.json"],
  ["api/posts.json", undefined, "source_changing", "it is missing"],
  ["api/posts.json", LIST.replace("A", "B"), "source_changing", "SHA-256"],
  ["api/posts/_index.json", '{"digest":"0","rows":[]}', "source_changing", "digest"],
  ["api/posts/_index.json", '{"rows":7}', "source_invalid", "digest"],
  ["api/posts/e1.json", undefined, "source_changing", "it is missing"],
  ["api/posts/e1.json", ENTRY.replace("A", "B"), "source_changing", "_index.json"],
] as const)("rejects %s as %s", async ([path, text, code, message]) => {
  const source = site({ [path]: text });
  const reading = (async () => {
    const posts = await postsOf(source);
    await readAll(source, posts);
    await readEntries(source, posts, (await readRows(source, posts)) ?? []);
  })();

  await expect(reading).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
});

test("rejects a list with fewer entries than stated", async () => {
  const short = '{"contents":[],"totalCount":1,"offset":0,"limit":1}';
  const source = site({}, short);

  await expect(readAll(source, await postsOf(source))).rejects.toMatchObject({
    code: "list_incomplete",
    message: expect.stringContaining("has 0 entries, but its totalCount is 1"),
  });
});

test("rereads a set that changes in the meantime until it is consistent", async () => {
  const files = [site({ "api/posts.json": "{}" }), site({ "api/posts.json": "{}" }), site()];
  let looks = -1;
  const source: Source = {
    name: "s",
    read(path) {
      if (path === "api/index.json") looks += 1;
      return (files[looks] ?? site()).read(path);
    },
  };
  const read = await withConsistentSite(
    source,
    ({ index }) => readAll(source, findType(index, "posts")),
    { firstPauseMs: 1 },
  );

  expect(read).toHaveLength(1);
  expect(looks).toBe(2);
});

test("shares one view of the site among collections that load together", async () => {
  const paths: string[] = [];
  const inner = site();
  const source: Source = {
    name: "s",
    read(path) {
      paths.push(path);
      return inner.read(path);
    },
  };
  await Promise.all([1, 2, 3].map(() => withConsistentSite(source, (view) => view.rows("posts"))));

  expect(paths).toEqual(["api/index.json", "api/posts/_index.json"]);
});

test("suggests the most similar name for an unknown one", async () => {
  const index = await readSiteIndex(site());
  expect(() => findType(index, "pots")).toThrow('Did you mean "posts"? Published types: posts.');
  expect(() => findType(index, "zebra")).toThrow(/no published content type "zebra"\. Published/);
});
