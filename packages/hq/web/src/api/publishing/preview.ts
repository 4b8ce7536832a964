import {
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import type { Entry } from "../content/entry.ts";
import { useSiteId } from "../sites.ts";

export type EntryPreview = Schemas["EntryPreview"];

export interface PreviewLink {
  readonly token: string;
  readonly expiresAt: string;
  /** Absent for a site without a Preview URL. */
  readonly address?: string;
}

/** An entry as it would be published, as it is saved. */
export function usePreview({ type, id, version }: Entry): UseQueryResult<EntryPreview> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "preview", id, version],
    queryFn: () => {
      const params = { path: { site, api_id: type, id } };
      return answer(hq.GET("/sites/{site}/types/{api_id}/entries/{id}/preview", { params }));
    },
  });
}

/** Makes a link with which anybody sees the entry on its site as it is saved, for an hour. */
export function useMakePreviewLink({
  type,
  id,
}: Entry): UseMutationResult<PreviewLink, Error, void> {
  const site = useSiteId();
  return useMutation({
    mutationFn: () => {
      const params = { path: { site, api_id: type, id } };
      return answer(hq.POST("/sites/{site}/types/{api_id}/entries/{id}/preview-token", { params }));
    },
  });
}

/** Address of HQ's page around the site. */
export function previewPageOf(site: string, { type, id }: Entry): string {
  return `/api/manage/sites/${site}/types/${type}/entries/${id}/preview-page`;
}
