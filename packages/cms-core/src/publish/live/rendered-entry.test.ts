import { expect, test } from "vitest";
import { changeList, EMPTY_LIST, type ListBody } from "../../render/list-body.ts";
import { compilePublished } from "../branch/published-diff.ts";
import { emptyLiveSite, templateOf, type LiveSite } from "./live-site.ts";
import { advanceLiveSite } from "./load-live-site.ts";
import { keepInLists, RenderedEntry } from "./rendered-entry.ts";

const AT = "2026-01-01T00:00:00.000Z";
const TIMES = { createdAt: AT, updatedAt: AT, publishedAt: AT };

function entry(number: number, text: string): RenderedEntry {
  const head = { id: `e${number}`, type: "posts", slug: `s-${number}`, ...TIMES };
  return new RenderedEntry({ ...head, sortOrder: number }, JSON.stringify({ number, text }));
}

function texts(body: ListBody): unknown[] {
  return body.segments.flatMap(({ entries }) =>
    entries.map(({ json }): unknown => JSON.parse(json)),
  );
}

test("reads an entry's JSON from the bytes of its list, however it changes", () => {
  const entries = Array.from({ length: 300 }, (_, n) =>
    entry(n, `${"日本 ä 😀 ".repeat(n % 5)}${n}`),
  );
  const first = changeList(EMPTY_LIST, { remove: [], add: entries });
  const wanted = texts(first);
  keepInLists(first, undefined);
  expect(texts(first)).toEqual(wanted);

  const fresh = entry(7, "€ changed");
  const next = changeList(first, { remove: entries.slice(7, 8), add: [fresh] });
  keepInLists(next, first);
  expect(texts(next)).toEqual(wanted.with(7, { number: 7, text: "€ changed" }));
  expect(texts(first)).toEqual(wanted);
  // Read from the list's bytes, not from a separate copy.
  next.segments[0]?.contents.fill("x".charCodeAt(0));
  expect(fresh.json).toMatch(/^x+$/);
});

test("a replaced entry keeps nothing of its previous list in memory", () => {
  const entries = Array.from({ length: 300 }, (_, n) => entry(n, `${n}`));
  const first = changeList(EMPTY_LIST, { remove: [], add: entries });
  keepInLists(first, undefined);
  const [replaced] = entries;
  const json = replaced?.json;
  const next = changeList(first, { remove: entries.slice(0, 1), add: [entry(0, "changed")] });
  keepInLists(next, first);
  expect(replaced?.json).toBe(json);
  expect(replaced?.bytes.buffer.byteLength).toBe(replaced?.bytes.length);
  const memory = new Set(next.segments.map(({ contents }) => contents.buffer));
  expect(entries.slice(1).every(({ bytes }) => memory.has(bytes.buffer))).toBe(true);
});

const TARGET = "e2222222222222222222";
const SOURCE = "e3333333333333333333";
const SCHEMA = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    {
      id: "body",
      apiId: "body",
      label: "Body",
      type: "richtext",
      required: false,
      multiple: false,
    },
  ],
} as const;

/** Returns the live site after an entry with this text was published. */
function publish(before: LiveSite, id: string, body: string, slug = id.slice(0, 2)): LiveSite {
  const head = { id, type: "posts", slug, ...TIMES, sortOrder: 0 };
  const values = new Map([["body", body]]);
  const published = { head, values, formerSlugs: [], schema: SCHEMA, path: "" };
  const { live } = advanceLiveSite(before, {
    commit: "",
    site: { id: "s", name: "S", paths: {}, routes: {} },
    schemas: [SCHEMA],
    media: new Map(),
    entries: new Map([[id, compilePublished(published)]]),
  });
  for (const { body: list } of live.types.values()) keepInLists(list, undefined);
  return live;
}

test("a link that replaced equal text follows its target", () => {
  const target = publish(emptyLiveSite(""), TARGET, "here");
  const plain = publish(target, SOURCE, "é [to](/posts/e2) end");
  const linked = publish(plain, SOURCE, `é [to](entry:${TARGET}) end`);
  expect(linked.entry(SOURCE)?.json).toBe(plain.entry(SOURCE)?.json);
  const moved = publish(linked, TARGET, "here", "there");
  expect(moved.entry(SOURCE)?.json).toContain("é [to](/posts/there) end");
  expect(templateOf(moved.graph, SOURCE)?.links).toEqual([TARGET]);
  const unlinked = publish(moved, SOURCE, "é [to](/posts/there) end");
  expect(templateOf(unlinked.graph, SOURCE)?.links).toEqual([]);
});
