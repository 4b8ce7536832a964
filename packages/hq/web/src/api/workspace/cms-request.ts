import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useWorkspaceSlug } from "../workspaces.ts";
import { useWorkspaceAct } from "./workspace-act.ts";

export type CmsRequest = Schemas["CmsRequest"];

/** The request of the workspace that stands or was declined; null where there is none. */
export function useCmsRequest(): UseQueryResult<CmsRequest | null> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, "cms-request"],
    queryFn: async () => {
      const params = { path: { ws } };
      const { request } = await answer(hq.GET("/workspaces/{ws}/features/cms-request", { params }));
      return request ?? null;
    },
  });
}

export function useRequestCms(): UseMutationResult<CmsRequest, Error, string> {
  return useWorkspaceAct((ws, note: string) => {
    const params = { path: { ws } };
    return answer(hq.PUT("/workspaces/{ws}/features/cms-request", { params, body: { note } }));
  });
}

export function useWithdrawRequest(): UseMutationResult<void, Error, void> {
  return useWorkspaceAct((ws) =>
    done(hq.DELETE("/workspaces/{ws}/features/cms-request", { params: { path: { ws } } })),
  );
}

/** Turns the CMS on where the person is an admin of the instance; others ask for it. */
export function useTurnCmsOn(): UseMutationResult<unknown, Error, void> {
  return useWorkspaceAct((ws) =>
    answer(hq.PUT("/workspaces/{ws}/features", { params: { path: { ws } }, body: { cms: true } })),
  );
}
