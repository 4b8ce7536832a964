import type { Sealer } from "../../platform/secrets/sealer.ts";

/** Prefix of tokens in the URLs of unpublished media. Logs omit everything after it. */
const PREFIX = "loam_media_";
const PURPOSE = "media address";

/** Tokens are valid for one to two hours. Responses within the same hour have identical URLs, which browsers cache. */
const STEP_MS = 60 * 60_000;

/** The scope of a token: one media record of a site, valid until the site's preview epoch changes. */
export interface OpenedMedia {
  readonly siteId: string;
  readonly mediaId: string;
  /** From `readPreviewEpoch`. */
  readonly epoch: string;
  /** A full ref, for the branch of a change request. @default the working content */
  readonly branch?: string | undefined;
}

interface TokenDeps {
  readonly sealer: Pick<Sealer, "sign" | "isSigned">;
  readonly now: () => Date;
}

/** Creates a token that gives access to a media file without a key for one to two hours. */
export function makeMediaToken(opened: OpenedMedia, { sealer, now }: TokenDeps): string {
  const expires = (Math.floor(now().getTime() / STEP_MS) + 2) * STEP_MS;
  const text = expires.toString(36) + printBranch(opened.branch);
  return `${PREFIX}${text}.${sealer.sign(signedText(opened, text), PURPOSE)}`;
}

/**
 * Returns the scope of a token and its remaining seconds, or undefined if it is expired, for another file, or invalid.
 */
export function openMediaToken(
  token: string,
  opened: Omit<OpenedMedia, "branch">,
  deps: TokenDeps,
): { readonly seconds: number; readonly branch?: string } | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const [text = "", signature = "", ...more] = token.slice(PREFIX.length).split(".");
  const [expires = "", branch] = text.split(BRANCH);
  const seconds = Math.floor((Number.parseInt(expires, 36) - deps.now().getTime()) / 1000);
  if (more.length > 0 || !(seconds > 0)) return undefined;
  if (!deps.sealer.isSigned(signedText(opened, text), signature, PURPOSE)) return undefined;
  const name = branch === undefined ? undefined : Buffer.from(branch, "base64url").toString("utf8");
  return { seconds, ...(name !== undefined && { branch: name }) };
}

/** A separator that occurs neither in the time before it nor in the branch name after it. */
const BRANCH = "~";

function printBranch(branch: string | undefined): string {
  return branch === undefined ? "" : `${BRANCH}${Buffer.from(branch).toString("base64url")}`;
}

function signedText({ siteId, mediaId, epoch }: Omit<OpenedMedia, "branch">, text: string): string {
  return [siteId, mediaId, epoch, text].join(".");
}
