import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type SiteAct = Schemas["Activity"];

/** Loads the latest activity at the site, newest first. */
export function useActivity(limit: number): UseQueryResult<readonly SiteAct[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "activity", limit],
    queryFn: async () => {
      const params = { path: { site }, query: { limit } };
      return (await readData(hq.GET("/sites/{site}/activity", { params }))).activity;
    },
  });
}

/** Loads the problems with files of the site, for example from pushes. */
export function useFileProblems(): UseQueryResult<readonly Schemas["FileProblem"][]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "problems"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await readData(hq.GET("/sites/{site}/problems", { params }))).problems;
    },
  });
}
