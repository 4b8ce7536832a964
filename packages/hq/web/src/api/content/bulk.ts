import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { type EntryList, type EntrySummary, readPage } from "./entries.ts";
import { useReadLists } from "./entry.ts";

/** What can be done to many entries. */
export type BulkAct = "publish" | "schedule" | "unpublish" | "duplicate" | "delete";

export type BulkResult = Schemas["BulkResult"];

interface ChangeEntries {
  readonly act: BulkAct;
  readonly ids: readonly string[];
  /** Of a schedule: ISO 8601. */
  readonly publishAt?: string;
  /** Told what became of those that are through, as the others go on. */
  readonly onProgress: (results: readonly BulkResult[]) => void;
}

/** So many entries go in one request, and are one saved version. */
const TOGETHER = 500;

/** Does something to many entries, some hundreds at a time. */
export function useChangeEntries(): UseMutationResult<void, Error, ChangeEntries> {
  const site = useSiteId();
  const readLists = useReadLists();
  return useMutation({
    mutationFn: async ({ act, ids, publishAt, onProgress }) => {
      for (let at = 0; at < ids.length; at += TOGETHER) {
        const entries = ids.slice(at, at + TOGETHER);
        const body =
          act === "schedule"
            ? { action: act, entries, ...(publishAt !== undefined && { publishAt }) }
            : { action: act, entries };
        const params = { path: { site } };
        const { results } = await answer(hq.POST("/sites/{site}/entries/bulk", { params, body }));
        onProgress(results);
      }
    },
    onSettled: readLists,
  });
}

const PAGE_ROWS = 100;

/** Reads every entry that a list asks for, over all its pages. */
export function useCollectEntries(): UseMutationResult<readonly EntrySummary[], Error, EntryList> {
  const site = useSiteId();
  return useMutation({
    mutationFn: async (list) => {
      const all: EntrySummary[] = [];
      let cursor: string | undefined;
      do {
        const page = await readPage(site, list, { cursor, limit: PAGE_ROWS });
        all.push(...page.entries);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return all;
    },
  });
}
