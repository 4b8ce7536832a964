import { z } from "zod";
import { inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { returnPath } from "../../../platform/http/plain-page.ts";
import { requireSession, type SessionDeps } from "../sessions/request-session.ts";
import { listExternal, unlinkExternal } from "./external-identities.ts";
import { type OidcDeps, startOidc } from "./oidc-flow.ts";

const identityAnswer = z
  .object({
    id: z.string(),
    issuer: z.string(),
    email: z.string(),
    createdAt: z.string(),
    lastUsedAt: z.string().optional(),
  })
  .meta({ id: "LinkedAccount" });

/** `/me/identities`: external accounts of the current user. */
export function identityLinkRoutes(deps: OidcDeps & SessionDeps): readonly Route[] {
  const { database } = deps;
  return [
    defineRoute({
      method: "get",
      path: "/me/identities",
      id: "listIdentities",
      summary: "List the caller's linked single sign-on identities",
      policy: inSession,
      input: {},
      answer: z.object({ identities: z.array(identityAnswer) }),
      handle: async ({ actor }) => ({
        body: { identities: [...(await listExternal(database, actor.userId))] },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/me/identities",
      id: "linkIdentity",
      summary: "Start linking a single sign-on identity. Returns the URL to send the browser to",
      policy: inSession,
      input: { body: z.strictObject({ returnTo: z.string().max(2000).optional() }) },
      audit: { event: "identity.linking" },
      sensitive: true,
      answer: z.object({ url: z.string() }),
      handle: async ({ body, request }) => {
        const { user } = await requireSession(deps, request);
        const flow = { returnTo: returnPath(body.returnTo), linkUserId: user.id };
        const { url, cookie } = await startOidc(deps, flow);
        return { body: { url }, headers: { "Set-Cookie": cookie } };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/me/identities/{id}",
      id: "unlinkIdentity",
      summary: "Unlink a single sign-on identity",
      policy: inSession,
      input: { params: z.object({ id: z.string() }) },
      audit: { event: "identity.unlinked" },
      sensitive: true,
      answer: nothing,
      handle: async ({ params, request }) => {
        const { user } = await requireSession(deps, request);
        await unlinkExternal(database, { userId: user.id, id: params.id });
        return { body: undefined };
      },
    }),
  ];
}
