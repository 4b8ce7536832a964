import type { LoaderContext } from "astro/loaders";

type AstroStore = LoaderContext["store"];
type AstroEntry = Parameters<AstroStore["set"]>[0];

/** The used part of Astro's store of one collection. */
export interface CollectionStore extends Pick<AstroStore, "entries" | "set" | "delete"> {
  get(key: string): ReturnType<AstroStore["get"]>;
}

/** A valid entry to store. */
export interface StoredEntry {
  /** Its id in Astro. */
  readonly key: string;
  /** Digest of the published entry. */
  readonly digest: string;
  readonly data: Record<string, unknown>;
  /** Result of `render(entry)`. */
  readonly rendered?: NonNullable<AstroEntry["rendered"]>;
}

export interface StoreChange {
  readonly set: readonly StoredEntry[];
  /** Ids in Astro. */
  readonly removed: readonly string[];
  /** All ids in Astro in the published order. */
  readonly order: readonly string[];
}

/** Separates the digest of the published entry from its position, in the digest that Astro stores. */
const SEPARATOR = "@";

/** Returns the digests of the stored entries, by id in Astro. */
export function storedDigests(store: CollectionStore): ReadonlyMap<string, string> {
  return new Map(store.entries().map(([key, { digest }]) => [key, publishedDigest(digest)]));
}

function publishedDigest(digest: string | number | undefined): string {
  return String(digest).split(SEPARATOR)[0] ?? "";
}

/**
 * Sets only the entries with changed content or position.
 *
 * @param positionKey key of `data` with the position
 */
export function changeStore(
  store: CollectionStore,
  positionKey: string,
  { set, removed, order }: StoreChange,
): void {
  for (const key of removed) store.delete(key);
  const changed = new Map(set.map((entry) => [entry.key, entry]));
  for (const [position, key] of order.entries()) {
    const entry = changed.get(key);
    const old = store.get(key);
    const digest = `${entry?.digest ?? publishedDigest(old?.digest)}${SEPARATOR}${position}`;
    if (entry) {
      const { data, rendered } = entry;
      const placed = { ...data, [positionKey]: position };
      store.set({ id: key, data: placed, digest, ...(rendered && { rendered }) });
    } else if (old && old.digest !== digest) {
      store.set({ ...old, data: { ...old.data, [positionKey]: position }, digest });
    }
  }
}
