import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq } from "../client.ts";
import { useWorkspaceSlug, type Workspace } from "../workspaces.ts";
import { useWorkspaceAct } from "./workspace-act.ts";

export interface WorkspaceUse {
  readonly sites: { readonly used: number; readonly limit: number | null };
  readonly mediaBytes: { readonly used: number; readonly limit: number | null };
}

/** What the workspace has used of its plan. */
export function useUse(): UseQueryResult<WorkspaceUse> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, "usage"],
    queryFn: () => answer(hq.GET("/workspaces/{ws}/usage", { params: { path: { ws } } })),
  });
}

export function useRenameWorkspace(): UseMutationResult<Workspace, Error, string> {
  return useWorkspaceAct((ws, name: string) =>
    answer(hq.PATCH("/workspaces/{ws}", { params: { path: { ws } }, body: { name } })),
  );
}

/** Deletes the workspace. What the page showed of it is forgotten without being asked for again. */
export function useDeleteWorkspace(onGone: () => void): UseMutationResult<void, Error, void> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => done(hq.DELETE("/workspaces/{ws}", { params: { path: { ws } } })),
    onSuccess: async () => {
      onGone();
      queries.removeQueries({ queryKey: ["workspace", ws] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
}
