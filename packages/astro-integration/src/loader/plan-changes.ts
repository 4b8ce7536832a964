import { CmsError } from "@loam/cms-core";
import type { IndexRow } from "../source/published-content.ts";

/** A row with the id that Astro knows the entry by. */
export interface WantedEntry {
  /** The entry's id in Astro. */
  readonly key: string;
  readonly row: IndexRow;
}

export interface ChangePlan {
  /** To be read and stored, in the published order. */
  readonly changed: readonly WantedEntry[];
  /** Ids in Astro of what is no longer published. */
  readonly removed: readonly string[];
  /** All ids in Astro in the published order. */
  readonly order: readonly string[];
}

/**
 * What to touch so that the stored entries become the published ones.
 *
 * @param stored - Digests by the entry's id in Astro.
 * @throws CmsError `slug_taken` when two entries would have one id.
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
