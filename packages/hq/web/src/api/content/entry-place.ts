import type { QueryKey } from "@tanstack/react-query";
import { useParams } from "react-router";
import { useSiteId } from "../sites.ts";

/** The branch where entries are read and written: `main` or a change request. */
export interface EntryBranch {
  readonly site: string;
  /** Number of the change request. */
  readonly change?: number | undefined;
}

/** Returns the number of the change request in the current URL; undefined on `main`. */
export function useChangeNumber(): number | undefined {
  const { change } = useParams();
  return change === undefined ? undefined : Number(change);
}

export function useEntryPlace(): EntryBranch {
  return { site: useSiteId(), change: useChangeNumber() };
}

/** Returns the query key of entry data. Site events invalidate it. */
export function entryKey({ site, change }: EntryBranch, ...of: QueryKey): QueryKey {
  const place = change === undefined ? ["entry"] : ["changes", "entry", change];
  return ["site", site, ...place, ...of];
}
