import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { refetchWithoutDeleted } from "../queries.ts";
import { useSiteId } from "../sites.ts";
import type { Media } from "./media.ts";

export type MediaFilter = "image" | "video" | "audio" | "document" | "unused" | "missingAlt";
export type MediaOrder =
  | "-createdAt"
  | "createdAt"
  | "filename"
  | "-filename"
  | "byteSize"
  | "-byteSize"
  | "mimeType"
  | "-mimeType"
  | "uses"
  | "-uses";
export type MediaCounts = Schemas["MediaCounts"];

export interface MediaList {
  readonly filter: MediaFilter | undefined;
  readonly order: MediaOrder;
  readonly search: string;
  /** Restricts the list to this folder and its subfolders. */
  readonly folder: string | undefined;
}

/** A folder and its number of files, excluding subfolders. */
export interface MediaFolder {
  readonly folder: string;
  readonly files: number;
}

interface MediaPage {
  readonly media: readonly Media[];
  readonly total: number;
  /** Only on the first page. */
  readonly counts?: MediaCounts;
  readonly folders?: readonly MediaFolder[];
  readonly cursor?: string;
}

const PAGE_ROWS = 60;

/** Loads the media library page by page. */
export function useMediaPages({
  filter,
  order,
  search,
  folder,
}: MediaList): UseInfiniteQueryResult<InfiniteData<MediaPage>> {
  const site = useSiteId();
  return useInfiniteQuery({
    queryKey: ["site", site, "media", "pages", filter, order, search, folder],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => {
      const query = {
        limit: PAGE_ROWS,
        order,
        ...(search !== "" && { q: search }),
        ...(folder !== undefined && { folder }),
        ...narrowed(filter),
        ...(cursor === undefined ? ({ counts: "true" } as const) : { cursor }),
      };
      return readData(hq.GET("/sites/{site}/media", { params: { path: { site }, query } }));
    },
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: (before) => before,
  });
}

function narrowed(filter: MediaFilter | undefined) {
  if (filter === "unused") return { unused: "true" } as const;
  if (filter === "missingAlt") return { missingAlt: "true" } as const;
  return filter === undefined ? {} : { kind: filter };
}

export type MediaUser = Schemas["Reference"];

/** Loads the entries that use a file. */
export function useMediaUsers(id: string): UseQueryResult<readonly MediaUser[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "users", id],
    queryFn: async () => {
      const params = { path: { site, id } };
      return (await readData(hq.GET("/sites/{site}/media/{id}/references", { params }))).references;
    },
  });
}

/** Loads the history of a file, newest first. Disabled until requested. */
export function useMediaHistory(
  id: string,
  { enabled }: { readonly enabled: boolean },
): UseQueryResult<readonly Schemas["MediaChange"][]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "history", id],
    enabled,
    queryFn: async () => {
      const params = { path: { site, id } };
      return (await readData(hq.GET("/sites/{site}/media/{id}/history", { params }))).changes;
    },
  });
}

export interface MediaEdit {
  readonly alt?: string;
  readonly filename?: string;
  /** Null for the center. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | null;
}

/** Updates the displayed version of a file. */
export function useEditMedia({
  id,
  version,
}: Pick<Media, "id" | "version">): UseMutationResult<Media, Error, MediaEdit> {
  const site = useSiteId();
  const readAgain = useRefetchMedia();
  return useMutation({
    mutationFn: (body) => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, id }, header };
      return readData(hq.PATCH("/sites/{site}/media/{id}", { params, body }));
    },
    onSuccess: readAgain,
  });
}

/** Loads all folders that contain files. */
export function useMediaFolders({
  enabled,
}: {
  readonly enabled: boolean;
}): UseQueryResult<readonly MediaFolder[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "folders"],
    enabled,
    queryFn: async () => {
      const query = { limit: 1, counts: "true" } as const;
      const params = { path: { site }, query };
      return (await readData(hq.GET("/sites/{site}/media", { params }))).folders ?? [];
    },
  });
}

export interface MoveMedia {
  readonly ids: readonly string[];
  /** Empty for no folder. */
  readonly folder: string;
}

/** Moves files to a folder, one at a time. Each move creates a version. */
export function useMoveMedia(): UseMutationResult<unknown, Error, MoveMedia> {
  const site = useSiteId();
  const readAgain = useRefetchMedia();
  return useMutation({
    mutationFn: async ({ ids, folder }) => {
      const body = { folder: folder === "" ? null : folder };
      for (const id of ids) {
        const params = { path: { site, id } };
        await readData(hq.PATCH("/sites/{site}/media/{id}", { params, body }));
      }
    },
    // Some files may have been moved before one was refused.
    onSettled: readAgain,
  });
}

export interface FetchMedia {
  readonly url: string;
  readonly folder: string;
  readonly ifKnown: "add" | "refuse";
}

/** Has HQ import a file from a URL. */
export function useFetchMedia(): UseMutationResult<Media, Error, FetchMedia> {
  const site = useSiteId();
  const readAgain = useRefetchMedia();
  return useMutation({
    mutationFn: (body) =>
      readData(hq.POST("/sites/{site}/media/fetch", { params: { path: { site } }, body })),
    onSuccess: readAgain,
  });
}

export interface MediaUsage {
  readonly used: number;
  /** Null for no limit. */
  readonly limit: number | null;
}

/** Loads the media storage usage of the site's workspace. */
export function useMediaUsage(): UseQueryResult<MediaUsage> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "usage"],
    queryFn: async () =>
      (await readData(hq.GET("/sites/{site}/usage", { params: { path: { site } } }))).mediaBytes,
  });
}

/** Deletes the displayed version of a file. HQ refuses while live content uses it. */
export function useDeleteMedia({ id, version }: Media): UseMutationResult<unknown, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, id }, header };
      return readData(hq.DELETE("/sites/{site}/media/{id}", { params }));
    },
    onSuccess: () => void refetchWithoutDeleted(queries, [["site", site, "media"]]),
  });
}

/** Returns a function that refetches everything that shows media. */
function useRefetchMedia(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["site", site, "media"] });
}
