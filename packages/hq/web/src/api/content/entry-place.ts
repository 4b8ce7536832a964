import type { QueryKey } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useSiteId } from "../sites.ts";

/** Where entries are read and written: in what everybody works on, or in a proposal. */
export interface EntryPlace {
  readonly site: string;
  /** Number of the proposal. */
  readonly change?: number | undefined;
}

/** Number of the proposal in which the address stands; undefined for what everybody works on. */
export function useProposal(): number | undefined {
  const { change } = useParams();
  return change === undefined ? undefined : Number(change);
}

export function useEntryPlace(): EntryPlace {
  return { site: useSiteId(), change: useProposal() };
}

/** Key of what is read of an entry; events have it read again. */
export function entryKey({ site, change }: EntryPlace, ...of: QueryKey): QueryKey {
  const place = change === undefined ? ["entry"] : ["changes", "entry", change];
  return ["site", site, ...place, ...of];
}
