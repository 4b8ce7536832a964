import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "./client.ts";
import { useSiteId } from "./sites.ts";

export type EntrySummary = Schemas["EntrySummary"];

/** Where an entry stands, as a list shows it. */
export type ShownState = EntrySummary["state"] | "scheduled";

export type EntryOrder =
  | "default"
  | "updatedAt"
  | "-updatedAt"
  | "title"
  | "-title"
  | "slug"
  | "-slug"
  | "publishedAt"
  | "-publishedAt";

/** What a list asks for. */
export interface EntryList {
  /** API id; absent for all types. */
  readonly type?: string | undefined;
  readonly state?: ShownState | undefined;
  readonly search: string;
  readonly order: EntryOrder;
}

export interface EntryPage {
  readonly entries: readonly EntrySummary[];
  readonly cursor?: string;
  readonly total?: number;
}

const PAGE_ROWS = 50;

/** A list of entries, page by page. What was there stays while a changed list is on its way. */
export function useEntries(
  list: EntryList,
): UseInfiniteQueryResult<InfiniteData<EntryPage, string | undefined>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "entries", list],
    queryFn: ({ pageParam, signal }) => readPage(site, list, { cursor: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
}

/** The first entries of a state over all types, for a glance. */
export function useFirstEntries(state: ShownState, limit: number): UseQueryResult<EntryPage> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "first", state, limit],
    queryFn: () =>
      answer(
        hq.GET("/sites/{site}/entries", { params: { path: { site }, query: { state, limit } } }),
      ),
  });
}

async function readPage(
  site: string,
  { type, state, search, order }: EntryList,
  { cursor, signal }: { readonly cursor: string | undefined; readonly signal: AbortSignal },
): Promise<EntryPage> {
  const query = {
    limit: PAGE_ROWS,
    orderBy: order,
    ...(state !== undefined && { state }),
    ...(search !== "" && { q: search }),
    ...(cursor !== undefined && { cursor }),
  };
  if (type === undefined) {
    const params = { path: { site }, query };
    return answer(hq.GET("/sites/{site}/entries", { params, signal }));
  }
  const params = { path: { site, api_id: type }, query };
  return answer(hq.GET("/sites/{site}/types/{api_id}/entries", { params, signal }));
}
