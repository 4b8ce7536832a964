import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { FieldValues } from "../../draft/entry-draft.ts";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import type { EntrySummary, ListExtras } from "./entries.ts";

export type Entry = Schemas["Entry"];

export interface EntryName {
  readonly type: string;
  /** Id or slug; absent for an entry that is not there yet. */
  readonly id?: string | undefined;
}

export function useEntry({ type, id }: EntryName): UseQueryResult<Entry> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entry", type, id],
    enabled: id !== undefined,
    queryFn: () => {
      const params = { path: { site, api_id: type, id: id ?? "" } };
      return answer(hq.GET("/sites/{site}/types/{api_id}/entries/{id}", { params }));
    },
    refetchOnMount: "always",
  });
}

export interface SaveEntry {
  /** Those that changed. */
  readonly fields: FieldValues;
  /** Where it changed, with the one of the version that was edited. */
  readonly slug?: string;
  readonly baseSlug?: string;
  /** The version that was edited: what others saved since is merged, or refused. */
  readonly version?: string | undefined;
}

/** Saves what changed, as one version; of a new entry, everything. */
export function useSaveEntry({ type, id }: EntryName): UseMutationResult<Entry, Error, SaveEntry> {
  const site = useSiteId();
  const queries = useQueryClient();
  const settle = useSettled(type);
  return useMutation({
    // It may have been refused because somebody else saved: their version is read.
    onError: () => queries.invalidateQueries({ queryKey: ["site", site, "entry", type, id] }),
    mutationFn: ({ fields, slug, baseSlug, version }) => {
      const named = { fields, ...(slug !== undefined && { slug }) };
      if (id === undefined) {
        const params = { path: { site, api_id: type } };
        const body = named;
        return answer(hq.POST("/sites/{site}/types/{api_id}/entries", { params, body }));
      }
      const params = {
        path: { site, api_id: type, id },
        header: version === undefined ? {} : { "If-Match": `"${version}"` },
      };
      const body = { ...named, ...(baseSlug !== undefined && { baseSlug }) };
      return answer(hq.PATCH("/sites/{site}/types/{api_id}/entries/{id}", { params, body }));
    },
    onSuccess: settle,
  });
}

interface Publishing extends EntryName {
  /** The version that is shown: what somebody else saved since does not go live unseen. */
  readonly version: string | undefined;
}

/** Makes the saved version live, or takes what is live down. */
export function usePublishing(
  { type, id = "", version }: Publishing,
  act: "publish" | "unpublish",
): UseMutationResult<Entry, Error, void> {
  const site = useSiteId();
  const settle = useSettled(type);
  return useMutation({
    mutationFn: () => {
      const path = { site, api_id: type, id };
      const header = version === undefined ? {} : { "If-Match": `"${version}"` };
      return act === "publish"
        ? answer(
            hq.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", {
              params: { path, header },
            }),
          )
        : answer(
            hq.POST("/sites/{site}/types/{api_id}/entries/{id}/unpublish", { params: { path } }),
          );
    },
    onSuccess: settle,
  });
}

/** Makes a draft with the same values under another address. */
export function useDuplicateEntry({ type, id }: Entry): UseMutationResult<Entry, Error, void> {
  const site = useSiteId();
  const settle = useSettled(type);
  return useMutation({
    mutationFn: () => {
      const params = { path: { site, api_id: type, id } };
      return answer(hq.POST("/sites/{site}/types/{api_id}/entries/{id}/duplicate", { params }));
    },
    onSuccess: settle,
  });
}

/** Deletes the version that is shown: where somebody saved another one meanwhile, HQ refuses. */
export function useDeleteEntry(entry: Entry): UseMutationResult<unknown, Error, void> {
  const site = useSiteId();
  const readLists = useReadLists();
  return useMutation({
    mutationFn: () => {
      const path = { site, api_id: entry.type, id: entry.id };
      const header = { "If-Match": `"${entry.version}"` };
      const params = { path, header };
      return answer(hq.DELETE("/sites/{site}/types/{api_id}/entries/{id}", { params }));
    },
    onSuccess: readLists,
  });
}

/** Entries by their ids, in any order; what is gone is left out. */
export function useEntriesById(
  ids: readonly string[],
  { thumbnails = false }: Pick<ListExtras, "thumbnails"> = {},
): UseQueryResult<readonly EntrySummary[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "ids", ids, thumbnails],
    enabled: ids.length > 0,
    queryFn: async () => {
      const pictures = thumbnails ? { thumbnails: "true" as const } : {};
      const params = { path: { site }, query: { ids: ids.join(","), ...pictures } };
      const { entries } = await answer(hq.GET("/sites/{site}/entries", { params }));
      return entries;
    },
  });
}

/** What refers to an entry, in working versions and in what is live. */
export function useEntryUsers({ type, id }: Entry): UseQueryResult<readonly Schemas["Link"][]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "users", id],
    queryFn: async () => {
      const params = { path: { site, api_id: type, id } };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/references";
      return (await answer(hq.GET(path, { params }))).references;
    },
  });
}

/** Keeps the entry that was answered, and has lists and counts read again. */
export function useSettled(type: string): (entry: Entry) => void {
  const site = useSiteId();
  const queries = useQueryClient();
  const readLists = useReadLists();
  return (entry) => {
    queries.setQueryData(["site", site, "entry", type, entry.id], entry);
    readLists();
  };
}

/** Has lists and counts read again. */
export function useReadLists(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["site", site, "entries"] });
    void queries.invalidateQueries({ queryKey: ["site", site, "types"] });
  };
}

/** Begins an entry, as a draft, while another one is written. */
export function useBeginEntry(type: string): UseMutationResult<Entry, Error, FieldValues> {
  const site = useSiteId();
  const settle = useSettled(type);
  return useMutation({
    mutationFn: (fields) => {
      const params = { path: { site, api_id: type } };
      return answer(hq.POST("/sites/{site}/types/{api_id}/entries", { params, body: { fields } }));
    },
    onSuccess: settle,
  });
}
