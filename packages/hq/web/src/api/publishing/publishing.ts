import {
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { type Entry, useSettled } from "../content/entry.ts";
import { useSiteId } from "../sites.ts";

export type PublishCheck = Schemas["PublishCheck"];
export type FieldChange = Schemas["FieldChange"];

/** What publishing the saved version would meet, and change on the live site. */
export function usePublishCheck(entry: Entry | undefined): UseQueryResult<PublishCheck> {
  const site = useSiteId();
  const { type = "", id, version, slug, live } = entry ?? {};
  return useQuery({
    queryKey: ["site", site, "entry", type, id, "check", version, slug, live?.version],
    enabled: id !== undefined,
    queryFn: () => {
      const params = { path: { site, api_id: type, id: id ?? "" } };
      return answer(hq.GET("/sites/{site}/types/{api_id}/entries/{id}/validate", { params }));
    },
  });
}

/** Makes the working version what is live again. */
export function useDiscard(entry: Entry): UseMutationResult<Entry, Error, void> {
  const site = useSiteId();
  const { type, id, version } = entry;
  const settle = useSettled(type);
  return useMutation({
    mutationFn: () => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, api_id: type, id }, header };
      return answer(hq.POST("/sites/{site}/types/{api_id}/entries/{id}/discard", { params }));
    },
    onSuccess: settle,
  });
}
