import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type SitePerson = Schemas["SiteMember"];

/** Everyone who sees the site, with what they may do there. */
export function useSitePeople(): UseQueryResult<readonly SitePerson[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "access"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await answer(hq.GET("/sites/{site}/access", { params }))).access;
    },
  });
}
