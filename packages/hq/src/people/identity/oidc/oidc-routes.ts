import { CmsError } from "@loam/cms-core";
import { type Request, type Response, Router } from "express";
import { type GroupRule, rightsOf } from "../../../platform/config/group-roles.ts";
import { escapeHtml, renderPage, sendPage } from "../../../platform/http/plain-page.ts";
import { returnPath } from "../../../platform/http/return-path.ts";
import { onlyMethods } from "../../../platform/http/send-problem.ts";
import { clientOf, openSession } from "../authenticate-request.ts";
import type { Identity } from "../identity.ts";
import { giveCookie, readCookie, takeCookie } from "../sessions/session-cookie.ts";
import { createSession, endSession } from "../sessions/sessions.ts";
import type { User } from "../users/create-user.ts";
import { applyGroupRights } from "./apply-group-rights.ts";
import { linkExternal, userOfExternal } from "./external-identities.ts";
import type { OidcClient, OidcPerson } from "./oidc-client.ts";
import { type OidcFlow, openFlow, sealFlow } from "./oidc-flow.ts";

/** Where the issuer sends browsers back to; it must be registered there. */
const OIDC_CALLBACK = "/auth/oidc/callback";

/** `GET /start?returnTo=` leaves for the issuer, `GET /callback` comes back from it. */
export function oidcRoutes(identity: Identity): Router {
  return Router({ caseSensitive: true, strict: true })
    .use(["/start", "/callback"], onlyMethods("GET"))
    .get("/start", async (request, response) => {
      const query = new URL(request.originalUrl, identity.baseUrl).searchParams;
      const returnTo = returnPath(query.get("returnTo") ?? undefined);
      const { url, cookie } = await beginOidc(identity, { returnTo });
      redirect(response, url, [cookie]);
    })
    .get("/callback", (request, response) => comeBack(identity, request, response));
}

/**
 * Begins a sign-in elsewhere, or the linking of an account: where to send the browser, and the cookie
 * that it needs when it comes back.
 *
 * @throws CmsError `not_found` where no issuer is configured, `unavailable` when it does not answer.
 */
export async function beginOidc(
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
  return { url: url.href, cookie: giveCookie("oidc", flow, identity.baseUrl) };
}

async function comeBack(identity: Identity, request: Request, response: Response): Promise<void> {
  const { baseUrl, log } = identity;
  response.append("Set-Cookie", takeCookie("oidc", baseUrl));
  try {
    const flow = openFlow(identity, readCookie("oidc", request.headers, baseUrl));
    const returned = new URL(request.originalUrl, baseUrl);
    const person = await requireClient(identity).finish(returned, flow.expected);
    const cookies = await settle(identity, request, { flow, person });
    redirect(response, new URL(flow.returnTo, baseUrl).href, cookies);
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    log.warn({ err: error }, "A sign-in elsewhere was refused.");
    sendPage(response.status(error.status), renderRefusal(error.message));
  }
}

interface Returned {
  readonly flow: OidcFlow;
  readonly person: OidcPerson;
}

/** Links or signs in; the cookies to set. */
async function settle(
  identity: Identity,
  request: Request,
  { flow, person }: Returned,
): Promise<readonly string[]> {
  const { database, baseUrl, oidc } = identity;
  const present = await openSession(request, identity);
  if (flow.linkUserId !== undefined) {
    if (present?.user.id !== flow.linkUserId) {
      throw new CmsError("invalid_credentials", "Sign in, and begin the linking again.");
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
  const client = clientOf(request);
  const { cookie } = await createSession(database, { user, method: "oidc", client }, identity);
  return [giveCookie("session", cookie, baseUrl)];
}

/** An issuer that says nothing of groups, by mistake or as there are too many, changes nothing. */
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
    return applyGroupRights(identity, user, rightsOf(groupRules, person.groups));
  }
  identity.log.warn(
    { userId: user.id },
    "The issuer names no groups; check LOAM_OIDC_GROUPS_CLAIM.",
  );
  return user;
}

function requireClient({ oidc }: Identity): OidcClient {
  if (oidc !== undefined) return oidc.client;
  throw new CmsError("not_found", "No sign-in elsewhere is configured here.");
}

/** Not `response.redirect`, which renders a page with the address in it. */
function redirect(response: Response, url: string, cookies: readonly string[]): void {
  for (const cookie of cookies) response.append("Set-Cookie", cookie);
  response.status(303).set({ "Cache-Control": "no-store", Location: url }).end();
}

function renderRefusal(message: string): string {
  return renderPage("The sign-in did not work", `<p role="alert">${escapeHtml(message)}</p>`);
}
