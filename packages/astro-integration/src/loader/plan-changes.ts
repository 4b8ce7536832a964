import { CmsError } from "@loam/cms-core";
import type { IndexRow } from "../source/published-content.ts";

/** An index row with the entry's id in Astro. */
export interface WantedEntry {
  /** The entry's id in Astro. */
  readonly key: string;
  readonly row: IndexRow;
}

export interface ChangePlan {
  /** Entries to read and store, in the published order. */
  readonly changed: readonly WantedEntry[];
  /** Ids in Astro of entries that are no longer published. */
  readonly removed: readonly string[];
  /** All ids in Astro in the published order. */
  readonly order: readonly string[];
}

/**
 * Plans how to update the stored entries to the published ones.
 *
 * @param stored digests by the entry's id in Astro
 * @throws CmsError `slug_taken` if two entries would have the same id
 */
export function planChanges(
  wanted: readonly WantedEntry[],
  stored: ReadonlyMap<string, string>,
  apiId: string,
): ChangePlan {
  const byKey = new Map<string, WantedEntry>();
  for (const entry of wanted) {
    const twin = byKey.get(entry.key);
    if (twin) throw duplicate(apiId, entry, twin);
    byKey.set(entry.key, entry);
  }
  return {
    changed: wanted.filter(({ key, row }) => stored.get(key) !== row.digest),
    removed: [...stored.keys()].filter((key) => !byKey.has(key)),
    order: [...byKey.keys()],
  };
}

function duplicate(apiId: string, entry: WantedEntry, twin: WantedEntry): CmsError {
  return new CmsError(
    "slug_taken",
    `Two published entries of "${apiId}" have the ID "${entry.key}": ${twin.row.id} and ${entry.row.id}. Nothing was changed. Give one of them another slug and publish it, or use entry IDs with collections: { idFrom: "id" }.`,
    { details: { apiId, key: entry.key, ids: [twin.row.id, entry.row.id] } },
  );
}
