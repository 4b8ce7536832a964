import { isIP } from "node:net";
import { CmsError } from "@loam/cms-core";

/** For whom authenticators sign: passkeys of one address work at no other (WebAuthn). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of an instance.
 *
 * @throws CmsError `not_supported` where people reach it by an IP address: browsers make passkeys for
 * names alone.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) === 0) return { id: hostname, origin };
  throw new CmsError(
    "not_supported",
    "Passkeys need a host name; set LOAM_BASE_URL to one (http://localhost:<port> on this machine).",
  );
}
