import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { useParams } from "react-router";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { type ChangeList, type ChangePage, useReviewContext } from "./review-context.ts";

/** A change request as shown in lists. */
export type ListedChange = Schemas["ChangeRequestSummary"];

const PAGE = 50;

/** Loads change requests page by page, newest first. */
export function useChanges(
  list: ChangeList,
): UseInfiniteQueryResult<InfiniteData<ChangePage, number>> {
  const { key, list: read, refetchInterval } = useReviewContext();
  return useInfiniteQuery({
    queryKey: [...key, "list", list],
    queryFn: ({ pageParam: offset }) => read(list, { limit: PAGE, offset }),
    refetchInterval,
    initialPageParam: 0,
    getNextPageParam: ({ contents, totalCount }, _, offset) => {
      const next = offset + contents.length;
      return contents.length > 0 && next < totalCount ? next : undefined;
    },
  });
}

/** Returns how many change requests have news for the current user. */
export function useUnreadChanges(site: string): number {
  const { data } = useQuery({
    queryKey: ["site", site, "changes", "unread"],
    queryFn: async () => {
      const params = { path: { site }, query: { limit: 1 } };
      return (await readData(hq.GET("/sites/{site}/changes", { params }))).counts.unread;
    },
  });
  return data ?? 0;
}

/** Loads how many entries each open change request of the site changes, by its number. */
export function useChangeEntryCounts(): UseQueryResult<ReadonlyMap<number, number>> {
  const { site = "" } = useParams();
  return useQuery({
    queryKey: ["site", site, "changes", "touched"],
    enabled: site !== "",
    queryFn: async () => {
      const params = { path: { site } };
      const { changes } = await readData(hq.GET("/sites/{site}/proposed-entries", { params }));
      return new Map(changes.map(({ number, entries }) => [number, entries.length]));
    },
  });
}
export interface RelatedChange {
  readonly number: number;
  readonly title: string;
  readonly draft: boolean;
}

/** Loads the open change requests that change an entry, newest first. */
export function useChangesOfEntry(
  entry: string | undefined,
): UseQueryResult<readonly RelatedChange[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "touching", entry],
    enabled: entry !== undefined,
    queryFn: async () => {
      const query = entry === undefined ? {} : { entry };
      const params = { path: { site }, query };
      return (await readData(hq.GET("/sites/{site}/proposed-entries", { params }))).changes;
    },
  });
}
