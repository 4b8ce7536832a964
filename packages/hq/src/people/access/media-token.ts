import type { Sealer } from "../../platform/secrets/sealer.ts";

/** In the address of a media file that is not public; logs leave out what follows such a prefix. */
const PREFIX = "loam_media_";
const PURPOSE = "media address";

/** One hour at least and two at most: answers of one hour have the same addresses, which browsers keep. */
const STEP_MS = 60 * 60_000;

/** What a token opens: one media record of a site, until its drafts are closed to everybody who has seen them. */
export interface OpenedMedia {
  readonly siteId: string;
  readonly mediaId: string;
  /** As `readPreviewEpoch` has it. */
  readonly epoch: string;
}

interface TokenDeps {
  readonly sealer: Pick<Sealer, "sign" | "isSigned">;
  readonly now: () => Date;
}

/** Makes a token that opens a media file without a key, for an hour or two. */
export function makeMediaToken(opened: OpenedMedia, { sealer, now }: TokenDeps): string {
  const expires = (Math.floor(now().getTime() / STEP_MS) + 2) * STEP_MS;
  const text = expires.toString(36);
  return `${PREFIX}${text}.${sealer.sign(signedText(opened, text), PURPOSE)}`;
}

/** For how many seconds a token still opens a media file; 0 for one that is over, of another file, or not ours. */
export function openMediaToken(token: string, opened: OpenedMedia, deps: TokenDeps): number {
  if (!token.startsWith(PREFIX)) return 0;
  const [expires = "", signature = "", ...more] = token.slice(PREFIX.length).split(".");
  const seconds = Math.floor((Number.parseInt(expires, 36) - deps.now().getTime()) / 1000);
  if (more.length > 0 || !(seconds > 0)) return 0;
  return deps.sealer.isSigned(signedText(opened, expires), signature, PURPOSE) ? seconds : 0;
}

function signedText({ siteId, mediaId, epoch }: OpenedMedia, expires: string): string {
  return [siteId, mediaId, epoch, expires].join(".");
}
