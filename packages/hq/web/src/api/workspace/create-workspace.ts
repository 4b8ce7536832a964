import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { readData, hq } from "../client.ts";
import type { Workspace } from "../workspaces.ts";

interface NewWorkspace {
  readonly slug: string;
  readonly name: string;
}

/** Creates a workspace owned by the user. */
export function useCreateWorkspace(): UseMutationResult<Workspace, Error, NewWorkspace> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewWorkspace) => readData(hq.POST("/workspaces", { body })),
    // The workspace may have been created even if the connection broke.
    onSettled: () => queries.invalidateQueries({ queryKey: ["workspaces"] }),
  });
}
