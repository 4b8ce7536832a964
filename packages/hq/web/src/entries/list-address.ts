import { useParams, useSearchParams } from "react-router";
import type { EntryList, EntryOrder, ShownState } from "../api/content/entries.ts";
import type { Column } from "./columns.ts";
import {
  type Alternatives,
  printFilters,
  readConditions,
  writeConditions,
} from "./filters/conditions.ts";
import { isGroup } from "./groups.ts";

/** The states that a list can be narrowed to, as their tabs stand. */
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

/** What an address narrows a list by, besides its state and its words. */
export interface ListFilters {
  /** API ids; of a list of one type, none. */
  readonly types: readonly string[];
  readonly author: string | undefined;
  /** Days, YYYY-MM-DD, in the zone of the browser; the last one is part of it. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly refersTo: string | undefined;
  /** On fields of the only type. */
  readonly conditions: readonly Alternatives[];
}

/** How a list looks. */
interface ListLook {
  /** Cards with pictures, instead of rows. */
  readonly isGrid: boolean;
  /** What its entries are put together by: a column. */
  readonly group: Column | undefined;
  /** The groups of which only the name is shown. */
  readonly closed: readonly string[];
}

export interface ListAddress {
  /** What the address asks for. */
  readonly list: EntryList;
  readonly filters: ListFilters;
  readonly look: ListLook;
  /** Whether entries of the type are being put in order by hand. */
  readonly isArranging: boolean;
  /** Changes one part of it; the rest stays. */
  readonly change: (name: "state" | "q" | "order" | "arrange", value: string) => void;
  readonly changeFilters: (change: Partial<ListFilters>) => void;
  readonly changeLook: (change: Partial<ListLook>) => void;
  /** Asks for everything again, in the same look. */
  readonly clear: () => void;
}

/** What a list shows stands in its address: it can be sent to somebody, and the way back leads to it. */
export function useListAddress(): ListAddress {
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
      // As it is by now: a search that was typed is told a moment later, by who knew the address of then.
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
  // What is newest comes first among all types; a type has the order in which it is published.
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

/** The same address with other filters; whatever else it says stays. */
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

function lookIn(search: URLSearchParams): ListLook {
  const group = search.get("group");
  return {
    isGrid: search.get("look") === "grid",
    group: group !== null && isGroup(group) ? group : undefined,
    closed: search.getAll("closed"),
  };
}

function withLook(address: URLSearchParams, { isGrid, group, closed }: ListLook): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of ["look", "group", "closed"]) next.delete(name);
  if (isGrid) next.set("look", "grid");
  if (group !== undefined) next.set("group", group);
  for (const key of closed) next.append("closed", key);
  return next;
}

/** When a day, or one so many days later, begins here; undefined for a day that there is not. */
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

/** Whether a list may leave entries out. */
export function isNarrowed({ search, state, ...list }: EntryList): boolean {
  const { types = [], author, since, before, refersTo, filters } = list;
  const others = [state, author, since, before, refersTo, filters];
  return search !== "" || types.length > 0 || others.some((part) => part !== undefined);
}
