import { CmsError, countOf } from "@loam/cms-core";
import { z } from "zod";
import { inSession, signedIn } from "../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { planName, workspaceRole } from "../../api/shared-answers.ts";
import type { Hq } from "../../platform/hq.ts";
import { paymentMethodAnswer } from "./plan-routes.ts";
import { inWorkspace } from "./policies.ts";
import { readUsage } from "./usage.ts";
import {
  createWorkspace,
  deleteWorkspace,
  listWorkspacesOf,
  updateWorkspace,
  type Workspace,
} from "./workspaces.ts";

const withRole = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    createdAt: z.string(),
    plan: planName,
    cms: z.boolean().meta({ description: "Whether the CMS is enabled for the workspace." }),
    paymentMethod: paymentMethodAnswer.optional(),
    paymentNeeded: z
      .boolean()
      .meta({ description: "Whether publishing its sites requires a payment method." }),
    role: workspaceRole.meta({ description: "Role of the caller." }),
  })
  .meta({ id: "Workspace" });

const name = z.string().trim().min(1).max(100);

const newWorkspace = z
  .strictObject({ slug: z.string(), name: name.optional() })
  .meta({ id: "NewWorkspace" });

/** `/workspaces` and `/workspaces/{ws}`. */
export function workspaceRoutes({ hq }: { readonly hq: Hq }): readonly Route[] {
  const { database, now, config } = hq;
  const shown = <W extends Pick<Workspace, "paymentMethod">>(workspace: W) => ({
    ...workspace,
    paymentNeeded: config.billing !== "none" && workspace.paymentMethod === undefined,
  });
  return [
    defineRoute({
      method: "get",
      path: "/workspaces",
      id: "listWorkspaces",
      summary: "List the caller's workspaces",
      policy: signedIn,
      input: {},
      answer: z.object({ workspaces: z.array(withRole) }),
      handle: async ({ actor }) => ({
        body: { workspaces: (await listWorkspacesOf(database, actor.userId)).map(shown) },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/workspaces",
      id: "createWorkspace",
      summary: "Create a workspace. The caller becomes its Owner",
      policy: inSession,
      input: { body: newWorkspace },
      audit: { event: "workspace.created" },
      status: 201,
      answer: withRole,
      handle: async ({ actor, body }) => {
        const created = await createWorkspace(
          database,
          { slug: body.slug, ...(body.name && { name: body.name }), ownerId: actor.userId },
          { now },
        );
        return { body: shown({ ...created, role: "owner" as const }) };
      },
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}",
      id: "getWorkspace",
      summary: "Get a workspace, by slug or ID",
      policy: inWorkspace("workspace.read"),
      input: {},
      answer: withRole,
      handle: ({ workspace, role }) => ({ body: shown({ ...workspace, role }) }),
    }),
    defineRoute({
      method: "patch",
      path: "/workspaces/{ws}",
      id: "updateWorkspace",
      summary: "Rename a workspace",
      policy: inWorkspace("workspace.settings"),
      input: { body: z.strictObject({ name }) },
      audit: { event: "workspace.changed" },
      answer: withRole,
      handle: async ({ workspace, role, body }) => {
        const changed = await updateWorkspace(database, workspace.id, { name: body.name });
        return { body: shown({ ...changed, role }) };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}",
      id: "deleteWorkspace",
      summary: "Delete a workspace. It must not have any sites",
      policy: inWorkspace("workspace.delete"),
      input: {},
      audit: { event: "workspace.deleted" },
      answer: nothing,
      handle: async ({ workspace }) => {
        const { sites } = await readUsage(database, workspace, config);
        if (sites.used > 0) {
          throw new CmsError(
            "conflict",
            `The workspace has ${countOf(sites.used, "site")}. Delete or transfer ${sites.used === 1 ? "it" : "them"} first.`,
          );
        }
        await deleteWorkspace(database, workspace.id);
        return { body: undefined };
      },
    }),
  ];
}
