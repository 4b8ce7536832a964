import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { type EntryList, type EntrySummary, type ListExtras, readPage } from "./entries.ts";
import { useReadLists } from "./entry.ts";

/** What can be done to many entries. */
export type BulkAct = "publish" | "schedule" | "unpublish" | "duplicate" | "delete";

export type BulkResult = Schemas["BulkResult"];

/** What is about to be done to which entries. */
export interface BulkPlan {
  readonly act: BulkAct;
  readonly entries: readonly EntrySummary[];
}

interface ChangeEntries {
  readonly act: BulkAct;
  readonly ids: readonly string[];
  /** How many of them are through already, where it goes on after something went wrong. */
  readonly from: number;
  /** Of this work, the same when it goes on: what was done, and its answer lost, is not done again. */
  readonly name: string;
  /** Of a schedule: ISO 8601. */
  readonly publishAt?: string;
  /** Told what became of those that are through, as the others go on. */
  readonly onProgress: (results: readonly BulkResult[]) => void;
}

/** So many entries go in one request, and are one saved version. */
const TOGETHER = 500;

/** What is live twice is live; a second copy, or an entry that is gone already, would be seen. */
const NAMED: ReadonlySet<BulkAct> = new Set(["duplicate", "delete"]);

/** Does something to many entries, some hundreds at a time. */
export function useChangeEntries(): UseMutationResult<void, Error, ChangeEntries> {
  const site = useSiteId();
  const readLists = useReadLists();
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
        const { results } = await answer(hq.POST("/sites/{site}/entries/bulk", { params, body }));
        onProgress(results);
      }
    },
    onSettled: readLists,
  });
}

const PAGE_ROWS = 100;

/** Reads every entry that a list asks for, over all its pages. */
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
      // One that was saved while the pages were read may be on two of them.
      return [...new Map(all.map((entry) => [entry.id ?? entry, entry])).values()];
    },
  });
}
