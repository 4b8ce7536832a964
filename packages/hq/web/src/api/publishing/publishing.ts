import {
  useMutation,
  type UseMutationResult,
  useQueries,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import type { EntrySummary } from "../content/entries.ts";
import { type EntryBranch, entryKey, useEntryPlace } from "../content/entry-place.ts";
import { type Entry, useCacheSavedEntry } from "../content/entry.ts";
import { useSiteId } from "../sites.ts";

export type PublishCheck = Schemas["PublishCheck"];
export type FieldChange = Schemas["FieldChange"];

/** Loads the problems with publishing the saved version, and its effects on the live site. */
export function usePublishCheck(entry: Entry | undefined): UseQueryResult<PublishCheck> {
  const place = useEntryPlace();
  const { type = "", id, version, slug, live } = entry ?? {};
  return useQuery({
    queryKey: entryKey(place, type, id, "check", version, slug, live?.version),
    enabled: id !== undefined,
    queryFn: () => readCheck(place, type, id ?? ""),
  });
}

type Checked = Pick<EntrySummary, "id" | "type" | "version" | "slug">;

/** Loads the publish checks of several entries, in order. */
export function usePublishChecks(
  entries: readonly (Checked & { readonly live?: { readonly version: number } })[],
): readonly Pick<UseQueryResult<PublishCheck>, "data" | "error">[] {
  const place = useEntryPlace();
  return useQueries({
    queries: entries.map(({ type, id, version, slug, live }) => ({
      queryKey: entryKey(place, type, id, "check", version, slug, live?.version),
      enabled: id !== undefined,
      queryFn: () => readCheck(place, type, id ?? ""),
    })),
    combine: (results) => results.map(({ data, error }) => ({ data, error })),
  });
}

function readCheck(
  { site, change: n }: EntryBranch,
  type: string,
  id: string,
): Promise<PublishCheck> {
  const path = { site, api_id: type, id };
  if (n === undefined) {
    const at = "/sites/{site}/types/{api_id}/entries/{id}/validate";
    return readData(hq.GET(at, { params: { path } }));
  }
  const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/validate";
  return readData(hq.GET(at, { params: { path: { ...path, n } } }));
}

/** Reverts the working version to the live version. */
export function useDiscard(entry: Entry): UseMutationResult<Entry, Error, void> {
  const site = useSiteId();
  const { type, id, version } = entry;
  const settle = useCacheSavedEntry(type);
  return useMutation({
    mutationFn: () => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, api_id: type, id }, header };
      return readData(hq.POST("/sites/{site}/types/{api_id}/entries/{id}/discard", { params }));
    },
    onSuccess: settle,
  });
}
