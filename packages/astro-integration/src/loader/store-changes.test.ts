import { expect, test } from "vitest";
import {
  changeStore,
  type CollectionStore,
  storedDigests,
  type StoredEntry,
} from "./store-changes.ts";

/** Creates Astro's store of one collection in memory, which records the ids set in it. */
function makeStore(): { readonly store: CollectionStore; readonly wasSet: string[] } {
  const entries = new Map<string, Parameters<CollectionStore["set"]>[0]>();
  const wasSet: string[] = [];
  const store: CollectionStore = {
    get: (key) => entries.get(key),
    entries: () => [...entries],
    set: (entry) => {
      wasSet.push(entry.id);
      return Boolean(entries.set(entry.id, entry));
    },
    delete: (key) => void entries.delete(key),
  };
  return { store, wasSet };
}

const entry = (key: string, digest: string): StoredEntry => ({
  key,
  digest,
  data: { title: `${key}${digest}` },
  rendered: { html: `<p>${key}</p>`, metadata: { headings: [] } },
});

test("sets only changed and moved entries", () => {
  const { store, wasSet } = makeStore();
  const order = ["a", "b", "c"];
  const first = order.map((key) => entry(key, "1"));
  changeStore(store, "position", { set: first, removed: [], order });
  wasSet.length = 0;
  changeStore(store, "position", { set: [entry("b", "2")], removed: [], order });
  expect(wasSet).toEqual(["b"]);

  wasSet.length = 0;
  changeStore(store, "position", { set: [], removed: ["b"], order: ["a", "c"] });
  expect(wasSet).toEqual(["c"]);
  expect([...storedDigests(store)]).toEqual([
    ["a", "1"],
    ["c", "1"],
  ]);
});

test("keeps the data and rendered body of a moved entry", () => {
  const { store } = makeStore();
  const set = [entry("a", "1"), entry("b", "1")];
  changeStore(store, "$position", { set, removed: [], order: ["a", "b"] });
  changeStore(store, "$position", { set: [], removed: [], order: ["b", "a"] });

  expect(store.get("a")).toMatchObject({
    data: { title: "a1", $position: 1 },
    rendered: { html: "<p>a</p>", metadata: { headings: [] } },
  });
});
