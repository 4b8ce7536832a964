import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useWorkspaceSlug } from "../workspaces.ts";

export type Skill = Schemas["Skill"];

/** The skills of the workspace, by name. */
export function useSkills(): UseQueryResult<readonly Skill[]> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, "skills"],
    queryFn: async () => {
      const params = { path: { ws } };
      return (await answer(hq.GET("/workspaces/{ws}/skills", { params }))).contents;
    },
  });
}
