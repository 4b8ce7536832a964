import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "devalue";
import { expect, onTestFinished, test } from "vitest";
import type { RawEntry } from "../store/entry-store.ts";
import { type DataStoreMap, hydrate } from "./hydrate.ts";
import { type PackedStoreContext, type PackedStoreOptions, packedStore } from "./packed-store.ts";
import { filePack } from "./read-pack.ts";

/** What a loader and a page see, over a data store like Astro's in memory. */
function makeStore() {
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entries = new Map<string, RawEntry>();
  const meta = new Map<string, string>();
  const context: PackedStoreContext = {
    store: {
      get: (key) => entries.get(key),
      entries: () => [...entries],
      set: (entry) => Boolean(entries.set(entry.id, entry)),
      delete: (key) => void entries.delete(key),
    },
    meta: { get: (key) => meta.get(key), set: (key, value) => void meta.set(key, value) },
  };
  const options: PackedStoreOptions = {
    folder,
    collection: "posts",
    positionKey: "position",
    richText: ["body"],
  };
  const page = (): DataStoreMap => {
    const saved = stringify(
      new Map<string, unknown>([
        ["posts", entries],
        ["meta:posts", meta],
      ]),
    );
    return hydrate(JSON.parse(saved), {
      openPack: (file) => filePack(join(folder, file)),
      renderBody: (text) => ({ html: Promise.resolve(`<p>${text}</p>`), headings: [] }),
    });
  };
  return { folder, entries, open: () => packedStore(context, options), page };
}

const LONG = "Grün 🌱 ".repeat(200);
const post = (key: string, digest: string, more: object = {}) => ({
  key,
  digest,
  data: { title: key, body: `${key} ${LONG}`, ...more },
});

test("a page reads what was stored, in the published order", async () => {
  const { open, page, entries } = makeStore();
  open().apply({ set: [post("a", "1"), post("b", "1")], removed: [], order: ["b", "a"] });

  const posts = page().get("posts");
  expect([...(posts?.keys() ?? [])]).toEqual(["b", "a"]);
  expect(posts?.get("a")).toMatchObject({
    digest: "1",
    data: { title: "a", body: `a ${LONG}`, position: 1 },
  });
  expect(posts?.get("b")).toHaveProperty("data.body", `b ${LONG}`);
  expect(JSON.stringify([...entries]).length).toBeLessThan(200);
});

test("render(entry) finds the rendered text, which is not made before", async () => {
  const { open, page } = makeStore();
  open().apply({ set: [post("a", "1")], removed: [], order: ["a"] });

  const entry: unknown = page().get("posts")?.get("a");
  const { rendered } = { ...Object(entry) };
  expect(await rendered.html).toBe(`<p>a ${LONG}</p>`);
});

test("a later change appends what is new and keeps the rest", () => {
  const { open, page, folder } = makeStore();
  open().apply({ set: [post("a", "1"), post("b", "1")], removed: [], order: ["a", "b"] });
  const [pack = ""] = readdirSync(folder);
  const size = statSync(join(folder, pack)).size;
  open().apply({ set: [post("b", "2", { title: "B" })], removed: ["a"], order: ["b"] });

  expect(readdirSync(folder)).toEqual([pack]);
  expect(statSync(join(folder, pack)).size).toBeLessThan(size * 1.6);
  expect([...open().stored()]).toEqual([["b", "2"]]);
  expect(page().get("posts")?.get("b")).toMatchObject({ data: { title: "B", position: 0 } });
});

test("a pack that is mostly waste is written anew", () => {
  const { open, page, folder } = makeStore();
  const big = "x".repeat(400_000);
  open().apply({ set: [post("keep", "1")], removed: [], order: ["keep"] });
  for (const edition of ["1", "2", "3", "4", "5"]) {
    const set = [post("big", edition, { big })];
    open().apply({ set, removed: [], order: ["keep", "big"] });
  }
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);

  expect(Math.min(...sizes)).toBeLessThan(900_000);
  expect(sizes.length).toBeLessThanOrEqual(2);
  expect(page().get("posts")?.get("keep")).toMatchObject({ data: { body: `keep ${LONG}` } });
});

test("without its pack nothing counts as stored", () => {
  const { open, folder } = makeStore();
  open().apply({ set: [post("a", "1")], removed: [], order: ["a"] });
  for (const name of readdirSync(folder)) rmSync(join(folder, name));

  expect(open().isWhole()).toBe(false);
  expect(open().stored().size).toBe(0);
});

test("what JSON cannot hold stays in the data store", () => {
  const { open, page } = makeStore();
  const date = new Date(0);
  open().apply({ set: [post("a", "1", { date })], removed: [], order: ["a"] });

  expect(page().get("posts")?.get("a")).toMatchObject({ data: { date, position: 0 } });
});
