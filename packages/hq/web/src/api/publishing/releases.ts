import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type Release = Schemas["Release"];

/** What a person says of a release. */
export interface ReleaseWords {
  readonly title: string;
  /** ISO 8601; null where it is published by hand. */
  readonly publishAt: string | null;
  readonly entries: string[];
}

/** The releases of the site, the newest first. */
export function useReleases(): UseQueryResult<readonly Release[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "releases"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await answer(hq.GET("/sites/{site}/releases", { params }))).releases;
    },
  });
}

/** Plans a release, or changes the one that is given. */
export function useWriteRelease(
  release: Release | undefined,
): UseMutationResult<Release, Error, ReleaseWords> {
  const site = useSiteId();
  const onSuccess = useReadSite();
  return useMutation({
    mutationFn: (body) => {
      if (release === undefined) {
        return answer(hq.POST("/sites/{site}/releases", { params: { path: { site } }, body }));
      }
      const params = { path: { site, id: release.id } };
      return answer(hq.PATCH("/sites/{site}/releases/{id}", { params, body }));
    },
    onSuccess,
  });
}

interface AddToRelease {
  /** Absent for a new one. */
  readonly release: Release | undefined;
  /** Of a new one. */
  readonly title: string;
  /** Ids. */
  readonly entries: readonly string[];
}

/** Has more entries published together with those of a release, or plans one, without a time, for them. */
export function useAddToRelease(): UseMutationResult<Release, Error, AddToRelease> {
  const site = useSiteId();
  const onSuccess = useReadSite();
  return useMutation({
    mutationFn: ({ release, title, entries }) => {
      if (release === undefined) {
        const body = { title, entries: [...entries] };
        return answer(hq.POST("/sites/{site}/releases", { params: { path: { site } }, body }));
      }
      const params = { path: { site, id: release.id } };
      const body = { entries: [...new Set([...release.entries, ...entries])] };
      return answer(hq.PATCH("/sites/{site}/releases/{id}", { params, body }));
    },
    onSuccess,
  });
}

export function useDeleteRelease({ id }: Release): UseMutationResult<unknown, Error, void> {
  const site = useSiteId();
  const onSuccess = useReadSite();
  return useMutation({
    mutationFn: () =>
      done(hq.DELETE("/sites/{site}/releases/{id}", { params: { path: { site, id } } })),
    onSuccess,
  });
}

export function usePublishRelease({ id }: Release): UseMutationResult<Release, Error, void> {
  const site = useSiteId();
  const onSuccess = useReadSite();
  return useMutation({
    mutationFn: () => {
      const params = { path: { site, id } };
      return answer(hq.POST("/sites/{site}/releases/{id}/publish", { params }));
    },
    onSuccess,
  });
}

/** A release or a roll-back changes states, counts and lists: all of the site is read again. */
export function useReadSite(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["site", site] });
}
