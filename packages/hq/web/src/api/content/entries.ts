import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type EntrySummary = Schemas["EntrySummary"];

/** The state of an entry as shown in lists. */
export type ShownState = EntrySummary["state"] | "scheduled";

/** `default`, a list column, or `fields.` with an API ID. A leading `-` reverses the order. */
export type EntryOrder = string;

/** Filters and order of a list. */
export interface EntryList {
  /** API ID; absent for all types. */
  readonly type?: string | undefined;
  /** API IDs, in a list of all types. */
  readonly types?: readonly string[];
  readonly state?: ShownState | undefined;
  readonly search: string;
  /** Email of the last editor, or `me`. */
  readonly author?: string | undefined;
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  /** Id of an entry that the listed entries reference. */
  readonly refersTo?: string | undefined;
  /** Conditions on values, in HQ's filter syntax. */
  readonly filters?: string | undefined;
  readonly order: EntryOrder;
}

/** Additional data for a list besides titles and states. */
export interface ListExtras {
  /** API IDs. */
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

/** Loads a list of entries page by page. Keeps the previous entries while a changed list loads. */
export function useEntries(list: EntryList, extras: ListExtras = NO_EXTRAS): EntryPages {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "entries", list, extras],
    ...pagesOf(site, list, extras),
  });
}

/**
 * Loads a list to choose from. The rows don't move while the list is open, even if others save entries. It is refetched
 * when it opens again or the search changes.
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

/** Loads the first entries with a given state, across all types, for an overview. */
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
      return readData(hq.GET("/sites/{site}/entries", { params: { path: { site }, query } }));
    },
  });
}

interface ReadPage extends ListExtras {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Loads one page of a list. */
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
    return readData(hq.GET("/sites/{site}/entries", { params, ...aborted }));
  }
  const params = { path: { site, api_id: type }, query };
  return readData(hq.GET("/sites/{site}/types/{api_id}/entries", { params, ...aborted }));
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

/** Loads the names of users who last saved an entry of the site. */
export function useAuthors(): UseQueryResult<readonly { name: string; email: string }[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "authors"],
    queryFn: async () => {
      const params = { path: { site } };
      const { authors } = await readData(hq.GET("/sites/{site}/authors", { params }));
      return authors;
    },
  });
}
