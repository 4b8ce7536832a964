import { z } from "zod";
import { instanceAdmin } from "../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { mailDecision, mailRequest } from "./cms-request-mail.ts";
import {
  type CmsRequest,
  declineCmsRequest,
  readCmsRequests,
  requestCms,
  switchCms,
  withdrawCmsRequest,
} from "./cms-requests.ts";
import { inWorkspace } from "./policies.ts";
import { requireWorkspace } from "./workspaces.ts";

export interface FeatureDeps {
  readonly hq: Hq;
  readonly identity: { readonly mailer: Mailer };
  readonly baseUrl: string;
}

export const cmsRequestAnswer: z.ZodType<CmsRequest, CmsRequest> = z
  .object({
    requestedAt: z.string(),
    requestedBy: z
      .object({ id: z.string(), name: z.string(), email: z.string() })
      .nullable()
      .meta({ description: "Null if the account was deleted." }),
    note: z.string(),
    declinedAt: z.string().exactOptional(),
    answer: z.string().exactOptional().meta({ description: "Reason for declining the request." }),
  })
  .meta({ id: "CmsRequest" });

const note = z.string().trim().max(1000).default("");
const params = z.object({ ws: z.string() });

/** Features of a workspace and requests for them (spec, "What the service does"). */
export function featureRoutes(deps: FeatureDeps): readonly Route[] {
  return [...switchRoutes(deps), ...requestRoutes(deps)];
}

function switchRoutes({ hq: { database }, identity, baseUrl }: FeatureDeps): readonly Route[] {
  const mail = { database, mailer: identity.mailer, baseUrl };
  return [
    defineRoute({
      method: "get",
      path: "/workspaces/{ws}/features",
      id: "getFeatures",
      summary: "Get the features of the workspace",
      policy: inWorkspace("workspace.read"),
      input: {},
      answer: z.object({ cms: z.boolean() }),
      handle: ({ workspace }) => ({ body: { cms: workspace.cms } }),
    }),
    defineRoute({
      method: "put",
      path: "/workspaces/{ws}/features",
      id: "putFeatures",
      summary: "Enable or disable the CMS for a workspace. Also answers its pending request",
      policy: instanceAdmin,
      input: { params, body: z.strictObject({ cms: z.boolean() }) },
      audit: { event: "features.changed", names: ["cms"] },
      sensitive: true,
      answer: z.object({ cms: z.boolean() }),
      handle: async ({ params: { ws }, body }) => {
        const { id } = await requireWorkspace(database, ws);
        const change = { workspaceId: id, enabled: body.cms };
        const { workspace, answered } = await switchCms(database, change);
        if (answered !== undefined) mailDecision(mail, { workspace, request: answered });
        return { body: { cms: workspace.cms } };
      },
    }),
  ];
}

function requestRoutes({ hq, identity, baseUrl }: FeatureDeps): readonly Route[] {
  const { database } = hq;
  const mail = { database, mailer: identity.mailer, baseUrl };
  const path = "/workspaces/{ws}/features/cms-request";
  return [
    defineRoute({
      method: "get",
      path,
      id: "getCmsRequest",
      summary: "Get the pending or declined CMS request of the workspace",
      policy: inWorkspace("workspace.inspect"),
      input: {},
      answer: z.object({ request: cmsRequestAnswer.exactOptional() }),
      handle: async ({ workspace }) => {
        const requests = await readCmsRequests(database, { workspaceId: workspace.id });
        const request = requests.get(workspace.id);
        return { body: request === undefined ? {} : { request } };
      },
    }),
    defineRoute({
      method: "put",
      path,
      id: "requestCms",
      summary: "Request the CMS for the workspace from the instance admins",
      policy: inWorkspace("workspace.settings"),
      input: { body: z.strictObject({ note }) },
      audit: { event: "cms-request.created" },
      answer: cmsRequestAnswer,
      handle: async ({ workspace, actor, body }) => {
        const newRequest = { workspaceId: workspace.id, by: actor.userId, note: body.note };
        const request = await requestCms(database, newRequest, hq);
        await mailRequest(mail, { workspace, request });
        return { body: request };
      },
    }),
    defineRoute({
      method: "delete",
      path,
      id: "withdrawCmsRequest",
      summary: "Cancel the CMS request, or dismiss its answer",
      policy: inWorkspace("workspace.settings"),
      input: {},
      audit: { event: "cms-request.withdrawn" },
      answer: nothing,
      handle: async ({ workspace }) => {
        await withdrawCmsRequest(database, { workspaceId: workspace.id });
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "post",
      path: `${path}/decline`,
      id: "declineCmsRequest",
      summary: "Decline the CMS request of a workspace, with a reason",
      policy: instanceAdmin,
      input: { params, body: z.strictObject({ answer: note }) },
      audit: { event: "cms-request.declined" },
      answer: cmsRequestAnswer,
      handle: async ({ params: { ws }, body: { answer } }) => {
        const workspace = await requireWorkspace(database, ws);
        const request = await declineCmsRequest(
          database,
          { workspaceId: workspace.id, answer },
          hq,
        );
        mailDecision(mail, { workspace, request });
        return { body: request };
      },
    }),
  ];
}
