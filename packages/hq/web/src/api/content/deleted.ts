import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import type { Entry } from "./entry.ts";

export type DeletedEntry = Schemas["DeletedEntry"];

interface DeletedPage {
  readonly entries: readonly DeletedEntry[];
  readonly cursor?: string;
}

const PAGE_ROWS = 50;

/** Loads the deleted entries of a site page by page, newest first. */
export function useDeletedEntries(): UseInfiniteQueryResult<
  InfiniteData<DeletedPage, string | undefined>
> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "deleted"],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: PAGE_ROWS, ...(cursor !== undefined && { cursor }) };
      return readData(
        hq.GET("/sites/{site}/deleted", { params: { path: { site }, query }, signal }),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    refetchOnMount: "always",
  });
}

interface RestoreDeleted {
  readonly entry: DeletedEntry;
  /** @default the previous slug */
  readonly slug?: string;
}

/** Restores a deleted entry in its last state, as a draft. */
export function useRestoreDeleted(): UseMutationResult<Entry, Error, RestoreDeleted> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ entry: { type, id, previous: commit }, slug }) => {
      const params = { path: { site, api_id: type, id } };
      const body = { commit, ...(slug !== undefined && { slug }) };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/restore";
      return readData(hq.POST(path, { params, body }));
    },
    onSuccess: () => {
      for (const part of ["deleted", "history", "entries", "types", "entry"]) {
        void queries.invalidateQueries({ queryKey: ["site", site, part] });
      }
    },
  });
}
