import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type Media = Schemas["Media"];

export function useMedia(id: string | undefined): UseQueryResult<Media> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "one", id],
    enabled: id !== undefined,
    queryFn: () =>
      readData(hq.GET("/sites/{site}/media/{id}", { params: { path: { site, id: id ?? "" } } })),
  });
}

/** Returns a function that resolves the thumbnail URL of an image, for code that renders outside React. */
export function useThumbnailUrl(): (id: string) => Promise<string | undefined> {
  const site = useSiteId();
  const queries = useQueryClient();
  return async (id) => {
    const media = await queries.ensureQueryData({
      queryKey: ["site", site, "media", "one", id],
      queryFn: () =>
        readData(hq.GET("/sites/{site}/media/{id}", { params: { path: { site, id } } })),
    });
    return thumbnailUrl(media);
  };
}

const FOUND_ROWS = 48;

/** Loads the newest media, or the search results. */
export function useMediaLibrary(search: string): UseQueryResult<readonly Media[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "library", search],
    queryFn: async () => {
      const query = { limit: FOUND_ROWS, ...(search !== "" && { q: search }) };
      const { media } = await readData(
        hq.GET("/sites/{site}/media", { params: { path: { site }, query } }),
      );
      return media;
    },
  });
}

/** Returns the thumbnail URL; undefined for files that are not images. */
export function thumbnailUrl({ contentUrl, variants, mime_type }: Media): string | undefined {
  if (!mime_type.startsWith("image/")) return undefined;
  const [small] = variants
    .filter(({ format }) => format === "webp")
    .toSorted((one, other) => one.width - other.width);
  return small === undefined ? contentUrl : `${contentUrl}?variant=${small.width}.webp`;
}
