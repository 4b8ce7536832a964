import { z } from "zod";
import { inWorkspace, signedIn } from "../manage/policy.ts";
import { defineRoute, type Route } from "../manage/route.ts";
import { WORKSPACE_ROLES } from "../permissions/roles.ts";
import type { HqServices } from "../services.ts";
import { listWorkspacesOf } from "./workspaces.ts";

const workspaceAnswer = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    role: z.enum(WORKSPACE_ROLES).meta({ description: "Of the person who asks." }),
  })
  .meta({ id: "Workspace" });

/** `/workspaces` and what a workspace is. */
export function workspaceRoutes({ hq }: HqServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/workspaces",
      id: "listWorkspaces",
      summary: "The workspaces of which the caller is a member",
      policy: signedIn,
      input: {},
      answer: z.object({ workspaces: z.array(workspaceAnswer) }),
      handle: async ({ actor }) => ({
        body: { workspaces: [...(await listWorkspacesOf(hq.database, actor.userId))] },
      }),
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}",
      id: "getWorkspace",
      summary: "One workspace, by slug or id",
      policy: inWorkspace("workspace.read"),
      input: {},
      answer: workspaceAnswer,
      handle: ({ workspace, role }) => ({ body: { ...workspace, role } }),
    }),
  ];
}
