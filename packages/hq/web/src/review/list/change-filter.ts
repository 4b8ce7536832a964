import type { ListedChange } from "../../api/changes/changes.ts";

/** Which proposals are shown. */
export type ChangeTab = "open" | "merged" | "closed";

/** Whose. */
export type ChangeFilter = "all" | "waiting" | "mine" | "unread";

const TABS: readonly ChangeTab[] = ["open", "merged", "closed"];
const FILTERS: readonly ChangeFilter[] = ["all", "waiting", "mine", "unread"];

export interface ChangeAddress {
  readonly tab: ChangeTab;
  readonly filter: ChangeFilter;
}

/** What an address asks for; what it does not know is everything. */
export function readAddress(query: URLSearchParams): ChangeAddress {
  return {
    tab: TABS.find((tab) => tab === query.get("tab")) ?? "open",
    filter: FILTERS.find((filter) => filter === query.get("show")) ?? "all",
  };
}

export function writeAddress({ tab, filter }: ChangeAddress): Record<string, string> {
  return { ...(tab !== "open" && { tab }), ...(filter !== "all" && { show: filter }) };
}

interface Asked {
  readonly state: ListedChange["state"];
  readonly author?: string;
  readonly reviewer?: string;
  readonly unread?: boolean;
}

/** What HQ is asked for. */
export function askedOf({ tab, filter }: ChangeAddress, me: string): Asked {
  return {
    state: tab,
    ...(filter === "mine" && { author: me }),
    ...(filter === "waiting" && { reviewer: me }),
    ...(filter === "unread" && { unread: true }),
  };
}
