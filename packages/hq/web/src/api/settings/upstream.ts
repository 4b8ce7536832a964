import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, RefusedError, type Schemas } from "../client.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { useSiteId } from "../sites.ts";

export type Upstream = Schemas["Upstream"];
export type UpstreamBranch = Schemas["UpstreamBranch"];
export type UpstreamProblem = Schemas["UpstreamProblem"];
export type Take = Schemas["UpstreamChoice"];
/** Upstream settings. Credentials are only sent, never returned. */
export type UpstreamBody = Schemas["UpstreamInput"];

const UPSTREAM = ["upstream"];
const NOT_FOUND = 404;
const UNDER_WAY_MS = 1500;

/** Loads the site's upstream and sync state; null without an upstream. */
export function useUpstream(): UseQueryResult<Upstream | null> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...UPSTREAM],
    queryFn: async () => {
      try {
        return await readData(hq.GET("/sites/{site}/upstream", { params: { path: { site } } }));
      } catch (error) {
        if (error instanceof RefusedError && error.problem.status === NOT_FOUND) return null;
        throw error;
      }
    },
    // HQ sends no event when a sync finds no changes.
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? UNDER_WAY_MS : false),
  });
}

/** Returns whether a sync is running or pending. */
export function isUnderWay(upstream: Upstream | null | undefined): boolean {
  if (upstream === null || upstream === undefined) return false;
  return upstream.syncing || Date.parse(upstream.nextAt) <= Date.now();
}

/** Sets the upstream. `onSecret` receives the webhook secret for the Git host if one was created. */
export function useSetUpstream(
  onSecret: (secret: string) => void,
): UseMutationResult<void, Error, UpstreamBody> {
  return useSiteMutation(UPSTREAM, async (site, body: UpstreamBody) => {
    const { webhookSecret } = await readData(
      hq.PUT("/sites/{site}/upstream", { params: { path: { site } }, body }),
    );
    if (webhookSecret !== null) onSecret(webhookSecret);
  });
}

export function useSyncUpstream(): UseMutationResult<Upstream, Error, void> {
  return useSiteMutation(UPSTREAM, (site) =>
    readData(hq.POST("/sites/{site}/upstream/sync", { params: { path: { site } } })),
  );
}

interface Decision {
  readonly branch: string;
  readonly take: Take;
  /** The upstream commit the user reviewed. */
  readonly there: string | null;
}

/** Chooses which of two diverged histories to keep. */
export function useDecideUpstream(): UseMutationResult<Upstream, Error, Decision> {
  return useSiteMutation(UPSTREAM, (site, body: Decision) =>
    readData(hq.POST("/sites/{site}/upstream/decide", { params: { path: { site } }, body })),
  );
}

/** Rotates the webhook secret of the Git host and passes it on. */
export function useRenewHookSecret(
  onSecret: (secret: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteMutation(UPSTREAM, async (site) => {
    const params = { path: { site } };
    const created = await readData(hq.POST("/sites/{site}/upstream/webhook-secret", { params }));
    onSecret(created.webhookSecret);
  });
}

export function useRemoveUpstream(): UseMutationResult<void, Error, void> {
  return useSiteMutation(UPSTREAM, (site) =>
    expectSuccess(hq.DELETE("/sites/{site}/upstream", { params: { path: { site } } })),
  );
}
