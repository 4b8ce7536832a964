import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { useRefetchSite } from "./releases.ts";

export type LoggedPublish = Schemas["PublishRecord"];
export type LiveDifference = Schemas["LiveDifference"];
export type RollBack = Schemas["Rollback"];

interface LogPage {
  readonly publishes: readonly LoggedPublish[];
  readonly cursor?: string;
}

const LOG_ROWS = 30;

/** Loads the publish history of the site page by page, newest first. */
export function useSiteLog(): UseInfiniteQueryResult<InfiniteData<LogPage, string | undefined>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "log"],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: LOG_ROWS, ...(cursor !== undefined && { cursor }) };
      return readData(hq.GET("/sites/{site}/log", { params: { path: { site }, query }, signal }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** Loads the effect of a rollback on the live site. */
export function useRollBackPreview(commit: string): UseQueryResult<RollBack> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "log", commit],
    queryFn: () =>
      readData(hq.GET("/sites/{site}/log/{commit}", { params: { path: { site, commit } } })),
    // The user confirms a change of the current live state, so don't use cached data.
    staleTime: 0,
  });
}

export function useRollBack(): UseMutationResult<RollBack, Error, string> {
  const site = useSiteId();
  const onSuccess = useRefetchSite();
  return useMutation({
    mutationFn: (commit) =>
      readData(hq.POST("/sites/{site}/rollback", { params: { path: { site } }, body: { commit } })),
    onSuccess,
  });
}

interface TwoPublishes {
  /** Commits in the publish history. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Loads the differences of the live site between two publishes. They never change. */
export function useLiveDifference({ from, to }: TwoPublishes): UseQueryResult<LiveDifference> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "live-difference", from, to],
    enabled: from !== undefined && to !== undefined,
    staleTime: Infinity,
    queryFn: () => {
      const path = { site, commit: to ?? "" };
      const params = { path, query: { since: from ?? "" } };
      return readData(hq.GET("/sites/{site}/log/{commit}/changes", { params }));
    },
  });
}
