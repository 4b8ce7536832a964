import type { UpstreamRow } from "./upstreams.ts";

/** What of an upstream is kept sealed. */
export type SealedPart = "login" | "forge" | "webhook";

/** Binds what is sealed to its site and its use, so that it opens nowhere else. */
export function sealPurpose(siteId: string, what: SealedPart): string {
  return `upstream:${siteId}:${what}`;
}

export type Seal = (text: string, what: SealedPart) => string;

/** From what the columns of an upstream are made. */
export interface SettingParts {
  readonly url: URL;
  /** The upstream of the site until now, if it is on the same host: no other gets its credentials. */
  readonly before: UpstreamRow | undefined;
  readonly seal: Seal;
}
