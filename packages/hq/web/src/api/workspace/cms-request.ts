import {
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, done, hq, type Schemas } from "../client.ts";
import { useWorkspaceSlug } from "../workspaces.ts";
import { useWorkspaceAct } from "./workspace-mutation.ts";

export type CmsRequest = Schemas["CmsRequest"];

/** Polling interval while the request is pending. */
const LOOK_AGAIN_MS = 5000;

function stands(request: CmsRequest | null | undefined): boolean {
  return request !== undefined && request !== null && request.declinedAt === undefined;
}

/** Loads the pending or declined CMS request of the workspace; null if there is none. */
export function useCmsRequest(): UseQueryResult<CmsRequest | null> {
  const ws = useWorkspaceSlug();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ["workspace", ws, "cms-request"],
    queryFn: async () => {
      const params = { path: { ws } };
      const { request } = await answer(hq.GET("/workspaces/{ws}/features/cms-request", { params }));
      // It may have been granted.
      if (request === undefined) {
        await queries.invalidateQueries({ queryKey: ["workspace", ws], exact: true });
      }
      return request ?? null;
    },
    refetchInterval: ({ state: { data } }) => (stands(data) ? LOOK_AGAIN_MS : false),
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

/** Turns the CMS on if the user is an instance admin; otherwise requests it. */
export function useTurnCmsOn(): UseMutationResult<unknown, Error, void> {
  return useWorkspaceAct((ws) =>
    answer(hq.PUT("/workspaces/{ws}/features", { params: { path: { ws } }, body: { cms: true } })),
  );
}
