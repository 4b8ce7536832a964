import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../db/database.ts";
import { makeToken, parseToken, sameHash } from "../secrets/secret-token.ts";

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
 * Ends a key at once; one that was revoked before keeps its first time.
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

/** The site that a key opens, or `undefined` for text that is no valid key (KEY-01, KEY-04). */
export async function siteOfReadKey(
  database: ControlDatabase,
  text: string,
  { now = () => new Date() }: ReadKeyOptions = {},
): Promise<string | undefined> {
  const token = parseToken("read", text);
  if (token === undefined) return undefined;
  const row = await database
    .selectFrom("read_keys")
    .select(["site_id", "key_hash", "revoked_at", "last_used_at"])
    .where("id", "=", token.id)
    .executeTakeFirst();
  if (row === undefined || !sameHash(row.key_hash, token.hash)) return undefined;
  if (row.revoked_at !== null) return undefined;
  await noteUse(database, { id: token.id, last: row.last_used_at, minute: minuteOf(now()) });
  return row.site_id;
}

/** Written once a minute at most, so that reads of a busy site stay reads. */
async function noteUse(
  database: ControlDatabase,
  {
    id,
    last,
    minute,
  }: { readonly id: string; readonly last: string | null; readonly minute: string },
): Promise<void> {
  if (last !== null && last >= minute) return;
  await database
    .updateTable("read_keys")
    .set({ last_used_at: minute })
    .where("id", "=", id)
    .execute();
}

function minuteOf(time: Date): string {
  return new Date(Math.floor(time.getTime() / 60_000) * 60_000).toISOString();
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
