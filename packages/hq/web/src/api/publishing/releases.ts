import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";

export type Release = Schemas["Release"];

/** The editable fields of a release. */
export interface ReleaseFields {
  readonly title: string;
  /** ISO 8601; null if it is published manually. */
  readonly publishAt: string | null;
  readonly entries: string[];
}

/** Loads the releases of the site, newest first. */
export function useReleases(): UseQueryResult<readonly Release[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, "releases"],
    queryFn: async () => {
      const params = { path: { site } };
      return (await readData(hq.GET("/sites/{site}/releases", { params }))).releases;
    },
  });
}

/** Creates a release, or updates the given one. */
export function useSaveRelease(
  release: Release | undefined,
): UseMutationResult<Release, Error, ReleaseFields> {
  const site = useSiteId();
  const onSuccess = useRefetchSite();
  return useMutation({
    mutationFn: (body) => {
      if (release === undefined) {
        return readData(hq.POST("/sites/{site}/releases", { params: { path: { site } }, body }));
      }
      const params = { path: { site, id: release.id } };
      return readData(hq.PATCH("/sites/{site}/releases/{id}", { params, body }));
    },
    onSuccess,
  });
}

interface AddToRelease {
  /** Absent for a new one. */
  readonly release: Release | undefined;
  /** Title of a new release. */
  readonly title: string;
  /** Ids. */
  readonly entries: readonly string[];
}

/** Adds entries to a release, or creates an unscheduled release for them. */
export function useAddToRelease(): UseMutationResult<Release, Error, AddToRelease> {
  const site = useSiteId();
  const onSuccess = useRefetchSite();
  return useMutation({
    mutationFn: ({ release, title, entries }) => {
      if (release === undefined) {
        const body = { title, entries: [...entries] };
        return readData(hq.POST("/sites/{site}/releases", { params: { path: { site } }, body }));
      }
      const params = { path: { site, id: release.id } };
      const body = { entries: [...new Set([...release.entries, ...entries])] };
      return readData(hq.PATCH("/sites/{site}/releases/{id}", { params, body }));
    },
    onSuccess,
  });
}

export function useDeleteRelease({ id }: Release): UseMutationResult<unknown, Error, void> {
  const site = useSiteId();
  const onSuccess = useRefetchSite();
  return useMutation({
    mutationFn: () =>
      expectSuccess(hq.DELETE("/sites/{site}/releases/{id}", { params: { path: { site, id } } })),
    onSuccess,
  });
}

export function usePublishRelease({ id }: Release): UseMutationResult<Release, Error, void> {
  const site = useSiteId();
  const onSuccess = useRefetchSite();
  return useMutation({
    mutationFn: () => {
      const params = { path: { site, id } };
      return readData(hq.POST("/sites/{site}/releases/{id}/publish", { params }));
    },
    onSuccess,
  });
}

/**
 * Returns a function that refetches the whole site, because a release or rollback changes states, counts, and lists.
 */
export function useRefetchSite(): () => void {
  const site = useSiteId();
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["site", site] });
}
