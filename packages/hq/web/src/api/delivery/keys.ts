import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { UseMutationResult } from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useSiteAct } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

export type ReadKey = Schemas["ReadKey"];

export interface DraftKey {
  readonly lastFour: string | null;
  readonly madeAt: string | null;
}

const KEYS = ["keys"];

/** Loads the API keys of the site, oldest first, including revoked ones. */
export function useReadKeys(): UseQueryResult<readonly ReadKey[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...KEYS, "read"],
    queryFn: async () => {
      return (await answer(hq.GET("/sites/{site}/keys", { params: { path: { site } } }))).keys;
    },
  });
}

/** Creates an API key and passes it to `onSecret`. HQ doesn't return it again. */
export function useMakeReadKey(
  onMade: (key: string) => void,
): UseMutationResult<void, Error, string> {
  return useSiteAct(KEYS, async (site, name: string) => {
    const params = { path: { site } };
    onMade((await answer(hq.POST("/sites/{site}/keys", { params, body: { name } }))).key);
  });
}

export function useRevokeReadKey(): UseMutationResult<void, Error, string> {
  return useSiteAct(KEYS, (site, id: string) =>
    done(hq.DELETE("/sites/{site}/keys/{id}", { params: { path: { site, id } } })),
  );
}

/** Loads the metadata of the draft key. The key itself can't be read again. */
export function useDraftKey(): UseQueryResult<DraftKey> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...KEYS, "draft"],
    queryFn: () => answer(hq.GET("/sites/{site}/draft-key", { params: { path: { site } } })),
  });
}

/** Regenerates the draft key and passes it on. HQ doesn't return it again. */
export function useMakeDraftKey(
  onMade: (key: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteAct(KEYS, async (site) => {
    const params = { path: { site } };
    onMade((await answer(hq.POST("/sites/{site}/draft-key", { params }))).draftKey);
  });
}
