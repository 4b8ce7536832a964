import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { TOKEN_SCOPES, siteRole } from "../../../api/permissions/permissions.ts";
import { inSession } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import { findSiteAccess } from "../../workspaces/policies.ts";
import { requireSession, type SessionDeps } from "../sessions/request-session.ts";
import {
  createPersonalToken,
  findPersonalToken,
  listPersonalTokens,
  type PersonalToken,
  revokePersonalToken,
  parseScopes,
} from "./personal-tokens.ts";

const tokenAnswer = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES).meta({ id: "TokenScope" })),
  sites: z.array(z.string()).optional(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().optional(),
  lastUsedAddress: z.string().optional(),
  revokedAt: z.string().optional(),
});

const listed = tokenAnswer.meta({ id: "PersonalAccessToken" });
const created = tokenAnswer
  .extend({ token: z.string().meta({ description: "Returned only once." }) })
  .meta({ id: "CreatedPersonalAccessToken" });

const one = { params: z.object({ id: z.string() }) };

/** `/tokens`: personal access tokens of the current user. */
export function tokenRoutes(deps: SessionDeps): readonly Route[] {
  const { database } = deps;
  return [
    defineRoute({
      method: "get",
      path: "/tokens",
      id: "listTokens",
      summary: "List the caller's personal access tokens, newest first, without their secrets",
      policy: inSession,
      input: {},
      answer: z.object({ tokens: z.array(listed) }),
      handle: async ({ actor }) => ({
        body: { tokens: (await listPersonalTokens(database, actor.userId)).map(toListed) },
      }),
    }),
    createRoute(deps),
    defineRoute({
      method: "get",
      path: "/tokens/{id}",
      id: "getToken",
      summary: "Get a personal access token of the caller, without its secret",
      policy: inSession,
      input: one,
      answer: listed,
      handle: async ({ actor, params }) => ({
        body: toListed(await findPersonalToken(database, { userId: actor.userId, id: params.id })),
      }),
    }),
    defineRoute({
      method: "delete",
      path: "/tokens/{id}",
      id: "revokeToken",
      summary: "Revoke a token",
      policy: inSession,
      input: one,
      audit: { event: "token.revoked" },
      answer: nothing,
      handle: async ({ actor, params }) => {
        await revokePersonalToken(database, { userId: actor.userId, id: params.id }, deps);
        return { body: undefined };
      },
    }),
  ];
}

function createRoute(deps: SessionDeps): Route {
  return defineRoute({
    method: "post",
    path: "/tokens",
    id: "createToken",
    summary:
      "Create a personal access token. The response contains the token, which is shown only once",
    policy: inSession,
    input: {
      body: z
        .strictObject({
          name: z.string().trim().min(1).max(200),
          scopes: z.array(z.string()).max(50),
          expiresAt: z.iso.datetime(),
          sites: z.array(z.string().max(50)).min(1).max(100).optional(),
        })
        .meta({ id: "NewPersonalAccessToken" }),
    },
    audit: { event: "token.created" },
    sensitive: true,
    status: 201,
    answer: created,
    handle: async ({ body, request }) => {
      const { user } = await requireSession(deps, request);
      for (const site of body.sites ?? []) await requireSeenSite(deps, site, user.id);
      const token = await createPersonalToken(
        deps.database,
        {
          userId: user.id,
          name: body.name,
          scopes: parseScopes(body.scopes),
          sites: body.sites,
          expiresAt: new Date(body.expiresAt),
        },
        deps,
      );
      return { body: { ...toListed(token), token: token.token } };
    },
  });
}

async function requireSeenSite(
  { database }: SessionDeps,
  siteId: string,
  userId: string,
): Promise<void> {
  const found = await findSiteAccess(database, siteId, userId);
  if (found !== undefined && siteRole(found.access) !== undefined) return;
  throw new CmsError("site_not_found", `Site not found: ${siteId}.`);
}

function toListed({ scopes, sites, ...token }: PersonalToken): z.input<typeof listed> {
  return { ...token, scopes: [...scopes], ...(sites !== undefined && { sites: [...sites] }) };
}
