import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { makeToken } from "../../platform/secrets/secret-token.ts";

/** A read key as people see it after it was made: nothing here opens anything. */
export interface ReadKey {
  readonly id: string;
  readonly siteId: string;
  readonly name: string;
  /** `loam_read_<id>_…<last four>`. */
  readonly hint: string;
  readonly createdAt: string;
  readonly revokedAt?: string;
  /** To the minute. */
  readonly lastUsedAt?: string;
}

export interface CreatedReadKey extends ReadKey {
  /** The key itself: shown now and never again. */
  readonly key: string;
}

export interface ReadKeyOptions {
  readonly now?: () => Date;
}

/** Makes a read key of a site. Only its SHA-256 is stored (security notes, KEY-07). */
export async function createReadKey(
  database: ControlDatabase,
  { siteId, name }: { readonly siteId: string; readonly name: string },
  { now = () => new Date() }: ReadKeyOptions = {},
): Promise<CreatedReadKey> {
  const token = makeToken("read");
  const row = {
    id: token.id,
    site_id: siteId,
    name,
    key_hash: token.hash,
    last_four: token.text.slice(-4),
    created_at: now().toISOString(),
    revoked_at: null,
    last_used_at: null,
  };
  await database.insertInto("read_keys").values(row).execute();
  return { ...describeKey(row), key: token.text };
}

/** Every key of a site, the oldest first, revoked ones included. */
export async function listReadKeys(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly ReadKey[]> {
  const rows = await database
    .selectFrom("read_keys")
    .select(["id", "site_id", "name", "last_four", "created_at", "revoked_at", "last_used_at"])
    .where("site_id", "=", siteId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(describeKey);
}

/**
 * Ends a key at once; one that was revoked before keeps its earlier time.
 *
 * @throws CmsError `not_found` for an id that no key has.
 */
export async function revokeReadKey(
  database: ControlDatabase,
  id: string,
  { now = () => new Date() }: ReadKeyOptions = {},
): Promise<void> {
  await database
    .updateTable("read_keys")
    .set({ revoked_at: now().toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
  const key = await database
    .selectFrom("read_keys")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (key === undefined) throw new CmsError("not_found", `There is no read key ${id}.`);
}

/** What a valid key opens, and the hash of its text as the bytes of its characters. */
export interface ValidReadKey {
  readonly siteId: string;
  readonly hash: Buffer;
}

/** A key that was not revoked, by the id in its text. */
export async function readKeyRow(
  database: ControlDatabase,
  id: string,
): Promise<ValidReadKey | undefined> {
  const row = await database
    .selectFrom("read_keys")
    .select(["site_id", "key_hash"])
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return row && { siteId: row.site_id, hash: Buffer.from(row.key_hash) };
}

/** Notes that a key was used. @param minute ISO 8601 UTC, to the minute */
export async function noteReadKeyUse(
  database: ControlDatabase,
  id: string,
  minute: string,
): Promise<void> {
  await database
    .updateTable("read_keys")
    .set({ last_used_at: minute })
    .where("id", "=", id)
    .where((where) =>
      where.or([where("last_used_at", "is", null), where("last_used_at", "<", minute)]),
    )
    .execute();
}

interface KeyRow {
  readonly id: string;
  readonly site_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

function describeKey(row: KeyRow): ReadKey {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    hint: `loam_read_${row.id}_…${row.last_four}`,
    createdAt: row.created_at,
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}
