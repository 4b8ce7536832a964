import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import type { Actor } from "../../api/permissions/permissions.ts";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";

/** Unsaved edits of a user. */
interface TypedContent {
  /** Blob of the edited version. Absent for a new entry. */
  readonly base?: string;
  readonly slug?: string;
  /** Changed values by API id, as entered; they can be invalid. Null removes a value. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The user and site of unsaved edits. */
interface CopyOwner {
  readonly siteId: string;
  readonly userId: string;
}

interface CopyKey extends CopyOwner {
  /** Number of the change request being edited. @default the working content */
  readonly change?: number | undefined;
  /** Id of the entry. For a new entry, the name given by the user's client. */
  readonly entryId: string;
}

export interface StoredCopy {
  /** Absent for the working content. */
  readonly change?: number;
  readonly entryId: string;
  readonly type: string;
  readonly version: string;
  /** ISO 8601 UTC. */
  readonly keptAt: string;
}

export interface WorkingCopy extends StoredCopy {
  readonly content: TypedContent;
}

/** Per user and site; more than anyone leaves unsaved. */
const MAX_COPIES = 200;
/** UTF-8 size of the edits of one entry: the longest rich text in any script, plus extra room. */
const MAX_BYTES = 1024 * 1024;

const typedContent = z.object({
  base: z.string().exactOptional(),
  slug: z.string().exactOptional(),
  fields: z.record(z.string(), z.unknown()),
});

interface StoreCopy extends CopyKey {
  readonly type: string;
  readonly content: TypedContent;
  /** The version that these edits are based on. Undefined if none must exist yet. */
  readonly replaces: string | undefined;
}

/**
 * Stores the edits of a user, replacing earlier ones.
 *
 * @throws CmsError `stale` if other edits were stored in the meantime, on another device or in another window;
 * `quota_exceeded`, `too_large`
 */
export async function storeWorkingCopy(
  database: ControlDatabase,
  { siteId, userId, change, entryId, type, content, replaces }: StoreCopy,
  { now }: { readonly now: () => Date },
): Promise<StoredCopy> {
  const text = JSON.stringify(content);
  if (Buffer.byteLength(text) > MAX_BYTES) throw tooLarge();
  const stored = {
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
    if (before?.version !== replaces) throw workingCopyConflict(before?.version);
    if (before === undefined && rows.length >= MAX_COPIES) throw tooMany();
    await transaction
      .insertInto("working_copies")
      .values({
        site_id: siteId,
        user_id: userId,
        change_number: change ?? NO_CHANGE,
        entry_id: entryId,
        ...stored,
      })
      .onConflict((conflict) =>
        conflict.columns(["site_id", "user_id", "change_number", "entry_id"]).doUpdateSet(stored),
      )
      .execute();
  });
  const written = change === undefined ? {} : { change };
  return { ...written, entryId, type, version: stored.version, keptAt: stored.kept_at };
}

/** Stands for the working content. */
const NO_CHANGE = 0;

function workingCopyConflict(current: string | undefined): CmsError {
  const message = "This entry has newer unsaved changes from another device or window.";
  return new CmsError("stale", message, { details: { current: current ?? null } });
}

function tooMany(): CmsError {
  const message = `You have unsaved changes of ${MAX_COPIES} entries. Save or discard some of them.`;
  return new CmsError("quota_exceeded", message);
}

function tooLarge(): CmsError {
  const message = "The unsaved changes are too large to store. Save the entry.";
  return new CmsError("too_large", message, { details: { maxBytes: MAX_BYTES } });
}

/** Returns a user's unsaved edits of an entry. */
export async function readWorkingCopy(
  database: ControlDatabase,
  { siteId, userId, change, entryId }: CopyKey,
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
  return { ...storedCopy(row), content: typedContent.parse(JSON.parse(row.content)) };
}

/** Lists the entries with unsaved edits of a user, latest first. */
export async function listWorkingCopies(
  database: ControlDatabase,
  { siteId, userId }: CopyOwner,
): Promise<readonly StoredCopy[]> {
  const rows = await database
    .selectFrom("working_copies")
    .select(["change_number", "entry_id", "type", "version", "kept_at"])
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .orderBy("kept_at", "desc")
    .orderBy("entry_id")
    .execute();
  return rows.map(storedCopy);
}

function storedCopy({
  change_number: change,
  entry_id: entryId,
  type,
  version,
  kept_at: keptAt,
}: Pick<
  ControlTables["working_copies"],
  "change_number" | "entry_id" | "type" | "version" | "kept_at"
>): StoredCopy {
  return { ...(change !== NO_CHANGE && { change }), entryId, type, version, keptAt };
}

/**
 * Deletes edits after they were saved or discarded. Does nothing if there are none.
 *
 * @throws CmsError `stale` if their version differs
 */
export async function deleteWorkingCopy(
  database: ControlDatabase,
  { siteId, userId, change, entryId }: CopyKey,
  { version }: { readonly version: string | undefined },
): Promise<void> {
  await transact(database, async (transaction) => {
    const stored = await readWorkingCopy(transaction, { siteId, userId, change, entryId });
    if (stored === undefined) return;
    if (version !== undefined && version !== stored.version)
      throw workingCopyConflict(stored.version);
    await transaction
      .deleteFrom("working_copies")
      .where("site_id", "=", siteId)
      .where("user_id", "=", userId)
      .where("change_number", "=", change ?? NO_CHANGE)
      .where("entry_id", "=", entryId)
      .execute();
  });
}

/**
 * Deletes the edits that the dashboard stored for the user once the entry is saved, for clients that don't know of
 * them.
 */
export async function deleteSavedCopy(
  database: ControlDatabase,
  { userId, credential }: Actor,
  written: Omit<CopyKey, "userId">,
): Promise<void> {
  if (credential.kind !== "session") return;
  // The save is valid regardless. Remaining edits can be discarded manually.
  await deleteWorkingCopy(database, { ...written, userId }, { version: undefined }).catch(
    () => undefined,
  );
}

/**
 * Deletes a user's edits of entries that they deleted from the working content. Edits of others are kept: they are
 * found again if the entry is restored with its id.
 */
export async function deleteCopiesOf(
  database: ControlDatabase,
  { siteId, userId }: CopyOwner,
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
