import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSession } from "../session.ts";
import { entryKey, useEntryPlace } from "./entry-place.ts";
import type { Entry } from "./entry.ts";

type HistoryEvent = Schemas["HistoryEvent"];

const READ = 10;

/**
 * Loads the last person other than the current user who saved an entry recently; null if none. Queried per version
 * `of`.
 */
export function useOtherEditor(
  entry: Entry | undefined,
  of: string | undefined,
): UseQueryResult<HistoryEvent | null> {
  const { type = "", id } = entry ?? {};
  const place = useEntryPlace();
  const { data: session } = useSession();
  const own = session?.user.email;
  return useQuery({
    queryKey: entryKey(place, type, id, "other-writer", of),
    enabled: id !== undefined && of !== undefined,
    staleTime: Infinity,
    queryFn: async () => {
      // Change requests have no history per entry.
      if (place.change !== undefined) return null;
      const params = {
        path: { site: place.site, api_id: type, id: id ?? "" },
        query: { limit: READ },
      };
      const { events } = await readData(
        hq.GET("/sites/{site}/types/{api_id}/entries/{id}/history", { params }),
      );
      const saves = events.filter(({ kind }) => kind !== "publish" && kind !== "unpublish");
      return saves.find(({ author }) => author.email !== own) ?? null;
    },
  });
}
