import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

/** A proposal as lists show it. */
export type ListedChange = Schemas["ListedChange"];

/** Whose id is in an answer. */
export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

/** What is asked for of all proposals. */
export interface ChangeList {
  readonly state: ListedChange["state"];
  /** User ids. */
  readonly author?: string | undefined;
  readonly reviewer?: string | undefined;
  readonly unread?: boolean | undefined;
}

interface ChangePage {
  readonly contents: readonly ListedChange[];
  readonly totalCount: number;
  readonly counts: Readonly<Record<ListedChange["state"] | "unread", number>>;
  readonly people: readonly NamedPerson[];
}

const PAGE = 50;

/** Proposals of the site, the newest first, page by page. */
export function useChanges(
  list: ChangeList,
): UseInfiniteQueryResult<InfiniteData<ChangePage, number>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "changes", "list", list],
    queryFn: ({ pageParam: offset }): Promise<ChangePage> => {
      const { state, author, reviewer, unread } = list;
      const query = {
        state,
        limit: PAGE,
        offset,
        ...(author !== undefined && { author }),
        ...(reviewer !== undefined && { reviewer }),
        ...(unread !== undefined && { unread: unread ? ("true" as const) : ("false" as const) }),
      };
      return answer(hq.GET("/sites/{site}/changes", { params: { path: { site }, query } }));
    },
    initialPageParam: 0,
    getNextPageParam: ({ contents, totalCount }, _, offset) => {
      const next = offset + contents.length;
      return contents.length > 0 && next < totalCount ? next : undefined;
    },
  });
}

/** How many proposals have something new for the person. */
export function useUnreadChanges(site: string): number {
  const { data } = useQuery({
    queryKey: ["site", site, "changes", "unread"],
    queryFn: async () => {
      const params = { path: { site }, query: { limit: 1 } };
      return (await answer(hq.GET("/sites/{site}/changes", { params }))).counts.unread;
    },
  });
  return data ?? 0;
}

/** How many entries each open proposal changes, by its number. */
export function useProposedCounts(): UseQueryResult<ReadonlyMap<number, number>> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "touched"],
    queryFn: async () => {
      const params = { path: { site } };
      const { changes } = await answer(hq.GET("/sites/{site}/proposed-entries", { params }));
      return new Map(changes.map(({ number, entries }) => [number, entries.length]));
    },
  });
}
export interface TouchingChange {
  readonly number: number;
  readonly title: string;
  readonly draft: boolean;
}

/** Open proposals that change an entry, the newest first. */
export function useTouching(entry: string | undefined): UseQueryResult<readonly TouchingChange[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "touching", entry],
    enabled: entry !== undefined,
    queryFn: async () => {
      const query = entry === undefined ? {} : { entry };
      const params = { path: { site }, query };
      return (await answer(hq.GET("/sites/{site}/proposed-entries", { params }))).changes;
    },
  });
}
