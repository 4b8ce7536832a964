import {
  useMutation,
  type UseMutationResult,
  useQuery,
  type UseQueryResult,
} from "@tanstack/react-query";
import { basePath } from "../base-path.ts";
import { readData, hq, type Schemas } from "../client.ts";
import { type EntryBranch, useEntryPlace } from "../content/entry-place.ts";
import type { Entry } from "../content/entry.ts";

export type EntryPreview = Schemas["EntryPreview"];

export interface PreviewLink {
  readonly token: string;
  readonly expiresAt: string;
  /** Absent for a site without a Preview URL. */
  readonly address?: string;
}

/** Loads the saved version of an entry as it would be published. */
export function usePreview({ type, id, version }: Entry): UseQueryResult<EntryPreview> {
  const { site, change: n } = useEntryPlace();
  const part = n === undefined ? ["preview"] : ["changes", "entry", n, "preview"];
  return useQuery({
    queryKey: ["site", site, ...part, id, version],
    queryFn: () => {
      const path = { site, api_id: type, id };
      if (n === undefined) {
        const at = "/sites/{site}/types/{api_id}/entries/{id}/preview";
        return readData(hq.GET(at, { params: { path } }));
      }
      const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/preview";
      return readData(hq.GET(at, { params: { path: { ...path, n } } }));
    },
  });
}

/**
 * Creates a link that shows the saved entry on its site to anyone for one hour. For a change request, it shows all of
 * its changes.
 */
export function useCreatePreviewLink({
  type,
  id,
}: Entry): UseMutationResult<PreviewLink, Error, void> {
  const { site, change: n } = useEntryPlace();
  return useMutation({
    mutationFn: () => {
      if (n === undefined) {
        const params = { path: { site, api_id: type, id } };
        const at = "/sites/{site}/types/{api_id}/entries/{id}/preview-token";
        return readData(hq.POST(at, { params }));
      }
      const params = { path: { site, n } };
      return readData(hq.POST("/sites/{site}/changes/{n}/preview-token", { params }));
    },
  });
}

/** Returns the URL of HQ's preview page, which frames the site. */
export function previewPageUrl({ site, change }: EntryBranch, { type, id }: Entry): string {
  const at = `${basePath()}/api/manage/sites/${site}`;
  return change === undefined
    ? `${at}/types/${type}/entries/${id}/preview-page`
    : `${at}/changes/${change}/preview-page?entry=${id}`;
}
