import { CmsError } from "@loam/cms-core";
import { type Request, type Response, Router } from "express";
import { clientAddress } from "../../../platform/http/client-address.ts";
import { escapeHtml, renderPage, sendPage, returnPath } from "../../../platform/http/plain-page.ts";
import { onlyMethods } from "../../../platform/http/send-problem.ts";
import type { AuditLog } from "../../audit/audit-log.ts";
import { linkExternal } from "../oidc/external-identities.ts";
import type { OidcPerson } from "../oidc/oidc-client.ts";
import { finishOidc, type OidcFlow, startOidc } from "../oidc/oidc-flow.ts";
import { openSession, readClient } from "../sessions/request-session.ts";
import { setCookie, readCookie, clearCookie } from "../sessions/session-cookie.ts";
import { audited, type OidcSignInDeps, signInWithOidc } from "./sign-in.ts";

type SignInAudit = Pick<AuditLog, "append" | "countRefusal">;

/** `GET /start?returnTo=` redirects to the issuer, and `GET /callback` handles the response. */
export function oidcRoutes(deps: OidcSignInDeps, audit: SignInAudit): Router {
  return Router({ caseSensitive: true, strict: true })
    .use(["/start", "/callback"], onlyMethods("GET"))
    .get("/start", async (request, response) => {
      const query = new URL(`${deps.baseUrl}${request.originalUrl}`).searchParams;
      const returnTo = returnPath(query.get("returnTo") ?? undefined);
      const { url, cookie } = await startOidc(deps, { returnTo });
      redirect(response, url, [cookie]);
    })
    .get("/callback", (request, response) => handleCallback({ deps, audit }, request, response));
}

interface SignInRoutes {
  readonly deps: OidcSignInDeps;
  readonly audit: SignInAudit;
}

async function handleCallback(
  routes: SignInRoutes,
  request: Request,
  response: Response,
): Promise<void> {
  const { deps, audit } = routes;
  const { baseUrl, log } = deps;
  response.append("Set-Cookie", clearCookie("oidc", baseUrl));
  try {
    const sealedFlow = readCookie("oidc", request.headers, baseUrl);
    const returned = new URL(`${baseUrl}${request.originalUrl}`);
    const { flow, person } = await finishOidc(deps, { returned, sealedFlow });
    const cookies = await completeFlow(routes, request, { flow, person });
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
  { deps, audit }: SignInRoutes,
  request: Request,
  { flow, person }: IssuerResponse,
): Promise<readonly string[]> {
  const { database } = deps;
  const present = await openSession(request, deps);
  if (flow.linkUserId !== undefined) {
    if (present?.user.id !== flow.linkUserId) {
      throw new CmsError("invalid_credentials", "Sign in, then start linking again.");
    }
    await linkExternal(database, { person, userId: flow.linkUserId }, deps);
    return [];
  }
  const client = readClient(request);
  const created = await signInWithOidc(deps, person, { client, present });
  await audit.append({ ...SESSION_OPENED, actor: audited(created), address: client.address });
  return [setCookie("session", created.cookie, deps)];
}

/** Replaces `response.redirect`, which renders a page that contains the URL. */
function redirect(response: Response, url: string, cookies: readonly string[]): void {
  for (const cookie of cookies) response.append("Set-Cookie", cookie);
  response.status(303).set({ "Cache-Control": "no-store", Location: url }).end();
}

function renderRefusal(message: string): string {
  return renderPage("Couldn’t sign you in", `<p role="alert">${escapeHtml(message)}</p>`);
}
