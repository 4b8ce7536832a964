import { useParams, useSearchParams } from "react-router";
import type { EntryList, EntryOrder, ShownState } from "../../api/content/entries.ts";
import type { Column } from "./columns.ts";
import { type Alternatives, printFilters, readConditions, writeConditions } from "./conditions.ts";
import { isGroup } from "./groups.ts";

/** State filters, in tab order. */
export const STATES = [
  "draft",
  "changed",
  "scheduled",
  "published",
  "unpublished",
  "broken",
] as const satisfies readonly ShownState[];

const ORDER =
  /^(?:default|-?(?:updatedAt|title|slug|publishedAt|createdAt|type|state|author|fields\.[\w-]+))$/;

/** Filters in the URL, besides state and search. */
export interface ListFilters {
  /** API IDs; empty for a list of one type. */
  readonly types: readonly string[];
  readonly author: string | undefined;
  /** Dates as YYYY-MM-DD in the browser's time zone, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly refersTo: string | undefined;
  /** Conditions on fields of the only type. */
  readonly conditions: readonly Alternatives[];
}

/** Display options of a list. */
interface ListDisplay {
  /** Show cards with images instead of rows. */
  readonly isGrid: boolean;
  /** Column to group by. */
  readonly group: Column | undefined;
  /** Keys of the collapsed groups. */
  readonly closed: readonly string[];
}

export interface ListParams {
  /** The list query from the URL. */
  readonly list: EntryList;
  readonly filters: ListFilters;
  readonly look: ListDisplay;
  /** Whether entries are being reordered manually. */
  readonly isArranging: boolean;
  /** Changes one parameter and keeps the rest. */
  readonly change: (name: "state" | "q" | "order" | "arrange", value: string) => void;
  readonly changeFilters: (change: Partial<ListFilters>) => void;
  readonly changeLook: (change: Partial<ListDisplay>) => void;
  /** Clears the search and filters, but keeps the display options. */
  readonly clear: () => void;
}

/** Stores the state of a list in the URL, so that it can be shared and survives navigation. */
export function useListParams(): ListParams {
  const { type } = useParams();
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search, type);
  const isArranging = type !== undefined && search.get("arrange") === "1";
  return {
    list: isArranging ? { type, search: "", order: "default" } : listIn(search, type, filters),
    filters,
    look: lookIn(search),
    isArranging,
    change(name, value) {
      // Read the current URL, because a debounced search can fire after another parameter has changed.
      const next = new URLSearchParams(location.search);
      if (value === "") next.delete(name);
      else next.set(name, value);
      setSearch(next, { replace: true });
    },
    changeFilters(change) {
      const now = new URLSearchParams(location.search);
      setSearch(withFilters(now, { ...filtersIn(now, type), ...change }), { replace: true });
    },
    changeLook(change) {
      const now = new URLSearchParams(location.search);
      setSearch(withLook(now, { ...lookIn(now), ...change }), { replace: true });
    },
    clear: () => setSearch(withLook(new URLSearchParams(), lookIn(search)), { replace: true }),
  };
}

function listIn(
  search: URLSearchParams,
  type: string | undefined,
  { types, author, from, to, refersTo, conditions }: ListFilters,
): EntryList {
  const state = search.get("state");
  const order = search.get("order");
  // Lists of all types are sorted by date, lists of one type by their published order.
  const usual = type === undefined ? "-updatedAt" : "default";
  return {
    type,
    types,
    state: isState(state) ? state : undefined,
    search: search.get("q") ?? "",
    author,
    since: from === undefined ? undefined : startOf(from, 0),
    before: to === undefined ? undefined : startOf(to, 1),
    refersTo,
    filters: printFilters(conditions),
    order: isOrder(order) ? order : usual,
  };
}

function filtersIn(search: URLSearchParams, type: string | undefined): ListFilters {
  const day = (name: string): string | undefined => {
    const text = search.get(name) ?? "";
    return /^\d{4}-\d{2}-\d{2}$/.test(text) && startOf(text, 0) !== undefined ? text : undefined;
  };
  const types = type === undefined ? (search.get("type") ?? "").split(",").filter(Boolean) : [];
  return {
    types,
    author: search.get("author") ?? undefined,
    from: day("from"),
    to: day("to"),
    refersTo: search.get("refers") ?? undefined,
    conditions:
      (type ?? (types.length === 1 ? types[0] : undefined)) === undefined
        ? []
        : readConditions(search),
  };
}

/** Returns the URL parameters with other filters. */
function withFilters(address: URLSearchParams, filters: ListFilters): URLSearchParams {
  const { types, author = "", from = "", to = "", refersTo = "", conditions } = filters;
  const next = new URLSearchParams(address);
  const values = { type: types.join(","), author, from, to, refers: refersTo };
  for (const [name, value] of Object.entries(values)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  writeConditions(next, conditions);
  return next;
}

function lookIn(search: URLSearchParams): ListDisplay {
  const group = search.get("group");
  return {
    isGrid: search.get("look") === "grid",
    group: group !== null && isGroup(group) ? group : undefined,
    closed: search.getAll("closed"),
  };
}

function withLook(
  address: URLSearchParams,
  { isGrid, group, closed }: ListDisplay,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of ["look", "group", "closed"]) next.delete(name);
  if (isGrid) next.set("look", "grid");
  if (group !== undefined) next.set("group", group);
  for (const key of closed) next.append("closed", key);
  return next;
}

/** Returns the local start of a day, plus some days; undefined for an invalid date. */
function startOf(day: string, later: number): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

export function isState(text: string | null): text is ShownState {
  return STATES.some((state) => state === text);
}

function isOrder(text: string | null): text is EntryOrder {
  return text !== null && ORDER.test(text);
}

/** Returns whether a list is filtered. */
export function isNarrowed({ search, state, ...list }: EntryList): boolean {
  const { types = [], author, since, before, refersTo, filters } = list;
  const others = [state, author, since, before, refersTo, filters];
  return search !== "" || types.length > 0 || others.some((part) => part !== undefined);
}
