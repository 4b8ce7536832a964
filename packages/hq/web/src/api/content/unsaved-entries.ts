import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { readData, hq } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { hqStorage } from "./working-copy.ts";

/** A new entry that was never saved. It exists only as unsaved changes at HQ. */
export interface UnsavedEntry {
  readonly type: string;
  /** The name under which its changes are stored. */
  readonly id: string;
  /** ISO 8601. */
  readonly keptAt: string;
  /** Its first non-empty text. */
  readonly text: string | undefined;
}

const MOST = 5;

/** Returns a function that refetches the list after an entry was saved or discarded. */
export function useRefetchUnsavedEntries(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return useCallback(
    () => void queries.invalidateQueries({ queryKey: ["site", site, "begun"] }),
    [queries, site],
  );
}

/** Loads the current user's unsaved new entries of a site, newest first. */
export function useUnsavedEntries(): UseQueryResult<readonly UnsavedEntry[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "begun"],
    queryFn: async () => {
      const params = { path: { site } };
      const { workingCopies } = await readData(hq.GET("/sites/{site}/working-copies", { params }));
      const unsaved = workingCopies.filter(
        ({ id, change }) => change === undefined && id.startsWith("new:"),
      );
      return Promise.all(
        unsaved.slice(0, MOST).map(async ({ type, id, keptAt }) => {
          const copy = await hqStorage({ site, change: undefined, type, id }).read();
          return { type, id, keptAt, text: Object.values(copy?.words.fields ?? {}).find(isText) };
        }),
      );
    },
    refetchOnMount: "always",
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
