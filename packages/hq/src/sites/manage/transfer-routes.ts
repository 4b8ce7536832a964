import { z } from "zod";
import { signedIn } from "../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { inWorkspace, onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../services.ts";
import { describeSite, siteAnswer } from "./site-answer.ts";
import {
  acceptTransfer,
  declineTransfer,
  listTransfers,
  requestTransfer,
  withdrawTransfer,
} from "./transfers.ts";

const transferAnswer = z
  .object({
    id: z.string(),
    siteId: z.string(),
    siteName: z.string(),
    workspace: z
      .string()
      .meta({ description: "Slug of the target workspace, as entered; it might not exist." }),
    requestedAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: "Transfer" });

const transfers = z.object({ transfers: z.array(transferAnswer) });

/** Transfers of sites to another workspace, which an admin of that workspace must accept (spec, "Site"). */
export function transferRoutes(services: SiteServices): readonly Route[] {
  const { database, now } = services.hq;
  const listed = async (of: Parameters<typeof listTransfers>[1]) => ({
    body: { transfers: [...(await listTransfers(database, of, { now }))] },
  });
  return [
    defineRoute({
      method: "post",
      path: "/sites/{site}/transfer",
      id: "requestTransfer",
      summary: "Request a transfer of the site to another workspace",
      policy: onSite("site.transfer"),
      sensitive: true,
      input: { body: z.strictObject({ workspace: z.string().min(1).max(100) }) },
      audit: { event: "transfer.requested", names: ["workspace"] },
      status: 201,
      answer: transferAnswer,
      handle: async ({ site, actor, body }) => ({
        body: await requestTransfer(database, { site, target: body.workspace, by: actor }, { now }),
      }),
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/transfer",
      id: "withdrawTransfer",
      summary: "Cancel the transfer of the site",
      policy: onSite("site.transfer"),
      input: {},
      audit: { event: "transfer.withdrawn" },
      answer: nothing,
      handle: async ({ site }) => {
        await withdrawTransfer(database, site.id);
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "get",
      path: "/sites/{site}/transfers",
      id: "listSiteTransfers",
      summary: "Get the pending transfer of the site",
      policy: onSite("site.read"),
      input: {},
      answer: transfers,
      handle: ({ site }) => listed({ siteId: site.id }),
    }),
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/transfers",
      id: "listWorkspaceTransfers",
      summary: "List the pending transfers to the workspace",
      policy: inWorkspace("workspace.accept-transfer"),
      input: {},
      answer: transfers,
      handle: ({ workspace }) => listed({ workspaceId: workspace.id }),
    }),
    defineRoute({
      method: "delete",
      path: "/workspaces/{ws}/transfers/{id}",
      id: "declineTransfer",
      summary: "Decline a transfer. The site stays in its workspace",
      policy: inWorkspace("workspace.accept-transfer"),
      input: { params: z.object({ id: z.string() }) },
      audit: { event: "transfer.declined" },
      answer: nothing,
      handle: async ({ workspace, params: { id } }) => {
        await declineTransfer(database, { id, workspaceId: workspace.id });
        return { body: undefined };
      },
    }),
    // The user who accepts isn't a member of the site's current workspace, so the transfer itself authorizes them.
    defineRoute({
      method: "post",
      path: "/sites/{site}/transfers/{id}/accept",
      id: "acceptTransfer",
      summary: "Accept a transfer as an admin of the target workspace",
      policy: signedIn,
      sensitive: true,
      input: { params: z.object({ site: z.string(), id: z.string() }) },
      audit: { event: "transfer.accepted" },
      answer: siteAnswer,
      handle: async ({ actor, params: { id, site: siteId } }) => {
        const site = await acceptTransfer(database, { id, siteId, by: actor }, { now });
        return { body: describeSite(site, "admin", services) };
      },
    }),
  ];
}
