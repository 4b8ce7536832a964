import {
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useWorkspaceSlug } from "../workspaces.ts";
import { useWorkspaceMutation } from "./workspace-mutation.ts";

export type CmsRequest = Schemas["CmsRequest"];

/** Polling interval while the request is pending. */
const LOOK_AGAIN_MS = 5000;

function isPending(request: CmsRequest | null | undefined): boolean {
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
      const { request } = await readData(
        hq.GET("/workspaces/{ws}/features/cms-request", { params }),
      );
      // It may have been granted.
      if (request === undefined) {
        await queries.invalidateQueries({ queryKey: ["workspace", ws], exact: true });
      }
      return request ?? null;
    },
    refetchInterval: ({ state: { data } }) => (isPending(data) ? LOOK_AGAIN_MS : false),
  });
}

export function useRequestCms(): UseMutationResult<CmsRequest, Error, string> {
  return useWorkspaceMutation((ws, note: string) => {
    const params = { path: { ws } };
    return readData(hq.PUT("/workspaces/{ws}/features/cms-request", { params, body: { note } }));
  });
}

export function useWithdrawRequest(): UseMutationResult<void, Error, void> {
  return useWorkspaceMutation((ws) =>
    expectSuccess(hq.DELETE("/workspaces/{ws}/features/cms-request", { params: { path: { ws } } })),
  );
}

/** Turns the CMS on if the user is an instance admin; otherwise requests it. */
export function useTurnCmsOn(): UseMutationResult<unknown, Error, void> {
  return useWorkspaceMutation((ws) =>
    readData(
      hq.PUT("/workspaces/{ws}/features", { params: { path: { ws } }, body: { cms: true } }),
    ),
  );
}
