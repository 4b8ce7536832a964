import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type ChangeChecks = Schemas["ChangeRequestChecks"];

/** Loads the merge checks of a change request. Closed ones are not checked. */
export function useChecks(n: number, isOpen: boolean): UseQueryResult<ChangeChecks> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "checks", n],
    enabled: isOpen,
    queryFn: () =>
      readData(hq.GET("/sites/{site}/changes/{n}/checks", { params: { path: { site, n } } })),
  });
}
