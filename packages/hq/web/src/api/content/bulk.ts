import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { type EntryList, type EntrySummary, type ListExtras, readPage } from "./entries.ts";
import { useRefetchLists } from "./entry.ts";

/** Bulk actions. */
export type BulkAct = "publish" | "schedule" | "unpublish" | "duplicate" | "delete";

export type BulkResult = Schemas["BulkResult"];

/** A bulk action and its entries. */
export interface BulkPlan {
  readonly act: BulkAct;
  readonly entries: readonly EntrySummary[];
}

interface ChangeEntries {
  readonly act: BulkAct;
  readonly ids: readonly string[];
  /** Number of entries already processed, when the action resumes after an error. */
  readonly from: number;
  /** Idempotency name of the action. It stays the same on a retry, so work whose response was lost is not repeated. */
  readonly name: string;
  /** For schedules, in ISO 8601. */
  readonly publishAt?: string;
  /** Called with the results so far while the remaining entries are processed. */
  readonly onProgress: (results: readonly BulkResult[]) => void;
}

/** Entries per request. Each request creates one commit. */
const TOGETHER = 500;

/** Publishing twice is harmless, but a repeated duplicate or delete would be noticeable. */
const NAMED: ReadonlySet<BulkAct> = new Set(["duplicate", "delete"]);

/** Applies an action to many entries, in batches of 500. */
export function useChangeEntries(): UseMutationResult<void, Error, ChangeEntries> {
  const site = useSiteId();
  const readLists = useRefetchLists();
  return useMutation({
    mutationFn: async ({ act, ids, from, name, publishAt, onProgress }) => {
      for (let at = from; at < ids.length; at += TOGETHER) {
        const entries = ids.slice(at, at + TOGETHER);
        const body =
          act === "schedule"
            ? { action: act, entries, ...(publishAt !== undefined && { publishAt }) }
            : { action: act, entries };
        const header = NAMED.has(act) ? { "Idempotency-Key": `${name}-${at}` } : {};
        const params = { path: { site }, header };
        const { results } = await readData(hq.POST("/sites/{site}/entries/bulk", { params, body }));
        onProgress(results);
      }
    },
    onSettled: readLists,
  });
}

const PAGE_ROWS = 100;

/** Loads all entries of a list across all pages. */
export function useCollectEntries(
  extras: Pick<ListExtras, "thumbnails"> = {},
): UseMutationResult<readonly EntrySummary[], Error, EntryList> {
  const site = useSiteId();
  return useMutation({
    mutationFn: async (list) => {
      const all: EntrySummary[] = [];
      let cursor: string | undefined;
      do {
        const page = await readPage(site, list, { cursor, limit: PAGE_ROWS, ...extras });
        all.push(...page.entries);
        cursor = page.cursor;
      } while (cursor !== undefined);
      // An entry saved while loading can appear on two pages.
      return [...new Map(all.map((entry) => [entry.id ?? entry, entry])).values()];
    },
  });
}
