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

/** Makes the draft key anew; the one before opens nothing from then on (KEY-06). */
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
