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
  /** A whole ref, for what is on the branch of a change request. @default the working content */
  readonly branch?: string | undefined;
}

interface TokenDeps {
  readonly sealer: Pick<Sealer, "sign" | "isSigned">;
  readonly now: () => Date;
}

/** Makes a token that opens a media file without a key, for an hour or two. */
export function makeMediaToken(opened: OpenedMedia, { sealer, now }: TokenDeps): string {
  const expires = (Math.floor(now().getTime() / STEP_MS) + 2) * STEP_MS;
  const text = expires.toString(36) + printBranch(opened.branch);
  return `${PREFIX}${text}.${sealer.sign(signedText(opened, text), PURPOSE)}`;
}

/** What a token opens, and for how many seconds; undefined for one that is over, of another file, or not ours. */
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

/** In neither the time before it nor the branch's name after it. */
const BRANCH = "~";

function printBranch(branch: string | undefined): string {
  return branch === undefined ? "" : `${BRANCH}${Buffer.from(branch).toString("base64url")}`;
}

function signedText({ siteId, mediaId, epoch }: Omit<OpenedMedia, "branch">, text: string): string {
  return [siteId, mediaId, epoch, text].join(".");
}
