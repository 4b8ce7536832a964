import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type ChangeChecks = Schemas["ChangeChecks"];

/** What accepting a proposal would mean; of one that is over nothing is checked. */
export function useChecks(n: number, isOpen: boolean): UseQueryResult<ChangeChecks> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "changes", "checks", n],
    enabled: isOpen,
    queryFn: () =>
      answer(hq.GET("/sites/{site}/changes/{n}/checks", { params: { path: { site, n } } })),
  });
}
