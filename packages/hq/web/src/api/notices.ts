import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "./client.ts";
import { useSiteId } from "./sites.ts";

export type Notice = Schemas["Notice"];

const READ_AGAIN_MS = 60_000;

/** Loads the failures of the site that need attention. */
export function useNotices(): UseQueryResult<readonly Notice[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "notices"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await readData(hq.GET("/sites/{site}/notices", { params }))).notices;
    },
    refetchInterval: READ_AGAIN_MS,
  });
}
