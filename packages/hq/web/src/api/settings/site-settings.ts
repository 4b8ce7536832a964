import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { type Site, useSiteId } from "../sites.ts";

export type SiteSettings = Schemas["SiteSettings"];
export type SvgRule = Schemas["SvgRule"];

const SETTINGS = ["settings"];

interface SiteChange {
  readonly name?: string;
  readonly previewUrl?: string | null;
  readonly integrationMode?: boolean;
  readonly reviewRequired?: boolean;
}

/** Updates the site settings that HQ stores outside the repository. */
export function useChangeSite(): UseMutationResult<Site, Error, SiteChange> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SiteChange) =>
      readData(hq.PATCH("/sites/{site}", { params: { path: { site } }, body })),
    onSuccess: async (changed) => {
      queries.setQueryData(["site", site], changed);
      await queries.invalidateQueries({ queryKey: ["workspaces"], exact: true });
    },
  });
}

/** Loads the settings from the site file: URL paths, folders, time zone, and SVG handling. */
export function useSiteSettings(): UseQueryResult<SiteSettings> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...SETTINGS],
    queryFn: () => readData(hq.GET("/sites/{site}/settings", { params: { path: { site } } })),
  });
}

interface SettingsChange {
  /** By API ID; null removes a path. */
  readonly routes?: Record<string, string | null>;
  readonly paths?: Record<string, string | null>;
  /** IANA name. */
  readonly timeZone?: string;
  readonly media?: { readonly svg: SvgRule };
}

export function useChangeSettings(): UseMutationResult<SiteSettings, Error, SettingsChange> {
  return useSiteMutation(SETTINGS, (site, body: SettingsChange) => {
    return readData(hq.PATCH("/sites/{site}/settings", { params: { path: { site } }, body }));
  });
}

/** Checks whether a page responds at a URL and allows framing. */
export function useCheckPreview(): UseMutationResult<Schemas["PreviewCheck"], Error, string> {
  const site = useSiteId();
  return useMutation({
    mutationFn: (url: string) => {
      const params = { path: { site } };
      return readData(hq.POST("/sites/{site}/preview-check", { params, body: { url } }));
    },
  });
}
