/** A preview token in the parameter `draftKey`. */
export const PREVIEW_PREFIX = "loam_prev_";

const LIFETIME_MS = 60 * 60_000;
const PURPOSE = "preview token";

/** Signs texts, and tells its own signatures. */
export interface TextSigner {
  sign(text: string, purpose: string): string;
  isSigned(text: string, signature: string, purpose: string): boolean;
}

export interface PreviewToken {
  readonly token: string;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** Makes a token with which one entry of a site is read as it is being written, for an hour. */
export function makePreviewToken(
  signer: TextSigner,
  { siteId, entryId }: { readonly siteId: string; readonly entryId: string },
  { now }: { readonly now: () => Date },
): PreviewToken {
  const expires = now().getTime() + LIFETIME_MS;
  const text = [siteId, entryId, expires.toString(36)].join(".");
  return {
    token: `${PREVIEW_PREFIX}${text}.${signer.sign(text, PURPOSE)}`,
    expiresAt: new Date(expires).toISOString(),
  };
}

/** The entry that a token opens; `undefined` for one of another site, that is over, or not ours. */
export function readPreviewToken(
  signer: TextSigner,
  token: string,
  { siteId, now }: { readonly siteId: string; readonly now: () => Date },
): string | undefined {
  if (!token.startsWith(PREVIEW_PREFIX)) return undefined;
  const [site, entryId, expires = "", signature = "", ...more] = token
    .slice(PREVIEW_PREFIX.length)
    .split(".");
  if (site !== siteId || entryId === undefined || more.length > 0) return undefined;
  const text = [site, entryId, expires].join(".");
  if (!signer.isSigned(text, signature, PURPOSE)) return undefined;
  return Number.parseInt(expires, 36) > now().getTime() ? entryId : undefined;
}
