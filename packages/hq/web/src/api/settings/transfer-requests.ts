import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq } from "../client.ts";
import { withProof } from "../proof.ts";
import { type Site, useWorkspaces } from "../sites.ts";
import type { Transfer } from "./whole-site.ts";

export interface TransferRequest extends Transfer {
  /** Name of the workspace that receives the request. */
  readonly workspaceName: string;
  readonly workspaceId: string;
}

const OFFERS = "offers";

/** Loads the pending transfer requests to workspaces where the user can accept them. */
export function useTransferRequests(): UseQueryResult<readonly TransferRequest[]> {
  const { data: all = [] } = useWorkspaces();
  const mine = all.flatMap(({ workspace }) => (workspace.role === "member" ? [] : [workspace]));
  return useQuery({
    queryKey: [OFFERS, mine.map(({ id }) => id)],
    // Requests are created and canceled by others, so always refetch.
    staleTime: 0,
    enabled: mine.length > 0,
    queryFn: async () => {
      const offered = mine.map(async ({ id, name }) => {
        const params = { path: { ws: id } };
        const { transfers } = await readData(hq.GET("/workspaces/{ws}/transfers", { params }));
        return transfers.map((transfer) =>
          Object.assign({ workspaceName: name, workspaceId: id }, transfer),
        );
      });
      return (await Promise.all(offered)).flat();
    },
  });
}

export function useAcceptTransfer(): UseMutationResult<Site, Error, Transfer> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, siteId: site }: Transfer) =>
      withProof(() =>
        readData(
          hq.POST("/sites/{site}/transfers/{id}/accept", { params: { path: { site, id } } }),
        ),
      ),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["site", id] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
    // Also if the request was canceled in the meantime.
    onSettled: () => queries.invalidateQueries({ queryKey: [OFFERS] }),
  });
}

/** Declines a transfer request. The site stays in its workspace. */
export function useDeclineTransfer(): UseMutationResult<void, Error, TransferRequest> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, workspaceId: ws }: TransferRequest) =>
      expectSuccess(hq.DELETE("/workspaces/{ws}/transfers/{id}", { params: { path: { ws, id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [OFFERS] }),
  });
}
