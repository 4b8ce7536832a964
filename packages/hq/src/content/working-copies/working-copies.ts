import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Actor } from "../../api/permissions/permissions.ts";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";

/** What a person typed and did not save. */
interface TypedContent {
  /** Blob of the version that was edited; absent for an entry that is not there yet. */
  readonly base?: string;
  readonly slug?: string;
  /** Those that were changed, by API id, as they stand in the form: they need not be valid. Null took one away. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Of a person, at a site. */
interface Writer {
  readonly siteId: string;
  readonly userId: string;
}

interface WrittenEntry extends Writer {
  /** Number of the change request that it is written in. @default the working content */
  readonly change?: number | undefined;
  /** Id of the entry, or of one that is not there yet the name that the writer's program gave it. */
  readonly entryId: string;
}

export interface KeptCopy {
  /** Absent for the working content. */
  readonly change?: number;
  readonly entryId: string;
  readonly type: string;
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly keptAt: string;
}

export interface WorkingCopy extends KeptCopy {
  readonly content: TypedContent;
}

/** Of one person at one site: more than anybody has begun and not saved. */
const MOST_COPIES = 200;
/** UTF-8 of what is kept of one entry: a rich text of the longest, in any script, with room beside it. */
const MOST_BYTES = 1024 * 1024;

const typedContent = z.object({
  base: z.string().exactOptional(),
  slug: z.string().exactOptional(),
  fields: z.record(z.string(), z.unknown()),
});

interface KeepCopy extends WrittenEntry {
  readonly type: string;
  readonly content: TypedContent;
  /** The version that this goes on from; absent where there must be none yet. */
  readonly replaces: string | undefined;
}

/**
 * Keeps what a person typed in place of what was kept before.
 *
 * @throws CmsError `stale` where something else was kept meanwhile, on another device or in another window;
 * `quota_exceeded`, `too_large`
 */
export async function keepWorkingCopy(
  database: ControlDatabase,
  { siteId, userId, change, entryId, type, content, replaces }: KeepCopy,
  { now }: { readonly now: () => Date },
): Promise<KeptCopy> {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > MOST_BYTES) throw tooLarge();
  const kept = {
    type,
    content: text,
    version: randomText(16),
    kept_at: now().toISOString(),
  };
  await transact(database, async (transaction) => {
    const rows = await transaction
      .selectFrom("working_copies")
      .select(["change_number", "entry_id", "version"])
      .where("site_id", "=", siteId)
      .where("user_id", "=", userId)
      .execute();
    const before = rows.find(
      (row) => row.entry_id === entryId && row.change_number === (change ?? NO_CHANGE),
    );
    if (before?.version !== replaces) throw keptElsewhere(before?.version);
    if (before === undefined && rows.length >= MOST_COPIES) throw tooMany();
    await transaction
      .insertInto("working_copies")
      .values({
        site_id: siteId,
        user_id: userId,
        change_number: change ?? NO_CHANGE,
        entry_id: entryId,
        ...kept,
      })
      .onConflict((conflict) =>
        conflict.columns(["site_id", "user_id", "change_number", "entry_id"]).doUpdateSet(kept),
      )
      .execute();
  });
  const written = change === undefined ? {} : { change };
  return { ...written, entryId, type, version: kept.version, keptAt: kept.kept_at };
}

/** Of what is written in the working content. */
const NO_CHANGE = 0;

function keptElsewhere(current: string | undefined): CmsError {
  const message = "This entry has newer unsaved changes from another device or window.";
  return new CmsError("stale", message, { details: { current: current ?? null } });
}

function tooMany(): CmsError {
  const message = `You have unsaved changes of ${MOST_COPIES} entries. Save or discard some of them.`;
  return new CmsError("quota_exceeded", message);
}

function tooLarge(): CmsError {
  const message = "The unsaved changes are too large to store. Save the entry.";
  return new CmsError("too_large", message, { details: { maxBytes: MOST_BYTES } });
}

/** What a person typed of an entry and did not save. */
export async function readWorkingCopy(
  database: ControlDatabase,
  { siteId, userId, change, entryId }: WrittenEntry,
): Promise<WorkingCopy | undefined> {
  const row = await database
    .selectFrom("working_copies")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("change_number", "=", change ?? NO_CHANGE)
    .where("entry_id", "=", entryId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...keptCopy(row), content: typedContent.parse(JSON.parse(row.content)) };
}

/** Of which entries a person has unsaved words, the last first. */
export async function listWorkingCopies(
  database: ControlDatabase,
  { siteId, userId }: Writer,
): Promise<readonly KeptCopy[]> {
  const rows = await database
    .selectFrom("working_copies")
    .select(["change_number", "entry_id", "type", "version", "kept_at"])
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .orderBy("kept_at", "desc")
    .orderBy("entry_id")
    .execute();
  return rows.map(keptCopy);
}

function keptCopy({
  change_number: change,
  entry_id: entryId,
  type,
  version,
  kept_at: keptAt,
}: Pick<
  ControlTables["working_copies"],
  "change_number" | "entry_id" | "type" | "version" | "kept_at"
>): KeptCopy {
  return { ...(change !== NO_CHANGE && { change }), entryId, type, version, keptAt };
}

/**
 * Drops what a person typed, once it is saved or thrown away; nothing happens where nothing was kept.
 *
 * @throws CmsError `stale` where it is not the version that is meant
 */
export async function dropWorkingCopy(
  database: ControlDatabase,
  { siteId, userId, change, entryId }: WrittenEntry,
  { version }: { readonly version: string | undefined },
): Promise<void> {
  await transact(database, async (transaction) => {
    const kept = await readWorkingCopy(transaction, { siteId, userId, change, entryId });
    if (kept === undefined) return;
    if (version !== undefined && version !== kept.version) throw keptElsewhere(kept.version);
    await transaction
      .deleteFrom("working_copies")
      .where("site_id", "=", siteId)
      .where("user_id", "=", userId)
      .where("change_number", "=", change ?? NO_CHANGE)
      .where("entry_id", "=", entryId)
      .execute();
  });
}

/** What a person kept in the editor is saved with the entry; a program that saves for them knows nothing of it. */
export async function dropSavedWords(
  database: ControlDatabase,
  { userId, credential }: Actor,
  written: Omit<WrittenEntry, "userId">,
): Promise<void> {
  if (credential.kind !== "session") return;
  // The save stands whatever becomes of this: words that stay are thrown away by hand.
  await dropWorkingCopy(database, { ...written, userId }, { version: undefined }).catch(
    () => undefined,
  );
}

/**
 * Drops what a person typed of entries that they deleted in the working content. Words of others stay: they are found again when the entry is
 * brought back by its id.
 */
export async function dropCopiesOf(
  database: ControlDatabase,
  { siteId, userId }: Writer,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length === 0) return;
  await database
    .deleteFrom("working_copies")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("change_number", "=", NO_CHANGE)
    .where("entry_id", "in", entryIds)
    .execute();
}
