import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

export type ReadKey = Schemas["ApiKey"];
export type DraftKey = Schemas["DraftKey"];

const KEYS = ["keys"];

/** Loads the API keys of the site, oldest first, including revoked ones. */
export function useReadKeys(): UseQueryResult<readonly ReadKey[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...KEYS, "read"],
    queryFn: async () => {
      return (await readData(hq.GET("/sites/{site}/keys", { params: { path: { site } } }))).keys;
    },
  });
}

/** Creates an API key and passes it to `onSecret`. HQ doesn't return it again. */
export function useCreateReadKey(
  onMade: (key: string) => void,
): UseMutationResult<void, Error, string> {
  return useSiteMutation(KEYS, async (site, name: string) => {
    const params = { path: { site } };
    onMade((await readData(hq.POST("/sites/{site}/keys", { params, body: { name } }))).key);
  });
}

export function useRevokeReadKey(): UseMutationResult<void, Error, string> {
  return useSiteMutation(KEYS, (site, id: string) =>
    expectSuccess(hq.DELETE("/sites/{site}/keys/{id}", { params: { path: { site, id } } })),
  );
}

/** Loads the metadata of the draft key. The key itself can't be read again. */
export function useDraftKey(): UseQueryResult<DraftKey> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...KEYS, "draft"],
    queryFn: () => readData(hq.GET("/sites/{site}/draft-key", { params: { path: { site } } })),
  });
}

/** Regenerates the draft key and passes it on. HQ doesn't return it again. */
export function useRegenerateDraftKey(
  onMade: (key: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteMutation(KEYS, async (site) => {
    const params = { path: { site } };
    onMade((await readData(hq.POST("/sites/{site}/draft-key", { params }))).draftKey);
  });
}
