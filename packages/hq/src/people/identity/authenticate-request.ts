import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import type { Actor } from "../../api/permissions/permissions.ts";
import { addressKey } from "../../platform/limits/rate-limit.ts";
import { sameHash } from "../../platform/secrets/secret-token.ts";
import type { AttemptLimiter } from "./attempts/attempt-limit.ts";
import { openSession, readClient, type SessionDeps } from "./sessions/request-session.ts";
import { readCookie } from "./sessions/session-cookie.ts";
import { type Client, csrfTokenOf, type OpenSession } from "./sessions/sessions.ts";
import { usePersonalToken } from "./tokens/personal-tokens.ts";

export interface AuthenticateDeps extends SessionDeps {
  readonly limits: { readonly tokens: AttemptLimiter };
}

/** The header with which a page proves that it can read this server's responses (AUT-03). */
const CSRF_HEADER = "X-CSRF-Token";

/**
 * Authenticates a request by the token in its `Authorization` header, or else by its session cookie. An invalid token
 * is rejected even if the session is valid (AUT-22).
 *
 * @throws CmsError `not_signed_in` for an invalid token, `invalid_request` for two `Authorization`
 * headers, `rate_limited`
 */
export async function authenticateRequest(
  request: Request,
  deps: AuthenticateDeps,
): Promise<Actor | undefined> {
  const token = bearerToken(request);
  if (token !== undefined) return actorOfToken(deps, token, readClient(request));
  const open = await openSession(request, deps);
  if (open === undefined) return undefined;
  const { user, session } = open;
  const { id, authenticatedAt: provenAt } = session;
  return { ...personOf(user), credential: { kind: "session", id, provenAt } };
}

/**
 * Returns the user and scopes of a personal access token.
 *
 * @throws CmsError `not_signed_in`, `rate_limited` for an IP address with many invalid tokens
 */
export async function actorOfToken(
  { database, limits, now }: Omit<AuthenticateDeps, "baseUrl">,
  text: string,
  { address }: Pick<Client, "address">,
): Promise<Actor> {
  const token = await usePersonalToken(database, { text, address }, { now });
  if (token === undefined) {
    await limits.tokens.take(addressKey(address));
    throw new CmsError("not_signed_in", "This token is invalid, revoked, or expired.");
  }
  const { user, id, scopes, sites } = token;
  return {
    ...personOf(user),
    credential: { kind: "token", id, scopes, ...(sites !== undefined && { sites }) },
  };
}

function personOf(user: OpenSession["user"]): Omit<Actor, "credential"> {
  const { id: userId, email, name, instanceAdmin } = user;
  return { userId, email, name, instanceAdmin };
}

/** Node drops all but the first of repeated headers, so two readers could see different ones. */
function bearerToken({ rawHeaders, headers }: Request): string | undefined {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "authorization").length > 1) {
    throw new CmsError("invalid_request", "Send only one Authorization header.");
  }
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token !== undefined) return token;
  throw new CmsError("not_signed_in", "Send a personal access token as Authorization: Bearer.");
}

/**
 * Checks the token that a page must send with each change in a session. Only a page of this server can read it.
 *
 * @throws CmsError `forbidden`
 */
export function requireCsrfToken(
  { headers }: Request,
  { baseUrl }: { readonly baseUrl: string },
): void {
  const given = headers[CSRF_HEADER.toLowerCase()];
  const cookie = readCookie("session", headers, baseUrl) ?? "";
  if (typeof given === "string" && sameHash(given, csrfTokenOf(cookie))) return;
  throw new CmsError("forbidden", `Send the session's csrfToken as ${CSRF_HEADER}.`);
}
