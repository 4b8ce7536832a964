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
import { answer, hq, type Schemas } from "../client.ts";
import { readWithoutDeleted } from "../queries.ts";
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
  /** Only what is in it, or below it. */
  readonly folder: string | undefined;
}

/** A folder, and how many files are in it, without those of folders below it. */
export interface MediaFolder {
  readonly folder: string;
  readonly files: number;
}

interface MediaPage {
  readonly media: readonly Media[];
  readonly total: number;
  /** On the first page. */
  readonly counts?: MediaCounts;
  readonly folders?: readonly MediaFolder[];
  readonly cursor?: string;
}

const PAGE_ROWS = 60;

/** The library page by page. */
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
      return answer(hq.GET("/sites/{site}/media", { params: { path: { site }, query } }));
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

export type MediaUser = Schemas["Link"];

/** Which entries show a file. */
export function useMediaUsers(id: string): UseQueryResult<readonly MediaUser[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "users", id],
    queryFn: async () => {
      const params = { path: { site, id } };
      return (await answer(hq.GET("/sites/{site}/media/{id}/references", { params }))).references;
    },
  });
}

/** What was done to a file, the newest first; nothing until it is asked for. */
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
      return (await answer(hq.GET("/sites/{site}/media/{id}/history", { params }))).changes;
    },
  });
}

export interface MediaEdit {
  readonly alt?: string;
  readonly filename?: string;
  /** Null for the middle. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | null;
}

/** Changes the version of a file that is shown. */
export function useEditMedia({
  id,
  version,
}: Pick<Media, "id" | "version">): UseMutationResult<Media, Error, MediaEdit> {
  const site = useSiteId();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body) => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, id }, header };
      return answer(hq.PATCH("/sites/{site}/media/{id}", { params, body }));
    },
    onSuccess: readAgain,
  });
}

/** Every folder that has files. */
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
      return (await answer(hq.GET("/sites/{site}/media", { params }))).folders ?? [];
    },
  });
}

export interface MoveMedia {
  readonly ids: readonly string[];
  /** Empty for none. */
  readonly folder: string;
}

/** Puts files into a folder, one after the other: each is a version of its own. */
export function useMoveMedia(): UseMutationResult<unknown, Error, MoveMedia> {
  const site = useSiteId();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: async ({ ids, folder }) => {
      const body = { folder: folder === "" ? null : folder };
      for (const id of ids) {
        const params = { path: { site, id } };
        await answer(hq.PATCH("/sites/{site}/media/{id}", { params, body }));
      }
    },
    // Some may be there when one is refused.
    onSettled: readAgain,
  });
}

export interface FetchMedia {
  readonly url: string;
  readonly folder: string;
  readonly ifKnown: "add" | "refuse";
}

/** Has HQ fetch a file from an address. */
export function useFetchMedia(): UseMutationResult<Media, Error, FetchMedia> {
  const site = useSiteId();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body) =>
      answer(hq.POST("/sites/{site}/media/fetch", { params: { path: { site } }, body })),
    onSuccess: readAgain,
  });
}

export interface MediaUsage {
  readonly used: number;
  /** Null where there is none. */
  readonly limit: number | null;
}

/** How full the media storage of the site's workspace is. */
export function useMediaUsage(): UseQueryResult<MediaUsage> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "media", "usage"],
    queryFn: async () =>
      (await answer(hq.GET("/sites/{site}/usage", { params: { path: { site } } }))).mediaBytes,
  });
}

/** Deletes the version of a file that is shown; HQ refuses while something live shows it. */
export function useDeleteMedia({ id, version }: Media): UseMutationResult<unknown, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => {
      const header = { "If-Match": `"${version}"` };
      const params = { path: { site, id }, header };
      return answer(hq.DELETE("/sites/{site}/media/{id}", { params }));
    },
    onSuccess: () => void readWithoutDeleted(queries, [["site", site, "media"]]),
  });
}

/** Has everything that shows media read again. */
function useReadAgain(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["site", site, "media"] });
}
