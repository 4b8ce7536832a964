import { useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { answer, hq } from "../client.ts";
import type { Workspace } from "../workspaces.ts";

interface NewWorkspace {
  readonly slug: string;
  readonly name: string;
}

/** Makes a workspace that the person owns. */
export function useMakeWorkspace(): UseMutationResult<Workspace, Error, NewWorkspace> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: NewWorkspace) => answer(hq.POST("/workspaces", { body })),
    // Where it was cut off it may have been made.
    onSettled: () => queries.invalidateQueries({ queryKey: ["workspaces"] }),
  });
}
