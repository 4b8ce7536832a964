import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Sealer } from "../../../platform/secrets/sealer.ts";
import type { OidcExpectation } from "./oidc-client.ts";

/** A sign-in elsewhere that is under way in one browser. */
export interface OidcFlow {
  readonly expected: OidcExpectation;
  readonly returnTo: string;
  /** Whose account is being linked; absent for signing in. */
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

interface FlowDeps {
  readonly sealer: Sealer;
  readonly now: () => Date;
}

/**
 * The flow as its browser keeps it, in a cookie: what comes back in another browser is refused, and
 * the server remembers nothing of those who never come back.
 */
export function sealFlow({ sealer, now }: FlowDeps, flow: Omit<OidcFlow, "endsAt">): string {
  return sealer.seal(JSON.stringify({ ...flow, endsAt: now().getTime() + LIFETIME_MS }), PURPOSE);
}

/** @throws CmsError `invalid_credentials` for a flow that took too long or is none. */
export function openFlow({ sealer, now }: FlowDeps, sealed: string | undefined): OidcFlow {
  const flow = sealed === undefined ? undefined : readFlow(sealer, sealed);
  if (flow !== undefined && flow.endsAt > now().getTime()) return flow;
  throw new CmsError("invalid_credentials", "The sign-in took too long; begin again.");
}

function readFlow(sealer: Sealer, sealed: string): OidcFlow | undefined {
  try {
    return schema.parse(JSON.parse(sealer.open(sealed, PURPOSE)));
  } catch {
    return undefined;
  }
}
