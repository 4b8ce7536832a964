import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import { findStillAllowed } from "../workspaces/policies.ts";

/** Prefix of a preview token in the parameter `draftKey`. */
export const PREVIEW_PREFIX = "loam_prev_";

const LIFETIME_MS = 60 * 60_000;
const PURPOSE = "preview token";

interface PreviewToken {
  readonly token: string;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

export interface PreviewDeps {
  readonly database: ControlDatabase;
  readonly sealer: Pick<Sealer, "sign" | "isSigned">;
  readonly now: () => Date;
}

/** The scope of a token: one entry of the working content, or everything on a branch (a full ref). */
export type Preview = { readonly entryId: string } | { readonly branch: string };

/** The scope and the user whose permissions apply. */
interface Previewed {
  readonly siteId: string;
  readonly opens: Preview;
  /** The user who created it. */
  readonly userId: string;
}

/**
 * Creates a token that gives access to the current state of one entry or a branch for an hour. It expires earlier if
 * the draft key is regenerated, the site is transferred, or its creator loses write access (PRV-01).
 */
export async function makePreviewToken(
  { siteId, opens, userId }: Previewed,
  { database, sealer, now }: PreviewDeps,
): Promise<PreviewToken> {
  const expires = now().getTime() + LIFETIME_MS;
  const text = [siteId, printPreview(opens), userId, expires.toString(36)].join(".");
  const signature = sealer.sign(
    signedText(text, await readPreviewEpoch(database, siteId)),
    PURPOSE,
  );
  return {
    token: `${PREVIEW_PREFIX}${text}.${signature}`,
    expiresAt: new Date(expires).toISOString(),
  };
}

/** Returns the scope of a token, or `undefined` if it is expired, revoked, for another site, or invalid. */
export async function openPreviewToken(
  siteId: string,
  token: string,
  { database, sealer, now }: PreviewDeps,
): Promise<Preview | undefined> {
  if (!token.startsWith(PREVIEW_PREFIX)) return undefined;
  const [site, opens = "", userId = "", expires = "", signature = "", ...more] = token
    .slice(PREVIEW_PREFIX.length)
    .split(".");
  if (site !== siteId || more.length > 0) return undefined;
  const text = [site, opens, userId, expires].join(".");
  const signed = signedText(text, await readPreviewEpoch(database, siteId));
  if (!sealer.isSigned(signed, signature, PURPOSE)) return undefined;
  if (Number.parseInt(expires, 36) <= now().getTime()) return undefined;
  const maker = await findStillAllowed(database, { userId, siteId, action: "entry.write" });
  return maker && parsePreview(opens);
}

/** No id starts with this. */
const BRANCH = "-";

function printPreview(opens: Preview): string {
  if ("entryId" in opens) return opens.entryId;
  return `${BRANCH}${Buffer.from(opens.branch).toString("base64url")}`;
}

function parsePreview(text: string): Preview {
  if (!text.startsWith(BRANCH)) return { entryId: text };
  return { branch: Buffer.from(text.slice(BRANCH.length), "base64url").toString("utf8") };
}

function signedText(text: string, epoch: string): string {
  return `${text}.${epoch}`;
}

/** Returns the preview epoch of a site. It changes when the draft key is regenerated or the site is transferred. */
export async function readPreviewEpoch(database: ControlDatabase, siteId: string): Promise<string> {
  const row = await database
    .selectFrom("sites")
    .select("preview_epoch")
    .where("id", "=", siteId)
    .executeTakeFirst();
  return row?.preview_epoch ?? "";
}
