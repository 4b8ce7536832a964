import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useParams } from "react-router";
import { readData, hq, type Schemas } from "./client.ts";

export type Workspace = Schemas["Workspace"];

/** Returns the workspace slug of the current URL. Its query keys start with "workspace" and this slug. */
export function useWorkspaceSlug(): string {
  const { ws } = useParams();
  if (ws === undefined) throw new Error("this part of the editor belongs to a workspace");
  return ws;
}

/** Loads the current workspace with the user's role. */
export function useWorkspace(): UseQueryResult<Workspace> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws],
    queryFn: () => readData(hq.GET("/workspaces/{ws}", { params: { path: { ws } } })),
  });
}

/** Returns whether the user can manage members, workers, and projects, in addition to skills, variables, and runs. */
export function canManage(workspace: Pick<Workspace, "role"> | undefined): boolean {
  return workspace !== undefined && workspace.role !== "member";
}
