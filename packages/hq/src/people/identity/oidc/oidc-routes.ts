import { CmsError, isCmsError } from "@loam/cms-core";
import { type Request, type Response, Router } from "express";
import type { Logger } from "pino";
import {
  type GroupRule,
  resolveRights,
  type GroupRights,
} from "../../../platform/config/group-roles.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import { escapeHtml, renderPage, sendPage, returnPath } from "../../../platform/http/plain-page.ts";
import { onlyMethods } from "../../../platform/http/send-problem.ts";
import type { AuditLog } from "../../audit/audit-log.ts";
import { putMember, removeMember } from "../../workspaces/members.ts";
import { findRole } from "../../workspaces/policies.ts";
import { findWorkspaceByName } from "../../workspaces/workspaces.ts";
import { readClient, openSession } from "../authenticate-request.ts";
import type { Identity } from "../identity.ts";
import { setCookie, readCookie, clearCookie } from "../sessions/session-cookie.ts";
import { audited } from "../sessions/session-routes.ts";
import { createSession, endSession, type Clock } from "../sessions/sessions.ts";
import type { User } from "../users/users.ts";
import { linkExternal, userOfExternal } from "./external-identities.ts";
import {
  type OidcClient,
  type OidcPerson,
  type OidcFlow,
  openFlow,
  sealFlow,
} from "./oidc-client.ts";

/** The redirect URI, which must be registered with the issuer. */
const OIDC_CALLBACK = "/auth/oidc/callback";

type SignInAudit = Pick<AuditLog, "append" | "countRefusal">;

/** `GET /start?returnTo=` redirects to the issuer, and `GET /callback` handles the response. */
export function oidcRoutes(identity: Identity, audit: SignInAudit): Router {
  return Router({ caseSensitive: true, strict: true })
    .use(["/start", "/callback"], onlyMethods("GET"))
    .get("/start", async (request, response) => {
      const query = new URL(`${identity.baseUrl}${request.originalUrl}`).searchParams;
      const returnTo = returnPath(query.get("returnTo") ?? undefined);
      const { url, cookie } = await startOidc(identity, { returnTo });
      redirect(response, url, [cookie]);
    })
    .get("/callback", (request, response) =>
      handleCallback({ identity, audit }, request, response),
    );
}

/**
 * Starts single sign-on or linking an account. Returns the URL to send the browser to and the cookie that it needs on
 * return.
 *
 * @throws CmsError `not_found` if no issuer is configured, `unavailable` if it doesn't respond.
 */
export async function startOidc(
  identity: Identity,
  { returnTo, linkUserId }: { readonly returnTo: string; readonly linkUserId?: string },
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { url, expected } = await requireClient(identity).start(
    `${identity.baseUrl}${OIDC_CALLBACK}`,
  );
  const flow = sealFlow(identity, {
    expected,
    returnTo,
    ...(linkUserId !== undefined && { linkUserId }),
  });
  return { url: url.href, cookie: setCookie("oidc", flow, identity) };
}

interface SignInRoutes {
  readonly identity: Identity;
  readonly audit: SignInAudit;
}

async function handleCallback(
  door: SignInRoutes,
  request: Request,
  response: Response,
): Promise<void> {
  const { identity, audit } = door;
  const { baseUrl, log } = identity;
  response.append("Set-Cookie", clearCookie("oidc", baseUrl));
  try {
    const flow = openFlow(identity, readCookie("oidc", request.headers, baseUrl));
    const returned = new URL(`${baseUrl}${request.originalUrl}`);
    const person = await requireClient(identity).finish(returned, flow.expected);
    const cookies = await completeFlow(door, request, { flow, person });
    redirect(response, `${baseUrl}${flow.returnTo}`, cookies);
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    log.warn({ err: error }, "A single sign-on was denied.");
    const address = clientAddress(request);
    audit.countRefusal({ ...SESSION_OPENED, actor: undefined, address, refused: error.code });
    sendPage(response.status(error.status), renderRefusal(error.message));
  }
}

/** The audited act, as for other sign-ins. */
const SESSION_OPENED = { event: "session.opened", params: {} } as const;

interface IssuerResponse {
  readonly flow: OidcFlow;
  readonly person: OidcPerson;
}

/** Links the account or signs in. Returns the cookies to set. */
async function completeFlow(
  { identity, audit }: SignInRoutes,
  request: Request,
  { flow, person }: IssuerResponse,
): Promise<readonly string[]> {
  const { database, baseUrl, oidc } = identity;
  const present = await openSession(request, identity);
  if (flow.linkUserId !== undefined) {
    if (present?.user.id !== flow.linkUserId) {
      throw new CmsError("invalid_credentials", "Sign in, then start linking again.");
    }
    await linkExternal(database, { person, userId: flow.linkUserId }, identity);
    return [];
  }
  const { allowedDomains = [], groupRules = [] } = oidc ?? {};
  const known = await userOfExternal(database, person, { allowedDomains, now: identity.now });
  const user = await withGroupRights(identity, known, { person, groupRules });
  if (present !== undefined) {
    await endSession(database, { userId: present.user.id, id: present.session.id });
  }
  const client = readClient(request);
  const created = await createSession(database, { user, method: "oidc", client }, identity);
  await audit.append({ ...SESSION_OPENED, actor: audited(created), address: client.address });
  return [setCookie("session", created.cookie, { baseUrl })];
}

/** If the issuer reports no groups, by mistake or because there are too many, nothing changes. */
async function withGroupRights(
  identity: Identity,
  user: User,
  {
    person,
    groupRules,
  }: { readonly person: OidcPerson; readonly groupRules: readonly GroupRule[] },
): Promise<User> {
  if (groupRules.length === 0) return user;
  if (person.groups !== undefined) {
    return applyGroupRights(identity, user, resolveRights(groupRules, person.groups));
  }
  identity.log.warn(
    { userId: user.id },
    "The single sign-on service sent no groups. Check LOAM_OIDC_GROUPS_CLAIM.",
  );
  return user;
}

function requireClient({ oidc }: Identity): OidcClient {
  if (oidc !== undefined) return oidc.client;
  throw new CmsError("not_found", "Single sign-on is not configured.");
}

/** Replaces `response.redirect`, which renders a page that contains the URL. */
function redirect(response: Response, url: string, cookies: readonly string[]): void {
  for (const cookie of cookies) response.append("Set-Cookie", cookie);
  response.status(303).set({ "Cache-Control": "no-store", Location: url }).end();
}

function renderRefusal(message: string): string {
  return renderPage("Couldn’t sign you in", `<p role="alert">${escapeHtml(message)}</p>`);
}

interface GroupRightsDeps extends Clock {
  readonly database: ControlDatabase;
  readonly log: Logger;
}

/**
 * Applies the group rules to a user. The last owner of a workspace and the last instance admin keep their role, because
 * no one could undo the change.
 */
async function applyGroupRights(
  deps: GroupRightsDeps,
  user: User,
  { instanceAdmin, workspaces }: GroupRights,
): Promise<User> {
  for (const [name, role] of workspaces) {
    const workspace = await findWorkspaceByName(deps.database, name);
    if (workspace === undefined) {
      deps.log.warn(
        { workspace: name },
        "A group rule grants a role in a workspace that does not exist.",
      );
      continue;
    }
    const change = { workspaceId: workspace.id, userId: user.id, by: "owner" } as const;
    const before = await findRole(deps.database, workspace.id, user.id);
    if (before === role) continue;
    try {
      if (role === undefined) await removeMember(deps.database, change);
      else await putMember(deps.database, { ...change, role }, deps);
    } catch (error) {
      if (!isCmsError(error) || error.code !== "last_owner") throw error;
      deps.log.warn(
        { workspace: name, userId: user.id },
        "The last owner of a workspace was kept.",
      );
    }
  }
  if (instanceAdmin === undefined || instanceAdmin === user.instanceAdmin) return user;
  if (await setInstanceAdmin(deps.database, user.id, instanceAdmin)) {
    return { ...user, instanceAdmin };
  }
  deps.log.warn({ userId: user.id }, "The last instance admin was kept.");
  return user;
}

/** Returns `false` if there would be no instance admin left. */
async function setInstanceAdmin(
  database: ControlDatabase,
  userId: string,
  instanceAdmin: boolean,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const others = await transaction
      .selectFrom("users")
      .select("id")
      .where("instance_admin", "=", 1)
      .where("disabled_at", "is", null)
      .where("id", "!=", userId)
      .limit(1)
      .execute();
    if (!instanceAdmin && others.length === 0) return false;
    await transaction
      .updateTable("users")
      .set({ instance_admin: instanceAdmin ? 1 : 0 })
      .where("id", "=", userId)
      .execute();
    return true;
  });
}
