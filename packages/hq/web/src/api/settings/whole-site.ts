import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { basePath } from "../base-path.ts";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { withProof } from "../proof.ts";
import { useSiteMutation } from "../site-mutation.ts";
import { type Site, useSiteId, type WorkspaceSites } from "../sites.ts";

export type ExportPlan = Schemas["ExportPlan"];
export type Transfer = Schemas["Transfer"];

/** Progress of a long-running job, as sent by HQ. */
export interface JobProgress {
  readonly state: "running" | "done" | "failed";
  readonly done: number;
  readonly total?: number;
}

/** Returns the query key of a job's progress. It is filled by events and never fetched. */
export function jobKey(site: string, kind: string): QueryKey {
  return ["site", site, "job", kind];
}

/** Returns the progress of the last export started since mount; undefined before that. */
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

/** Plans an export, after a recent proof of identity. Afterwards a browser can download it. */
export function usePlanExport(): UseMutationResult<ExportPlan, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withProof(() =>
        readData(hq.GET("/sites/{site}/export/plan", { params: { path: { site } } })),
      ),
    // Later progress events belong to the following export.
    onSuccess: () => queries.setQueryData(jobKey(site, "export"), null),
  });
}

/** Returns the download URL of the export. */
export function exportUrl(site: string): string {
  return `${basePath()}/api/manage/sites/${site}/export`;
}

interface DuplicateOptions {
  readonly name: string;
  readonly entries: boolean;
  readonly media: boolean;
}

/** Duplicates the site. */
export function useDuplicateSite(): UseMutationResult<Site, Error, DuplicateOptions> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DuplicateOptions) =>
      withProof(() =>
        readData(hq.POST("/sites/{site}/duplicate", { params: { path: { site } }, body })),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["workspaces"] }),
  });
}

const TRANSFERS = ["transfers"];

/** Loads the pending transfer request of the site; undefined if there is none or it is not loaded yet. */
export function useTransferRequest(): UseQueryResult<Transfer | null> {
  const site = useSiteId();
  return useQuery({
    queryKey: ["site", site, ...TRANSFERS],
    queryFn: async () => {
      const params = { path: { site } };
      const { transfers } = await readData(hq.GET("/sites/{site}/transfers", { params }));
      return transfers[0] ?? null;
    },
  });
}

/** Requests a transfer of the site to a workspace, given by slug. */
export function useRequestTransfer(): UseMutationResult<Transfer, Error, string> {
  return useSiteMutation(TRANSFERS, (site, workspace: string) => {
    const params = { path: { site } };
    return readData(hq.POST("/sites/{site}/transfer", { params, body: { workspace } }));
  });
}

export function useCancelTransfer(): UseMutationResult<void, Error, void> {
  return useSiteMutation(TRANSFERS, (site) =>
    expectSuccess(hq.DELETE("/sites/{site}/transfer", { params: { path: { site } } })),
  );
}

/** Deletes the site. `onDone` navigates away before any of its data is refetched. */
export function useDeleteSite(
  onDone: () => void | Promise<void>,
): UseMutationResult<void, Error, void> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withProof(() => expectSuccess(hq.DELETE("/sites/{site}", { params: { path: { site } } }))),
    onSuccess: async () => {
      // The home page opens the last used site that still exists.
      queries.setQueryData(["workspaces"], (known?: readonly WorkspaceSites[]) =>
        known?.map(({ workspace, sites }) => ({
          workspace,
          sites: sites.filter(({ id }) => id !== site),
        })),
      );
      // Components still mounted would refetch it.
      await onDone();
      queries.removeQueries({ queryKey: ["site", site] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
}
