import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { type EntrySummary, readPage } from "../content/entries.ts";
import { type Entry, useCacheSavedEntry } from "../content/entry.ts";
import { useSiteId } from "../sites.ts";

export type ScheduleFailure = Schemas["ScheduleFailure"];

/** When an entry is published and unpublished, in ISO 8601; an omitted time is removed. */
export interface EntryTimes {
  readonly publishAt?: string;
  readonly unpublishAt?: string;
}

const READ_AGAIN_MS = 60_000;

/** Loads the scheduled changes of single entries that failed. */
export function useScheduleFailures(): UseQueryResult<readonly ScheduleFailure[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "schedule"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await readData(hq.GET("/sites/{site}/schedule", { params }))).failures;
    },
    refetchInterval: READ_AGAIN_MS,
  });
}

const PAGE_ROWS = 100;
/** Upper limit of pages loaded for the calendar. */
const MOST_PAGES = 20;

/** Loads all entries with a pending scheduled time. */
export function useScheduledEntries(): UseQueryResult<readonly EntrySummary[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "entries", "scheduled"],
    queryFn: async ({ signal }) => {
      const list = { state: "scheduled", search: "", order: "-updatedAt" } as const;
      const all: EntrySummary[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const page = await readPage(site, list, { cursor, limit: PAGE_ROWS, signal });
        all.push(...page.entries);
        cursor = page.cursor;
        if (cursor === undefined) break;
      }
      return all;
    },
  });
}

/** Sets the schedule of an entry. Omitting both times removes it. */
export function useScheduleEntry({
  type,
  id,
  version,
}: Entry): UseMutationResult<Entry, Error, EntryTimes> {
  const site = useSiteId();
  const queries = useQueryClient();
  const settle = useCacheSavedEntry(type);
  return useMutation({
    mutationFn: (body) => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, api_id: type, id }, header };
      const path = "/sites/{site}/types/{api_id}/entries/{id}/schedule";
      return Object.keys(body).length === 0
        ? readData(hq.DELETE(path, { params }))
        : readData(hq.PUT(path, { params, body }));
    },
    onSuccess: (entry) => {
      settle(entry);
      for (const part of ["schedule", "notices"]) {
        void queries.invalidateQueries({ queryKey: ["site", site, part] });
      }
    },
  });
}
