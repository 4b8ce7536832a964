import type { UpstreamRow } from "./upstreams.ts";

/** The sealed parts of an upstream. */
export type SealedPart = "login" | "forge" | "webhook";

/** Binds a sealed value to its site and use, so that it cannot be opened elsewhere. */
export function sealPurpose(siteId: string, part: SealedPart): string {
  return `upstream:${siteId}:${part}`;
}

export type Seal = (text: string, what: SealedPart) => string;

/** Input for the columns of an upstream. */
export interface SettingParts {
  readonly url: URL;
  /** The previous upstream, if it is on the same host. Other hosts must not get its credentials. */
  readonly before: UpstreamRow | undefined;
  readonly seal: Seal;
}
