import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { withProof } from "../people/proof.ts";
import { useWorkspaceSlug } from "../workspaces.ts";

/**
 * Changes something of the workspace that the address names, after a recent proof where HQ wants one; what is shown of
 * it, and of the list of workspaces, is read again.
 */
export function useWorkspaceAct<Answer, Given = void>(
  act: (ws: string, given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => withProof(() => act(ws, given)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["workspace", ws] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
}
