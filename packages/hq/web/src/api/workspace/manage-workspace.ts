import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq } from "../client.ts";
import { useWorkspaceSlug, type Workspace } from "../workspaces.ts";
import { useWorkspaceMutation } from "./workspace-mutation.ts";

export interface PlanUsage {
  readonly sites: { readonly used: number; readonly limit: number | null };
  readonly mediaBytes: { readonly used: number; readonly limit: number | null };
}

/** Loads the usage of the workspace's plan. */
export function usePlanUsage(): UseQueryResult<PlanUsage> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, "usage"],
    queryFn: () => readData(hq.GET("/workspaces/{ws}/usage", { params: { path: { ws } } })),
  });
}

export function useRenameWorkspace(): UseMutationResult<Workspace, Error, string> {
  return useWorkspaceMutation((ws, name: string) =>
    readData(hq.PATCH("/workspaces/{ws}", { params: { path: { ws } }, body: { name } })),
  );
}

/** Deletes the workspace. */
export function useDeleteWorkspace(onGone: () => void): UseMutationResult<void, Error, void> {
  return useLeavingMutation(
    (ws) => expectSuccess(hq.DELETE("/workspaces/{ws}", { params: { path: { ws } } })),
    onGone,
  );
}

/** Removes the current user from the workspace. */
export function useLeaveWorkspace(onGone: () => void): UseMutationResult<void, Error, void> {
  return useLeavingMutation(
    (ws) => expectSuccess(hq.DELETE("/workspaces/{ws}/membership", { params: { path: { ws } } })),
    onGone,
  );
}

/** Runs a mutation after which the workspace is no longer accessible, and clears its cached data without refetching. */
function useLeavingMutation(
  act: (ws: string) => Promise<void>,
  onGone: () => void,
): UseMutationResult<void, Error, void> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => act(ws),
    onSuccess: async () => {
      onGone();
      queries.removeQueries({ queryKey: ["workspace", ws] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
}
