import { CmsError } from "@loam/cms-core";
import { LRUCache } from "lru-cache";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { waitForOthers } from "../../platform/db/wait-for-others.ts";
import { upTo } from "../../platform/limits/cache-size.ts";
import { hasHash, makeToken, tokenId } from "../../platform/secrets/secret-token.ts";

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

interface ReadKeyOptions {
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
 * Ends a key; one that was revoked before keeps its earlier time. It opens nothing any more when this resolves, in no
 * process: with PostgreSQL that takes a second.
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
  for (const forget of forgetters.get(database) ?? []) forget(id);
  await requireReadKey(database, id);
  await waitForOthers(database, { maxAgeMs: MAX_AGE_MS });
}

/** What remembers keys in this process, by the database that they are in. */
const forgetters = new WeakMap<ControlDatabase, Set<(id: string) => void>>();

/** Of which site a key is, revoked ones included. @throws CmsError `not_found` */
export async function requireReadKey(
  database: ControlDatabase,
  id: string,
): Promise<{ readonly siteId: string }> {
  const key = await database
    .selectFrom("read_keys")
    .select("site_id as siteId")
    .where("id", "=", id)
    .executeTakeFirst();
  if (key === undefined) throw new CmsError("not_found", `API key not found: ${id}.`);
  return key;
}

/** What a valid key opens, and the hash of its text as the bytes of its characters. */
interface ValidReadKey {
  readonly siteId: string;
  readonly hash: Buffer;
}

/** A key that was not revoked, by the id in its text. */
async function readKeyRow(
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
async function noteReadKeyUse(
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

/** The read keys as each request asks about them: from memory, and never as they were before they were revoked. */
export interface SiteKeys {
  /** The site that a read key opens, or `undefined` for text that is no valid key (KEY-01, KEY-04). */
  siteOfReadKey(text: string): Promise<string | undefined>;
}

interface SiteKeysOptions {
  readonly now: () => Date;
  /** A clock that only goes forward. */
  readonly monotonicMs?: () => number;
}

/** What `revokeReadKey` ends is forgotten here at once. */
export function createSiteKeys(
  database: ControlDatabase,
  { now, monotonicMs = () => performance.now() }: SiteKeysOptions,
): SiteKeys {
  const readKeys = keepFresh((id) => readKeyRow(database, id), monotonicMs);
  const forgetting = forgetters.get(database) ?? new Set();
  forgetters.set(
    database,
    forgetting.add((id) => void readKeys.delete(id)),
  );
  const noted = new LRUCache<string, number>(upTo(MAX_KEYS));

  /** Nobody waits for it; a minute that cannot be noted is noted with the next. */
  function noteUse(id: string): void {
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    if (noted.get(id) === minute) return;
    noted.set(id, minute);
    const time = new Date(minute * MINUTE_MS).toISOString();
    noteReadKeyUse(database, id, time).catch(() => noted.delete(id));
  }

  return {
    async siteOfReadKey(text) {
      const id = tokenId("read", text);
      const row = id === undefined ? undefined : await readKeys.fetch(id);
      if (id === undefined || row === undefined || !hasHash(text, row.hash)) return undefined;
      noteUse(id);
      return row.siteId;
    },
  };
}

const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;
/** No value is given out that was read earlier than this. */
const MAX_AGE_MS = 900;

/** Remembers what `load` finds, so that each key is asked about once while it is young. */
function keepFresh<T extends object | string>(
  load: (key: string) => Promise<T | undefined>,
  monotonicMs: () => number,
): LRUCache<string, T> {
  return new LRUCache<string, T>({
    max: MAX_KEYS,
    ttl: MAX_AGE_MS,
    // The clock is read each time, so that an age is never rounded.
    ttlResolution: 0,
    perf: { now: monotonicMs },
    // A caller gets its value even if other keys push it out of the cache meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _, { options }) => {
      const start = monotonicMs();
      const value = await load(key);
      // A change after reading began may be missing in what was read.
      options.ttl = Math.max(1, MAX_AGE_MS - (monotonicMs() - start));
      return value;
    },
  });
}
