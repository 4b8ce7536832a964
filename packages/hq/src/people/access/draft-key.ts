import type { ControlDatabase } from "../../platform/db/database.ts";
import { makeToken } from "../../platform/secrets/secret-token.ts";

/** What people see of a site's draft key; the key itself is shown once. */
export interface DraftKeyFacts {
  readonly lastFour: string;
  readonly madeAt: string;
}

/** `undefined` while none was made. */
export async function readDraftKey(
  database: ControlDatabase,
  siteId: string,
): Promise<DraftKeyFacts | undefined> {
  const row = await draftKeyRow(database, siteId);
  if (row?.draft_key_last_four == null || row.draft_key_made_at === null) return undefined;
  return { lastFour: row.draft_key_last_four, madeAt: row.draft_key_made_at };
}

/** Makes a new draft key; the previous one opens nothing from then on (KEY-06). */
export async function regenerateDraftKey(
  database: ControlDatabase,
  siteId: string,
  { now }: { readonly now: () => Date },
): Promise<DraftKeyFacts & { readonly draftKey: string }> {
  const token = makeToken("draft");
  const facts = { lastFour: token.text.slice(-4), madeAt: now().toISOString() };
  await database
    .updateTable("sites")
    .set({
      draft_key_hash: token.hash,
      draft_key_last_four: facts.lastFour,
      draft_key_made_at: facts.madeAt,
    })
    .where("id", "=", siteId)
    .execute();
  return { ...facts, draftKey: token.text };
}

/** SHA-256 of a site's draft key; `undefined` while none was made. */
export async function readDraftKeyHash(
  database: ControlDatabase,
  siteId: string,
): Promise<string | undefined> {
  return (await draftKeyRow(database, siteId))?.draft_key_hash ?? undefined;
}

interface DraftKeyRow {
  readonly draft_key_hash: string | null;
  readonly draft_key_last_four: string | null;
  readonly draft_key_made_at: string | null;
}

async function draftKeyRow(
  database: ControlDatabase,
  siteId: string,
): Promise<DraftKeyRow | undefined> {
  return database
    .selectFrom("sites")
    .select(["draft_key_hash", "draft_key_last_four", "draft_key_made_at"])
    .where("id", "=", siteId)
    .executeTakeFirst();
}

/** A preview token in the parameter `draftKey`. */
export const PREVIEW_PREFIX = "loam_prev_";

const LIFETIME_MS = 60 * 60_000;
const PURPOSE = "preview token";

/** Signs texts, and recognises its own signatures. */
interface TextSigner {
  sign(text: string, purpose: string): string;
  isSigned(text: string, signature: string, purpose: string): boolean;
}

interface PreviewToken {
  readonly token: string;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

/** What the signature of a token depends on besides its text. */
interface Signing {
  readonly siteId: string;
  /** SHA-256 of the site's draft key, if it has one: a new one ends every earlier token (PRV-01). */
  readonly draftKeyHash: string | undefined;
  readonly now: () => Date;
}

/**
 * Makes a token with which one entry of a site is read as it is being written, for an hour, or until the site gets a
 * new draft key.
 */
export function makePreviewToken(
  signer: TextSigner,
  entryId: string,
  { siteId, draftKeyHash, now }: Signing,
): PreviewToken {
  const expires = now().getTime() + LIFETIME_MS;
  const text = [siteId, entryId, expires.toString(36)].join(".");
  const signature = signer.sign(signedText(text, draftKeyHash), PURPOSE);
  return {
    token: `${PREVIEW_PREFIX}${text}.${signature}`,
    expiresAt: new Date(expires).toISOString(),
  };
}

function signedText(text: string, draftKeyHash = ""): string {
  return `${text}.${draftKeyHash}`;
}

/** The entry that a token opens; `undefined` for one that is of another site, expired, revoked, or not ours. */
export function readPreviewToken(
  signer: TextSigner,
  token: string,
  { siteId, draftKeyHash, now }: Signing,
): string | undefined {
  if (!token.startsWith(PREVIEW_PREFIX)) return undefined;
  const [site, entryId, expires = "", signature = "", ...more] = token
    .slice(PREVIEW_PREFIX.length)
    .split(".");
  if (site !== siteId || entryId === undefined || more.length > 0) return undefined;
  const text = [site, entryId, expires].join(".");
  if (!signer.isSigned(signedText(text, draftKeyHash), signature, PURPOSE)) return undefined;
  return Number.parseInt(expires, 36) > now().getTime() ? entryId : undefined;
}
