import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq } from "../client.ts";
import type { EntrySummary, ListExtras } from "./entries.ts";
import { readEntry } from "./entry-calls.ts";
import { type EntryBranch, useEntryPlace } from "./entry-place.ts";

/** Loads entries by id, in any order, from the current branch. Deleted entries are omitted. */
export function useEntriesById(
  ids: readonly string[],
  { thumbnails = false }: Pick<ListExtras, "thumbnails"> = {},
): UseQueryResult<readonly EntrySummary[]> {
  const place = useEntryPlace();
  const { site, change } = place;
  const part = change === undefined ? ["entries"] : ["changes", "entry", change];
  return useQuery({
    queryKey: ["site", site, ...part, "ids", ids, thumbnails],
    enabled: ids.length > 0,
    queryFn: async () => {
      const pictures = thumbnails ? { thumbnails: "true" as const } : {};
      const params = { path: { site }, query: { ids: ids.join(","), ...pictures } };
      const { entries } = await readData(hq.GET("/sites/{site}/entries", { params }));
      return change === undefined ? entries : withProposed(place, ids, entries);
    },
  });
}

/** Overlays the entries added and changed by a change request, and omits those it deletes. */
async function withProposed(
  place: EntryBranch,
  ids: readonly string[],
  entries: readonly EntrySummary[],
): Promise<readonly EntrySummary[]> {
  const touched = (await proposedIn(place)).filter(({ id }) => ids.includes(id));
  const written = await Promise.all(
    touched
      .filter(({ kind }) => kind !== "removed")
      .map(({ type, id }) => readEntry({ ...place, type, id })),
  );
  const others = entries.filter((entry) => !touched.some(({ id }) => id === entry.id));
  const pictured = written.map((entry) => {
    const { thumbnail } = entries.find(({ id }) => id === entry.id) ?? {};
    return Object.assign({}, entry, thumbnail && { thumbnail });
  });
  return [...others, ...pictured];
}

/** Returns the entries added by the current change request, of some or all types. Empty outside a change request. */
export function useAddedEntries(types: readonly string[]): readonly EntrySummary[] {
  const place = useEntryPlace();
  const { site, change } = place;
  const { data = [] } = useQuery({
    queryKey: ["site", site, "changes", "entry", change, "added"],
    enabled: change !== undefined,
    queryFn: async () => {
      const added = (await proposedIn(place)).filter(({ kind }) => kind === "added");
      return Promise.all(added.map(({ type, id }) => readEntry({ ...place, type, id })));
    },
  });
  return data.filter(({ type }) => types.length === 0 || types.includes(type));
}

async function proposedIn({ site, change }: EntryBranch) {
  const params = { path: { site } };
  const { changes } = await readData(hq.GET("/sites/{site}/proposed-entries", { params }));
  return changes.find(({ number }) => number === change)?.entries ?? [];
}
