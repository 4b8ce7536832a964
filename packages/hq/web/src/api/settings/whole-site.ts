import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { basePath } from "../base-path.ts";
import { answer, done, hq, type Schemas } from "../client.ts";
import { withProof } from "../people/proof.ts";
import { useSiteAct } from "../site-act.ts";
import { type Site, useSiteId, type WorkspaceSites } from "../sites.ts";

export type ExportPlan = Schemas["ExportPlan"];
export type Transfer = Schemas["Transfer"];

/** How far long work on a site is, as HQ tells it. */
export interface JobProgress {
  readonly state: "running" | "done" | "failed";
  readonly done: number;
  readonly total?: number;
}

/** Key of how far work of a kind is; it is told, and never asked for. */
export function jobKey(site: string, kind: string): QueryKey {
  return ["site", site, "job", kind];
}

/** How far the last export of the site is that was begun since it is shown; undefined before one is. */
export function useExportProgress(): JobProgress | undefined {
  const site = useSiteId();
  const { data } = useQuery<JobProgress | null>({
    queryKey: jobKey(site, "export"),
    queryFn: () => null,
    initialData: null,
    staleTime: Infinity,
  });
  return data ?? undefined;
}

/** Looks what an export would hold now, after a recent proof: then a browser may fetch it. */
export function usePlanExport(): UseMutationResult<ExportPlan, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withProof(() => answer(hq.GET("/sites/{site}/export/plan", { params: { path: { site } } }))),
    // What is told from now on is of the export that follows.
    onSuccess: () => queries.setQueryData(jobKey(site, "export"), null),
  });
}

/** Address of the export: a browser saves it by itself. */
export function exportAddress(site: string): string {
  return `${basePath()}/api/manage/sites/${site}/export`;
}

interface CopyWish {
  readonly name: string;
  readonly entries: boolean;
  readonly media: boolean;
}

/** Makes a site like this one. */
export function useDuplicateSite(): UseMutationResult<Site, Error, CopyWish> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CopyWish) =>
      withProof(() =>
        answer(hq.POST("/sites/{site}/duplicate", { params: { path: { site } }, body })),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["workspaces"] }),
  });
}

const TRANSFERS = ["transfers"];

/** The offer of the site to another workspace that stands; undefined where there is none, or it is not known yet. */
export function useOffer(): UseQueryResult<Transfer | null> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...TRANSFERS],
    queryFn: async () => {
      const params = { path: { site } };
      const { transfers } = await answer(hq.GET("/sites/{site}/transfers", { params }));
      return transfers[0] ?? null;
    },
  });
}

/** Offers the site to a workspace, by its slug. */
export function useOfferSite(): UseMutationResult<Transfer, Error, string> {
  return useSiteAct(TRANSFERS, (site, workspace: string) => {
    const params = { path: { site } };
    return answer(hq.POST("/sites/{site}/transfer", { params, body: { workspace } }));
  });
}

export function useWithdrawOffer(): UseMutationResult<void, Error, void> {
  return useSiteAct(TRANSFERS, (site) =>
    done(hq.DELETE("/sites/{site}/transfer", { params: { path: { site } } })),
  );
}

/** Deletes the site; `onDone` leads away from it before anything of it is asked for again. */
export function useDeleteSite(
  onDone: () => void | Promise<void>,
): UseMutationResult<void, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withProof(() => done(hq.DELETE("/sites/{site}", { params: { path: { site } } }))),
    onSuccess: async () => {
      // The first page leads to the site that was open last, of those that are known.
      queries.setQueryData(["workspaces"], (known?: readonly WorkspaceSites[]) =>
        known?.map(({ workspace, sites }) => ({
          workspace,
          sites: sites.filter(({ id }) => id !== site),
        })),
      );
      // What is still shown would ask for it again.
      await onDone();
      queries.removeQueries({ queryKey: ["site", site] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
}
