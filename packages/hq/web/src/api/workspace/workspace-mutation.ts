import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { withProof } from "../proof.ts";
import { useWorkspaceSlug } from "../workspaces.ts";

/**
 * Runs a mutation of the current workspace and refetches it and the list of workspaces. Asks for a recent proof of
 * identity if HQ requires one.
 */
export function useWorkspaceMutation<Answer, Given = void>(
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
