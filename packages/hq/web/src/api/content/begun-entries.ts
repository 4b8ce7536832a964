import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { answer, hq } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { hqPlace } from "./working-copy.ts";

/** An entry that was begun and never saved: there is nothing of it but the words that HQ keeps. */
export interface BegunEntry {
  readonly type: string;
  /** The name under which its words are kept. */
  readonly id: string;
  /** ISO 8601. */
  readonly keptAt: string;
  /** The first text of it. */
  readonly text: string | undefined;
}

const MOST = 5;

/** Has the list read again, where what was begun is saved or dropped. */
export function useReadBegun(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return useCallback(
    () => void queries.invalidateQueries({ queryKey: ["site", site, "begun"] }),
    [queries, site],
  );
}

/** What the person who is signed in began on a site and did not save, the last first. */
export function useBegunEntries(): UseQueryResult<readonly BegunEntry[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "begun"],
    queryFn: async () => {
      const params = { path: { site } };
      const { workingCopies } = await answer(hq.GET("/sites/{site}/working-copies", { params }));
      const begun = workingCopies.filter(
        ({ id, change }) => change === undefined && id.startsWith("new:"),
      );
      return Promise.all(
        begun.slice(0, MOST).map(async ({ type, id, keptAt }) => {
          const copy = await hqPlace({ site, change: undefined, type, id }).read();
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
