/** A valid entry that is to be stored. */
export interface StoredEntry {
  /** Its id in Astro. */
  readonly key: string;
  readonly digest: string;
  readonly data: Record<string, unknown>;
}

export interface StoreChange {
  readonly set: readonly StoredEntry[];
  /** Ids in Astro. */
  readonly removed: readonly string[];
  /** All ids in Astro in the published order. */
  readonly order: readonly string[];
}

/** Where a collection's entries are kept between two syncs. */
export interface EntryStore {
  /** Whether everything that was stored can still be read. */
  isWhole(): boolean;
  /** Digests by id in Astro of what can still be read. */
  stored(): ReadonlyMap<string, string>;
  /** Makes the change; nothing is lost when it fails. */
  apply(change: StoreChange): void;
}

/** An entry of a collection as Astro's data store holds it. */
export interface RawEntry {
  readonly id: string;
  readonly data: Record<string, unknown>;
  readonly digest?: string | number | undefined;
}

/** What is used of Astro's data store for one collection. */
export interface RawStore {
  get(key: string): RawEntry | undefined;
  entries(): [string, RawEntry][];
  set(entry: { id: string; data: Record<string, unknown>; digest?: string | number }): boolean;
  delete(key: string): void;
}
