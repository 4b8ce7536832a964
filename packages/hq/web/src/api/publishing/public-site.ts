import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { type Site, useWorkspaces } from "../sites.ts";

export type Workspace = Schemas["Workspace"];

/** Returns the workspace of a site; undefined until it is loaded. */
export function useWorkspaceOf({ workspaceId }: Site): Workspace | undefined {
  const { data = [] } = useWorkspaces();
  return data.find(({ workspace }) => workspace.id === workspaceId)?.workspace;
}

/** Loads the people of a workspace who can add a payment method. */
export function useWorkspaceAdmins(
  workspaceId: string,
): UseQueryResult<readonly { readonly name: string }[]> {
  return useQuery({
    queryKey: ["workspaces", workspaceId, "members"],
    queryFn: async () => {
      const params = { path: { ws: workspaceId } };
      const { members } = await readData(hq.GET("/workspaces/{ws}/members", { params }));
      return members.filter(({ role }) => role !== "member");
    },
  });
}

interface Switch {
  readonly enabled: boolean;
  /** A payment method to add first, if the workspace has none. */
  readonly payment?: string;
}

/** Turns publishing of a site on or off. */
export function useSetPublishing({
  id,
  workspaceId,
}: Site): UseMutationResult<Site, Error, Switch> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ enabled, payment }: Switch) => {
      if (payment !== undefined) await putPaymentMethod(workspaceId, payment);
      const params = { path: { site: id } };
      return readData(hq.PUT("/sites/{site}/publishing", { params, body: { enabled } }));
    },
    onSuccess: (changed) => queries.setQueryData(["site", id], changed),
    // The payment method may have been added even if the rest failed.
    onSettled: () => queries.invalidateQueries({ queryKey: ["workspaces"] }),
  });
}

/** Adds or removes the payment method of a workspace. */
export function useSetPaymentMethod(
  workspaceId: string,
): UseMutationResult<void, Error, string | undefined> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (label: string | undefined) => {
      const params = { path: { ws: workspaceId } };
      if (label !== undefined) await putPaymentMethod(workspaceId, label);
      else await expectSuccess(hq.DELETE("/workspaces/{ws}/payment-method", { params }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
      await queries.invalidateQueries({ queryKey: ["workspace"] });
    },
  });
}

async function putPaymentMethod(ws: string, label: string): Promise<void> {
  const params = { path: { ws } };
  await readData(hq.PUT("/workspaces/{ws}/payment-method", { params, body: { label } }));
}

/** Loads the usage of a workspace's plan. */
export function useWorkspaceUsage(workspaceId: string): UseQueryResult<WorkspaceUsage> {
  return useQuery({
    queryKey: ["workspaces", workspaceId, "usage"],
    queryFn: () => {
      return readData(hq.GET("/workspaces/{ws}/usage", { params: { path: { ws: workspaceId } } }));
    },
  });
}

interface WorkspaceUsage {
  readonly sites: { readonly used: number; readonly limit: number | null };
}
