import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { UseMutationResult } from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useSiteAct } from "../site-act.ts";
import { useSiteId } from "../sites.ts";

export type ReadKey = Schemas["ReadKey"];

export interface DraftKey {
  readonly lastFour: string | null;
  readonly madeAt: string | null;
}

const KEYS = ["keys"];

/** The read keys of the site, the oldest first, revoked ones included. */
export function useReadKeys(): UseQueryResult<readonly ReadKey[]> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...KEYS, "read"],
    queryFn: async () => {
      return (await answer(hq.GET("/sites/{site}/keys", { params: { path: { site } } }))).keys;
    },
  });
}

/** Makes a read key; it is handed on, to be shown this once. */
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

/** What is known of the draft key; the key itself was shown once. */
export function useDraftKey(): UseQueryResult<DraftKey> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...KEYS, "draft"],
    queryFn: () => answer(hq.GET("/sites/{site}/draft-key", { params: { path: { site } } })),
  });
}

/** Makes the draft key anew; it is handed on, to be shown this once. */
export function useMakeDraftKey(
  onMade: (key: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteAct(KEYS, async (site) => {
    const params = { path: { site } };
    onMade((await answer(hq.POST("/sites/{site}/draft-key", { params }))).draftKey);
  });
}
