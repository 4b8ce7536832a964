import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSession } from "../people/session.ts";
import { entryKey, useEntryPlace } from "./entry-place.ts";
import type { Entry } from "./entry.ts";

type HistoryEvent = Schemas["HistoryEvent"];

const READ = 10;

/** Who saved an entry last besides oneself; null where nobody did lately. Asked for each version `of` which it matters. */
export function useOtherWriter(
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
      // Of a proposal there is no history by entry.
      if (place.change !== undefined) return null;
      const params = {
        path: { site: place.site, api_id: type, id: id ?? "" },
        query: { limit: READ },
      };
      const { events } = await answer(
        hq.GET("/sites/{site}/types/{api_id}/entries/{id}/history", { params }),
      );
      const saves = events.filter(({ kind }) => kind !== "publish" && kind !== "unpublish");
      return saves.find(({ author }) => author.email !== own) ?? null;
    },
  });
}
