import type { ListedChange } from "../../api/changes/changes.ts";

/** The state of the listed change requests. */
export type ChangeTab = "open" | "merged" | "closed";

/** Filters of the list. */
export type ChangeFilter = "all" | "waiting" | "mine" | "unread";

const TABS: readonly ChangeTab[] = ["open", "merged", "closed"];
const FILTERS: readonly ChangeFilter[] = ["all", "waiting", "mine", "unread"];

export interface ChangeListParams {
  readonly tab: ChangeTab;
  readonly filter: ChangeFilter;
}

/** Parses the URL. Unknown values mean no filter. */
export function parseListParams(query: URLSearchParams): ChangeListParams {
  return {
    tab: TABS.find((tab) => tab === query.get("tab")) ?? "open",
    filter: FILTERS.find((filter) => filter === query.get("show")) ?? "all",
  };
}

export function printListParams({ tab, filter }: ChangeListParams): Record<string, string> {
  return { ...(tab !== "open" && { tab }), ...(filter !== "all" && { show: filter }) };
}

interface Asked {
  readonly state: ListedChange["state"];
  readonly author?: string;
  readonly reviewer?: string;
  readonly unread?: boolean;
}

/** Converts to the filters sent to HQ. */
export function queryOf({ tab, filter }: ChangeListParams, me: string): Asked {
  return {
    state: tab,
    ...(filter === "mine" && { author: me }),
    ...(filter === "waiting" && { reviewer: me }),
    ...(filter === "unread" && { unread: true }),
  };
}
