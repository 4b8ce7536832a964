import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { GroupRule } from "../../../platform/config/group-roles.ts";
import type { Sealer } from "../../../platform/secrets/sealer.ts";
import { setCookie } from "../sessions/session-cookie.ts";
import type { OidcClient, OidcExpectation, OidcPerson } from "./oidc-client.ts";

/** The redirect URI, which must be registered with the issuer. */
const OIDC_CALLBACK = "/auth/oidc/callback";

/** The configured issuer. */
export interface OidcIssuer {
  readonly client: OidcClient;
  readonly allowedDomains: readonly string[];
  readonly groupRules: readonly GroupRule[];
}

/** Dependencies of single sign-on. */
export interface OidcDeps {
  readonly baseUrl: string;
  readonly sealer: Sealer;
  readonly now: () => Date;
  /** Absent if no issuer is configured. */
  readonly oidc?: OidcIssuer;
}

/**
 * Starts single sign-on or linking an account. Returns the URL to send the browser to and the cookie that it needs on
 * return.
 *
 * @throws CmsError `not_found` if no issuer is configured, `unavailable` if it doesn't respond.
 */
export async function startOidc(
  deps: OidcDeps,
  { returnTo, linkUserId }: { readonly returnTo: string; readonly linkUserId?: string },
): Promise<{ readonly url: string; readonly cookie: string }> {
  const { url, expected } = await requireIssuer(deps).client.start(
    `${deps.baseUrl}${OIDC_CALLBACK}`,
  );
  const flow = sealFlow(deps, {
    expected,
    returnTo,
    ...(linkUserId !== undefined && { linkUserId }),
  });
  return { url: url.href, cookie: setCookie("oidc", flow, deps) };
}

/**
 * Returns the user whom the issuer authenticated for a flow of this browser.
 *
 * @throws CmsError `invalid_credentials` if the flow is expired or the response doesn't match it, `not_found` if no
 * issuer is configured, `unavailable` if it doesn't respond.
 */
export async function finishOidc(
  deps: OidcDeps,
  { returned, sealedFlow }: { readonly returned: URL; readonly sealedFlow: string | undefined },
): Promise<{ readonly flow: OidcFlow; readonly person: OidcPerson }> {
  const flow = openFlow(deps, sealedFlow);
  const person = await requireIssuer(deps).client.finish(returned, flow.expected);
  return { flow, person };
}

function requireIssuer({ oidc }: OidcDeps): OidcIssuer {
  if (oidc !== undefined) return oidc;
  throw new CmsError("not_found", "Single sign-on is not configured.");
}

/** A single sign-on in progress in one browser. */
export interface OidcFlow {
  readonly expected: OidcExpectation;
  readonly returnTo: string;
  /** The user who is linking an account. Absent for signing in. */
  readonly linkUserId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

const LIFETIME_MS = 10 * 60 * 1000;
const PURPOSE = "oidc-flow";

const schema: z.ZodType<OidcFlow> = z.object({
  expected: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  returnTo: z.string(),
  linkUserId: z.string().optional(),
  endsAt: z.number(),
});

/**
 * Seals the flow for a cookie. Responses in another browser are rejected, and the server stores nothing for abandoned
 * flows.
 */
function sealFlow(
  { sealer, now }: Pick<OidcDeps, "sealer" | "now">,
  flow: Omit<OidcFlow, "endsAt">,
): string {
  return sealer.seal(JSON.stringify({ ...flow, endsAt: now().getTime() + LIFETIME_MS }), PURPOSE);
}

/** @throws CmsError `invalid_credentials` if the flow is expired or invalid. */
function openFlow(
  { sealer, now }: Pick<OidcDeps, "sealer" | "now">,
  sealed: string | undefined,
): OidcFlow {
  const flow = sealed === undefined ? undefined : readFlow(sealer, sealed);
  if (flow !== undefined && flow.endsAt > now().getTime()) return flow;
  throw new CmsError("invalid_credentials", "The sign-in took too long. Start again.");
}

function readFlow(sealer: Sealer, sealed: string): OidcFlow | undefined {
  try {
    return schema.parse(JSON.parse(sealer.open(sealed, PURPOSE)));
  } catch {
    return undefined;
  }
}
