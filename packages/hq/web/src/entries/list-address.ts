import { useParams, useSearchParams } from "react-router";
import type { EntryList, EntryOrder, ShownState } from "../api/entries.ts";

/** The states that a list can be narrowed to, as their tabs stand. */
export const STATES = [
  "draft",
  "changed",
  "scheduled",
  "published",
  "unpublished",
  "broken",
] as const satisfies readonly ShownState[];

const ORDERS: readonly string[] = [
  "default",
  "updatedAt",
  "-updatedAt",
  "title",
  "-title",
  "slug",
  "-slug",
  "publishedAt",
  "-publishedAt",
] satisfies readonly EntryOrder[];

export interface ListAddress {
  /** What the address asks for. */
  readonly list: EntryList;
  /** Changes one part of it; the rest stays. */
  change(name: "state" | "q" | "order", value: string): void;
  /** Asks for everything again. */
  readonly clear: () => void;
}

/** What a list shows stands in its address: it can be sent to somebody, and the way back leads to it. */
export function useListAddress(): ListAddress {
  const { type } = useParams();
  const [search, setSearch] = useSearchParams();
  const state = search.get("state");
  const order = search.get("order");
  // What is newest comes first among all types; a type has the order in which it is published.
  const usual = type === undefined ? "-updatedAt" : "default";
  return {
    list: {
      type,
      state: isState(state) ? state : undefined,
      search: search.get("q") ?? "",
      order: isOrder(order) ? order : usual,
    },
    change(name, value) {
      const next = new URLSearchParams(search);
      if (value === "") next.delete(name);
      else next.set(name, value);
      setSearch(next, { replace: true });
    },
    clear: () => setSearch({}, { replace: true }),
  };
}

export function isState(text: string | null): text is ShownState {
  return STATES.some((state) => state === text);
}

export function isOrder(text: string | null): text is EntryOrder {
  return text !== null && ORDERS.includes(text);
}
