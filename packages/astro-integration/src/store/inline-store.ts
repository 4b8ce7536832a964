import type { EntryStore, RawStore, StoreChange } from "./entry-store.ts";

/** Between the digest and the position in an entry's digest. */
const SEPARATOR = "@";

/**
 * Keeps entries whole in Astro's data store: works everywhere, and costs time and memory with
 * every entry at every sync. Used when the integration is not installed.
 *
 * @param positionKey - Key of `data` that holds the place in the published order.
 */
export function inlineStore(store: RawStore, positionKey: string): EntryStore {
  return {
    isWhole: () => true,
    stored: () =>
      new Map(
        store.entries().map(([key, { digest }]) => [key, String(digest).split(SEPARATOR)[0] ?? ""]),
      ),
    apply: (change) => applyInline(store, positionKey, change),
  };
}

function applyInline(
  store: RawStore,
  positionKey: string,
  { set, removed, order }: StoreChange,
): void {
  for (const key of removed) store.delete(key);
  const changed = new Map(set.map((entry) => [entry.key, entry]));
  for (const [position, key] of order.entries()) {
    const old = store.get(key);
    const entry = changed.get(key);
    const data = entry?.data ?? old?.data;
    const digest = entry?.digest ?? String(old?.digest).split(SEPARATOR)[0];
    // The store leaves an entry alone whose digest is the same.
    store.set({
      id: key,
      data: { ...data, [positionKey]: position },
      digest: `${digest}${SEPARATOR}${position}`,
    });
  }
}
