import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useParams } from "react-router";
import { answer, hq, type Schemas } from "./client.ts";

export type Workspace = Schemas["Workspace"];

/** What the address names the workspace by: its slug. Its queries have keys that begin with "workspace" and this. */
export function useWorkspaceSlug(): string {
  const { ws } = useParams();
  if (ws === undefined) throw new Error("this part of the editor belongs to a workspace");
  return ws;
}

/** The workspace that the address names, with the person's role in it. */
export function useWorkspace(): UseQueryResult<Workspace> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws],
    queryFn: () => answer(hq.GET("/workspaces/{ws}", { params: { path: { ws } } })),
  });
}

/** Whether the person may change more of it than skills, variables and runs: who is in it, workers, projects. */
export function mayManage(workspace: Pick<Workspace, "role"> | undefined): boolean {
  return workspace !== undefined && workspace.role !== "member";
}
