import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  changeList,
  compareEntries,
  EMPTY_LIST,
  latestUpdate,
  type ListBody,
  type ListedEntry,
  listEntries,
  renderDelta,
  renderList,
} from "./list-body.ts";

function entry(id: string, sortOrder: number, publishedAt = "2026-01-01"): ListedEntry {
  const json = JSON.stringify({ id, sortOrder, publishedAt });
  const times = { createdAt: "2026-01-01", updatedAt: publishedAt, publishedAt };
  return { id, type: "posts", slug: `s-${id}`, ...times, sortOrder, json, digest: `d-${id}` };
}

function bytesOf(body: ListBody): string {
  return Buffer.concat([...renderList(body), ...renderDelta(body, "x")]).toString();
}

test("sorts by sortOrder, then newest published, then id", () => {
  const entries = [entry("b", 0), entry("a", 0), entry("c", 0, "2026-02-01"), entry("d", -5)];
  expect(entries.toSorted(compareEntries).map(({ id }) => id)).toEqual(["d", "c", "a", "b"]);
});

test("renders a list file as a page of the read API with all entries", () => {
  const body = changeList(EMPTY_LIST, { remove: [], add: [entry("a", 2), entry("b", 1)] });
  expect(JSON.parse(Buffer.concat(renderList(body)).toString())).toMatchObject({
    contents: [{ id: "b" }, { id: "a" }],
    totalCount: 2,
    offset: 0,
    limit: 2,
  });
  expect(JSON.parse(Buffer.concat(renderDelta(body, "abc")).toString())).toEqual({
    digest: "abc",
    rows: [
      ["b", "s-b", "d-b", "2026-01-01", 1],
      ["a", "s-a", "d-a", "2026-01-01", 2],
    ],
  });
  expect(latestUpdate(EMPTY_LIST)).toBeUndefined();
});

test("renders a changed list with the same bytes as a new one", () => {
  const id = fc.integer({ min: 0, max: 300 }).map(String);
  const step = fc.array(fc.tuple(id, fc.option(fc.integer({ min: -3, max: 3 }))), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const wanted = new Map<string, ListedEntry>();
      let body = EMPTY_LIST;
      for (const changes of steps) {
        const before = new Map(wanted);
        for (const [key, order] of changes) {
          if (order === null) wanted.delete(key);
          else wanted.set(key, entry(key, order));
        }
        const touched = [...new Set(changes.map(([key]) => key))];
        body = changeList(body, {
          remove: touched.flatMap((key) => before.get(key) ?? []),
          add: touched.flatMap((key) => wanted.get(key) ?? []),
        });
        const fresh = changeList(EMPTY_LIST, { remove: [], add: [...wanted.values()] });
        expect(bytesOf(body)).toBe(bytesOf(fresh));
        expect(listEntries(body)).toEqual([...wanted.values()].toSorted(compareEntries));
      }
    }),
    { numRuns: 60 },
  );
});

test("keeps the bytes of all other segments when an entry changes", () => {
  const entries = Array.from({ length: 1000 }, (_, n) => entry(String(n).padStart(4, "0"), 0));
  const before = changeList(EMPTY_LIST, { remove: [], add: entries });
  const after = changeList(before, {
    remove: entries.slice(500, 501),
    add: [{ ...entry("0500", 0), json: '{"new":1}' }],
  });
  const shared = after.segments.filter((segment) => before.segments.includes(segment));
  expect(after.segments.length - shared.length).toBe(1);
});
