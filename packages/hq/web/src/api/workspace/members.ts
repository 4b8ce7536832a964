import { type UseMutationResult, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { useWorkspaceSlug } from "../workspaces.ts";
import { useWorkspaceMutation } from "./workspace-mutation.ts";

export type Member = Schemas["Member"];
export type WorkspaceRole = Member["role"];
export type Invitation = Schemas["Invitation"];

/** Loads all members of the workspace. */
export function useMembers(): UseQueryResult<readonly Member[]> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, "members"],
    queryFn: async () =>
      (await readData(hq.GET("/workspaces/{ws}/members", { params: { path: { ws } } }))).members,
  });
}

interface RoleChange {
  readonly user: string;
  readonly role: WorkspaceRole;
}

export function useChangeMember(): UseMutationResult<unknown, Error, RoleChange> {
  return useWorkspaceMutation((ws, body: RoleChange) =>
    readData(hq.PUT("/workspaces/{ws}/members", { params: { path: { ws } }, body })),
  );
}

export function useRemoveMember(): UseMutationResult<void, Error, string> {
  return useWorkspaceMutation((ws, user: string) =>
    expectSuccess(hq.DELETE("/workspaces/{ws}/members/{user}", { params: { path: { ws, user } } })),
  );
}

/** Loads the pending invitations, for users who can invite. */
export function useInvitations(): UseQueryResult<readonly Invitation[]> {
  const ws = useWorkspaceSlug();
  return useQuery({
    queryKey: ["workspace", ws, "invitations"],
    queryFn: async () => {
      const params = { path: { ws } };
      return (await readData(hq.GET("/workspaces/{ws}/invitations", { params }))).invitations;
    },
  });
}

interface NewInvitation {
  readonly email: string;
  readonly role: "admin" | "member";
  /** Receives the link if HQ can't send email. The link is not cached. */
  readonly onLink: (link: string | undefined) => void;
}

export function useInvite(): UseMutationResult<void, Error, NewInvitation> {
  return useWorkspaceMutation(async (ws, { onLink, ...body }: NewInvitation) => {
    const params = { path: { ws } };
    const { link } = await readData(hq.POST("/workspaces/{ws}/invitations", { params, body }));
    onLink(link);
  });
}

export function useRevokeInvitation(): UseMutationResult<void, Error, string> {
  return useWorkspaceMutation((ws, id: string) =>
    expectSuccess(hq.DELETE("/workspaces/{ws}/invitations/{id}", { params: { path: { ws, id } } })),
  );
}
