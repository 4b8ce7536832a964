import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type EntrySummary = Schemas["EntrySummary"];

/** Where an entry stands, as a list shows it. */
export type ShownState = EntrySummary["state"] | "scheduled";

/** `default`, a column of lists or `fields.` with an API id; `-` before it turns it round. */
export type EntryOrder = string;

/** What a list asks for. */
export interface EntryList {
  /** API id; absent for all types. */
  readonly type?: string | undefined;
  /** API ids, in a list of all types. */
  readonly types?: readonly string[];
  readonly state?: ShownState | undefined;
  readonly search: string;
  /** Email of who saved an entry last, or `me`. */
  readonly author?: string | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  /** Id of an entry that others point to. */
  readonly refersTo?: string | undefined;
  /** Conditions on values, as HQ reads them. */
  readonly filters?: string | undefined;
  readonly order: EntryOrder;
}

/** What a list wants besides titles and states. */
export interface ListExtras {
  /** API ids. */
  readonly fields?: readonly string[];
  readonly thumbnails?: boolean;
}

export interface EntryPage {
  readonly entries: readonly EntrySummary[];
  readonly cursor?: string;
  readonly total?: number;
}

const PAGE_ROWS = 50;
const NO_EXTRAS: ListExtras = {};

type EntryPages = UseInfiniteQueryResult<InfiniteData<EntryPage, string | undefined>>;

/** A list of entries, page by page. What was there stays while a changed list is on its way. */
export function useEntries(list: EntryList, extras: ListExtras = NO_EXTRAS): EntryPages {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "entries", list, extras],
    ...pagesOf(site, list, extras),
  });
}

/**
 * A list to choose from. It stands still: whatever others save, no row moves under the pointer. Read anew when it is
 * opened again, and when something else is searched.
 */
export function useEntriesToChoose(list: EntryList, extras: ListExtras = NO_EXTRAS): EntryPages {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "choice", list, extras],
    ...pagesOf(site, list, extras),
    staleTime: "static",
    gcTime: 0,
  });
}

function pagesOf(site: string, list: EntryList, extras: ListExtras) {
  return {
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      readPage(site, list, { cursor: pageParam, limit: PAGE_ROWS, signal, ...extras }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }: EntryPage) => cursor,
    placeholderData: keepPreviousData,
  };
}

/** The first entries of a state over all types, for a glance. */
export function useFirstEntries(
  state: ShownState,
  limit: number,
  { thumbnails = false }: Pick<ListExtras, "thumbnails"> = {},
): UseQueryResult<EntryPage> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "first", state, limit, thumbnails],
    queryFn: () => {
      const query = { state, limit, ...(thumbnails && { thumbnails: "true" as const }) };
      return answer(hq.GET("/sites/{site}/entries", { params: { path: { site }, query } }));
    },
  });
}

interface ReadPage extends ListExtras {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** One page of a list. */
export async function readPage(
  site: string,
  list: EntryList,
  { cursor, limit, signal, fields = [], thumbnails = false }: ReadPage,
): Promise<EntryPage> {
  const { type, types = [] } = list;
  const query = {
    limit,
    ...queryOf(list),
    ...(cursor !== undefined && { cursor }),
    ...(fields.length > 0 && { fields: fields.join(",") }),
    ...(thumbnails && { thumbnails: "true" as const }),
  };
  const aborted = signal && { signal };
  if (type === undefined) {
    const of = types.length > 0 ? { type: types.join(",") } : {};
    const params = { path: { site }, query: { ...query, ...of } };
    return answer(hq.GET("/sites/{site}/entries", { params, ...aborted }));
  }
  const params = { path: { site, api_id: type }, query };
  return answer(hq.GET("/sites/{site}/types/{api_id}/entries", { params, ...aborted }));
}

function queryOf(list: EntryList) {
  const { state, search, author, since, before, refersTo, filters, order } = list;
  return {
    orderBy: order,
    ...(state !== undefined && { state }),
    ...(search !== "" && { q: search }),
    ...(author !== undefined && { author }),
    ...(since !== undefined && { updatedSince: since }),
    ...(before !== undefined && { updatedBefore: before }),
    ...(refersTo !== undefined && { refersTo }),
    ...(filters !== undefined && { filters }),
  };
}

/** Who saved entries of the site last, by name. */
export function useAuthors(): UseQueryResult<readonly { name: string; email: string }[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "authors"],
    queryFn: async () => {
      const params = { path: { site } };
      const { authors } = await answer(hq.GET("/sites/{site}/authors", { params }));
      return authors;
    },
  });
}
