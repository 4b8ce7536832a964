import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import type { Entry } from "./entry.ts";

export type HistoryEvent = Schemas["HistoryEvent"];
export type EntryVersion = Schemas["EntryVersion"];
export type FieldChange = Schemas["FieldChange"];
export type FieldAuthor = Schemas["FieldAuthor"];

interface EntryPath {
  readonly type: string;
  readonly id: string;
}

interface HistoryPage {
  readonly events: readonly HistoryEvent[];
  readonly cursor?: string;
}

const PAGE_EVENTS = 30;

/** Loads the history of an entry, including deleted ones, page by page, newest first. */
export function useHistory({
  type,
  id,
}: EntryPath): UseInfiniteQueryResult<InfiniteData<HistoryPage, string | undefined>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "history", type, id],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_EVENTS, changes: "names" as const, ...(cursor && { cursor }) };
      const params = { path: { site, api_id: type, id }, query };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/history";
      return readData(hq.GET(path, { params, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchOnMount: "always",
  });
}

const LAST_EVENTS = 4;

/** Loads the latest history events of an entry. */
export function useLastEvents({
  type,
  id,
  version,
  live,
}: Entry): UseQueryResult<readonly HistoryEvent[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "history", type, id, "last", version, live?.version],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { limit: LAST_EVENTS, changes: "names" as const };
      const params = { path: { site, api_id: type, id }, query };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/history";
      return (await readData(hq.GET(path, { params }))).events;
    },
  });
}

interface Compared extends EntryPath {
  /** Commit of the displayed version. */
  readonly to: string | undefined;
  /** Commit of the version before it. */
  readonly from: string | undefined;
}

/** Loads a version and its differences from another one. */
export function useVersion({ type, id, to, from }: Compared): UseQueryResult<EntryVersion> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "version", id, to, from],
    enabled: to !== undefined,
    staleTime: Infinity,
    queryFn: () => {
      const path = { site, api_id: type, id, commit: to ?? "" };
      // Compare a first version with itself, because it has no predecessor.
      const params = { path, query: { compare: from ?? to ?? "" } };
      return readData(
        hq.GET("/sites/{site}/types/{api_id}/entries/{id}/history/{commit}", { params }),
      );
    },
  });
}

/** Loads the live values of an entry, by API ID. */
export function useReadLive({
  type,
  id,
}: EntryPath): UseMutationResult<EntryVersion["fields"], Error, void> {
  const site = useSiteId();
  return useMutation({
    mutationFn: async () => {
      const params = { path: { site, api_id: type, id, commit: "published" } };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/history/{commit}";
      return (await readData(hq.GET(path, { params }))).fields;
    },
  });
}

/** Loads who last changed each field of an existing entry. */
export function useFieldAuthors(entry: Entry | undefined): UseQueryResult<readonly FieldAuthor[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "authors", entry?.id, entry?.version],
    enabled: entry !== undefined,
    queryFn: async () => {
      const params = { path: { site, api_id: entry?.type ?? "", id: entry?.id ?? "" } };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/authors";
      const { fields } = await readData(hq.GET(path, { params }));
      return fields;
    },
  });
}

export interface Restore {
  readonly commit: string;
  /** API ID of a field; absent for the whole entry. */
  readonly field?: string;
}

interface Restored extends EntryPath {
  /** The displayed version; absent for a deleted entry. */
  readonly version: string | undefined;
}

/** Restores an earlier state of an entry or field as a draft. */
export function useRestore({
  type,
  id,
  version,
}: Restored): UseMutationResult<Entry, Error, Restore> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body) => {
      const header = version === undefined ? {} : { "If-Match": `"${version}"` };
      const params = { path: { site, api_id: type, id }, header };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/restore";
      return readData(hq.POST(path, { params, body }));
    },
    onSuccess: (entry) => {
      queries.setQueryData(["site", site, "entry", type, entry.id], entry);
      for (const part of ["history", "entries", "types"]) {
        void queries.invalidateQueries({ queryKey: ["site", site, part] });
      }
    },
    // Someone else saved in the meantime: refetch what is displayed.
    onError: () => {
      void queries.invalidateQueries({ queryKey: ["site", site, "entry", type, id] });
      void queries.invalidateQueries({ queryKey: ["site", site, "history", type, id] });
    },
  });
}
