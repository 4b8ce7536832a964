import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { FieldValues } from "../../draft/entry-draft.ts";
import { readData, hq, type Schemas } from "../client.ts";
import { refetchWithoutDeleted } from "../queries.ts";
import { useSiteId } from "../sites.ts";
import { changeEntry, createEntry, deleteEntry, readEntry, type SentEntry } from "./entry-calls.ts";
import { entryKey, useEntryPlace } from "./entry-place.ts";

export type Entry = Schemas["Entry"];

export interface EntryName {
  readonly type: string;
  /** Id or slug; absent for a new entry. */
  readonly id?: string | undefined;
}

export function useEntry({ type, id }: EntryName): UseQueryResult<Entry> {
  const place = useEntryPlace();
  return useQuery({
    queryKey: entryKey(place, type, id),
    enabled: id !== undefined,
    queryFn: () => readEntry({ ...place, type, id: id ?? "" }),
    refetchOnMount: "always",
  });
}

export interface SaveEntry extends SentEntry {
  /** The edited version. Later saves are merged, or the request is refused. */
  readonly version?: string | undefined;
}

/** Saves the changed fields as one version. For a new entry, saves all fields. */
export function useSaveEntry({ type, id }: EntryName): UseMutationResult<Entry, Error, SaveEntry> {
  const place = useEntryPlace();
  const queries = useQueryClient();
  const settle = useCacheSavedEntry(type);
  return useMutation({
    // The save can fail because someone else saved: load their version.
    onError: () => queries.invalidateQueries({ queryKey: entryKey(place, type, id) }),
    mutationFn: ({ version, ...sent }) =>
      id === undefined
        ? createEntry({ ...place, type }, sent)
        : changeEntry({ ...place, type, id }, sent, version),
    onSuccess: settle,
  });
}

interface Publishing extends EntryName {
  /** The displayed version, so that later saves are not published unseen. */
  readonly version: string | undefined;
}

/** Publishes the saved version, or unpublishes the entry. */
export function usePublishing(
  { type, id = "", version }: Publishing,
  act: "publish" | "unpublish",
): UseMutationResult<Entry, Error, void> {
  const site = useSiteId();
  const settle = useCacheSavedEntry(type);
  return useMutation({
    mutationFn: () => {
      const path = { site, api_id: type, id };
      const header = version === undefined ? {} : { "If-Match": `"${version}"` };
      return act === "publish"
        ? readData(
            hq.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", {
              params: { path, header },
            }),
          )
        : readData(
            hq.POST("/sites/{site}/types/{api_id}/entries/{id}/unpublish", { params: { path } }),
          );
    },
    onSuccess: settle,
  });
}

/** Duplicates an entry as a draft with another slug. */
export function useDuplicateEntry({ type, id }: Entry): UseMutationResult<Entry, Error, void> {
  const site = useSiteId();
  const settle = useCacheSavedEntry(type);
  return useMutation({
    mutationFn: () => {
      const params = { path: { site, api_id: type, id } };
      return readData(hq.POST("/sites/{site}/types/{api_id}/entries/{id}/duplicate", { params }));
    },
    onSuccess: settle,
  });
}

/** Deletes the displayed version. HQ refuses if a newer version exists. */
export function useDeleteEntry({ type, id, version }: Entry): UseMutationResult<void, Error, void> {
  const place = useEntryPlace();
  const queries = useQueryClient();
  const lists = useListKeys();
  return useMutation({
    mutationFn: () => deleteEntry({ ...place, type, id }, version),
    onSuccess: () => refetchWithoutDeleted(queries, lists),
  });
}

/** Loads the entries that reference an entry in their working or live version. */
export function useEntryUsers({
  type,
  id,
}: Entry): UseQueryResult<readonly Schemas["Reference"][]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "users", id],
    queryFn: async () => {
      const params = { path: { site, api_id: type, id } };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/references";
      return (await readData(hq.GET(path, { params }))).references;
    },
  });
}

/** Returns a function that caches a saved entry and refetches lists and counts. */
export function useCacheSavedEntry(type: string): (entry: Entry) => void {
  const place = useEntryPlace();
  const queries = useQueryClient();
  const readLists = useRefetchLists();
  return (entry) => {
    queries.setQueryData(entryKey(place, type, entry.id), entry);
    readLists();
  };
}

/** Returns a function that refetches lists and counts. */
export function useRefetchLists(): () => void {
  const queries = useQueryClient();
  const lists = useListKeys();
  return () => {
    for (const queryKey of lists) void queries.invalidateQueries({ queryKey });
  };
}

/** Returns the query keys of lists and counts. For a change request, also those of its changes. */
function useListKeys(): readonly QueryKey[] {
  const { site, change } = useEntryPlace();
  const all = ["site", site] as const;
  if (change === undefined) {
    return [
      [...all, "entries"],
      [...all, "types"],
    ];
  }
  const changes = [...all, "changes"] as const;
  return [
    [...changes, "one", change],
    [...changes, "checks", change],
    [...changes, "touched"],
    [...changes, "touching"],
  ];
}

/** Creates a draft entry while another entry is being edited. */
export function useCreateEntry(type: string): UseMutationResult<Entry, Error, FieldValues> {
  const place = useEntryPlace();
  const settle = useCacheSavedEntry(type);
  return useMutation({
    mutationFn: (fields) => createEntry({ ...place, type }, { fields }),
    onSuccess: settle,
  });
}
