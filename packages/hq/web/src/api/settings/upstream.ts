import type { ManagementPaths } from "@loam/hq/client";
import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, done, hq, RefusedError, type Schemas } from "../client.ts";
import { useSiteAct } from "../site-act.ts";
import { useSiteId } from "../sites.ts";

export type Upstream = Schemas["Upstream"];
export type UpstreamBranch = Schemas["UpstreamBranch"];
export type UpstreamProblem = NonNullable<UpstreamBranch["problem"]>;
export type Take = NonNullable<UpstreamBranch["question"]>["choices"][number];
/** What is said of a repository to mirror it; credentials go this way alone. */
export type UpstreamBody =
  ManagementPaths["/sites/{site}/upstream"]["put"]["requestBody"]["content"]["application/json"];

const UPSTREAM = ["upstream"];
const NOT_FOUND = 404;
const UNDER_WAY_MS = 1500;

/** The repository that the site mirrors, and how both sides stand; null where it mirrors none. */
export function useUpstream(): UseQueryResult<Upstream | null> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...UPSTREAM],
    queryFn: async () => {
      try {
        return await answer(hq.GET("/sites/{site}/upstream", { params: { path: { site } } }));
      } catch (error) {
        if (error instanceof RefusedError && error.problem.status === NOT_FOUND) return null;
        throw error;
      }
    },
    // A sync that finds nothing new tells nobody when it is done.
    refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? UNDER_WAY_MS : false),
  });
}

/** Whether a sync goes on, or is about to. */
export function isUnderWay(upstream: Upstream | null | undefined): boolean {
  if (upstream === null || upstream === undefined) return false;
  return upstream.syncing || Date.parse(upstream.nextAt) <= Date.now();
}

/** Sets what is mirrored. `onSecret` gets the secret of the forge's webhook, where it was made now. */
export function useSetUpstream(
  onSecret: (secret: string) => void,
): UseMutationResult<void, Error, UpstreamBody> {
  return useSiteAct(UPSTREAM, async (site, body: UpstreamBody) => {
    const { webhookSecret } = await answer(
      hq.PUT("/sites/{site}/upstream", { params: { path: { site } }, body }),
    );
    if (webhookSecret !== null) onSecret(webhookSecret);
  });
}

export function useSyncUpstream(): UseMutationResult<Upstream, Error, void> {
  return useSiteAct(UPSTREAM, (site) =>
    answer(hq.POST("/sites/{site}/upstream/sync", { params: { path: { site } } })),
  );
}

interface Decision {
  readonly branch: string;
  readonly take: Take;
  /** The commit that was looked at. */
  readonly there: string | null;
}

/** Says which of two histories is to stand. */
export function useDecideUpstream(): UseMutationResult<Upstream, Error, Decision> {
  return useSiteAct(UPSTREAM, (site, body: Decision) =>
    answer(hq.POST("/sites/{site}/upstream/decide", { params: { path: { site } }, body })),
  );
}

/** Makes the secret of the forge's webhook anew, and hands it on. */
export function useRenewHookSecret(
  onSecret: (secret: string) => void,
): UseMutationResult<void, Error, void> {
  return useSiteAct(UPSTREAM, async (site) => {
    const params = { path: { site } };
    const made = await answer(hq.POST("/sites/{site}/upstream/webhook-secret", { params }));
    onSecret(made.webhookSecret);
  });
}

export function useRemoveUpstream(): UseMutationResult<void, Error, void> {
  return useSiteAct(UPSTREAM, (site) =>
    done(hq.DELETE("/sites/{site}/upstream", { params: { path: { site } } })),
  );
}
