import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { workspaceRole } from "../../api/shared-answers.ts";
import type { Hq } from "../../platform/hq.ts";
import { changeRole, listMembers, removeMember, requireMember } from "./members.ts";
import { inWorkspace } from "./policies.ts";

const memberAnswer = z
  .object({
    userId: z.string(),
    email: z.string(),
    name: z.string(),
    role: workspaceRole,
    since: z.string(),
  })
  .meta({ id: "Member" });

/** A member in a request: id or email address. */
export const memberName: z.ZodString = z
  .string()
  .max(254)
  .meta({ description: "ID of a member, or their email address." });

const members = z.object({ members: z.array(memberAnswer) });

/** `/workspaces/{ws}/members`: members of a workspace. Users without an account are invited. */
export function memberRoutes({ hq }: { readonly hq: Hq }): readonly Route[] {
  const { database } = hq;
  const everyone = async (workspaceId: string) => ({
    body: { members: [...(await listMembers(database, workspaceId))] },
  });
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/members",
      id: "listMembers",
      summary: "List the members of the workspace",
      policy: inWorkspace("workspace.inspect"),
      input: {},
      answer: members,
      handle: ({ workspace }) => everyone(workspace.id),
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/members",
      id: "putMember",
      summary: "Change the role of a member. Invites users who are not members",
      policy: inWorkspace("workspace.members"),
      tells: "access.changed",
      input: { body: z.strictObject({ user: memberName, role: workspaceRole }) },
      audit: { event: "member.changed", names: ["user", "role"] },
      sensitive: ({ body }) => body.role !== "member",
      answer: members,
      handle: async ({ workspace, role: by, body }) => {
        const userId = await requireMember(database, workspace.id, body.user);
        const change = { workspaceId: workspace.id, userId, role: body.role, by };
        await changeRole(database, change);
        return everyone(workspace.id);
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/membership",
      id: "leaveWorkspace",
      summary: "Leave the workspace. Also removes the caller's grants on its sites",
      policy: inWorkspace("workspace.leave"),
      tells: "access.changed",
      input: {},
      audit: { event: "member.left" },
      answer: nothing,
      handle: async ({ actor: { userId }, workspace, role: by }) => {
        await removeMember(database, { workspaceId: workspace.id, userId, by });
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/members/{user}",
      id: "removeMember",
      summary: "Remove a member from the workspace. Also removes their grants on its sites",
      policy: inWorkspace("workspace.members"),
      tells: "access.changed",
      input: { params: z.object({ user: z.string() }) },
      audit: { event: "member.removed" },
      answer: nothing,
      handle: async ({ workspace, role: by, params }) => {
        await removeMember(database, { workspaceId: workspace.id, userId: params.user, by });
        return { body: undefined };
      },
    }),
  ];
}
