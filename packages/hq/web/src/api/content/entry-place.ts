import type { QueryKey } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useSiteId } from "../sites.ts";

/** The branch where entries are read and written: `main` or a change request. */
export interface EntryPlace {
  readonly site: string;
  /** Number of the change request. */
  readonly change?: number | undefined;
}

/** Returns the number of the change request in the current URL; undefined on `main`. */
export function useProposal(): number | undefined {
  const { change } = useParams();
  return change === undefined ? undefined : Number(change);
}

export function useEntryPlace(): EntryPlace {
  return { site: useSiteId(), change: useProposal() };
}

/** Returns the query key of entry data. Site events invalidate it. */
export function entryKey({ site, change }: EntryPlace, ...of: QueryKey): QueryKey {
  const place = change === undefined ? ["entry"] : ["changes", "entry", change];
  return ["site", site, ...place, ...of];
}
