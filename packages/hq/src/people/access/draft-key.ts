import type { Selectable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import {
  makeToken,
  parseToken,
  randomText,
  sameHash,
} from "../../platform/secrets/secret-token.ts";

/** A site's draft key without its secret, which is shown only once. */
export interface DraftKeyFacts {
  readonly lastFour: string;
  readonly madeAt: string;
}

/** Returns `undefined` if no draft key was created. */
export async function readDraftKey(
  database: ControlDatabase,
  siteId: string,
): Promise<DraftKeyFacts | undefined> {
  const row = await draftKeyRow(database, siteId);
  if (row?.draft_key_last_four == null || row.draft_key_made_at === null) return undefined;
  return { lastFour: row.draft_key_last_four, madeAt: row.draft_key_made_at };
}

/** Generates a new draft key. The previous one and all preview tokens stop working (KEY-06). */
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
      ...withoutDrafts(),
      draft_key_hash: token.hash,
      draft_key_last_four: facts.lastFour,
      draft_key_made_at: facts.madeAt,
    })
    .where("id", "=", siteId)
    .execute();
  return { ...facts, draftKey: token.text };
}

/** Returns the site columns that invalidate its draft key and preview tokens. */
export function withoutDrafts(): Pick<
  Selectable<ControlTables["sites"]>,
  "draft_key_hash" | "draft_key_last_four" | "draft_key_made_at" | "preview_epoch"
> {
  return {
    draft_key_hash: null,
    draft_key_last_four: null,
    draft_key_made_at: null,
    preview_epoch: randomText(EPOCH_CHARACTERS),
  };
}

const EPOCH_CHARACTERS = 20;

/**
 * Whether text is the draft key of a site. Queries the database each time, so that a key that was regenerated, even by
 * another process, takes effect immediately (KEY-06).
 */
export async function isDraftKey(
  database: ControlDatabase,
  siteId: string,
  text: string,
): Promise<boolean> {
  const token = parseToken("draft", text);
  if (token === undefined) return false;
  const hash = (await draftKeyRow(database, siteId))?.draft_key_hash;
  return hash != null && sameHash(hash, token.hash);
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
