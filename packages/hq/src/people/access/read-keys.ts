import { CmsError } from "@loam/cms-core";
import { LRUCache } from "lru-cache";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { waitForOthers } from "../../platform/db/wait-for-others.ts";
import { maxEntries } from "../../platform/limits/cache-size.ts";
import { hasHash, makeToken, tokenId } from "../../platform/secrets/secret-token.ts";

/** An API key without its secret, safe to display. */
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
  /** The key itself. Shown only once. */
  readonly key: string;
}

interface ReadKeyOptions {
  readonly now?: () => Date;
}

/** Creates an API key for a site. Only its SHA-256 is stored (security notes, KEY-07). */
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

/** Lists all keys of a site, oldest first, including revoked ones. */
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
 * Revokes a key. Revoking it again keeps the original time. When this resolves, the key no longer works in any process;
 * with PostgreSQL that takes a second.
 *
 * @throws CmsError `not_found` if there is no key with this id.
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
  for (const forget of evictors.get(database) ?? []) forget(id);
  await requireReadKey(database, id);
  await waitForOthers(database, { maxAgeMs: MAX_AGE_MS });
}

/** Functions that evict a key from the caches in this process, by database. */
const evictors = new WeakMap<ControlDatabase, Set<(id: string) => void>>();

/** Returns the site of a key, even a revoked one. @throws CmsError `not_found` */
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

/** The site of a valid key, and the hash of its text as bytes of its characters. */
interface ValidReadKey {
  readonly siteId: string;
  readonly hash: Buffer;
}

/** Returns a key that isn't revoked, by the id in its text. */
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

/** Records that a key was used. @param minute ISO 8601 UTC, to the minute */
async function recordKeyUse(database: ControlDatabase, id: string, minute: string): Promise<void> {
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

/** Cached lookup of API keys for requests. Never returns a key after its revocation. */
export interface SiteKeys {
  /** Returns the site of an API key, or `undefined` if the text isn't a valid key (KEY-01, KEY-04). */
  siteOfReadKey(text: string): Promise<string | undefined>;
}

interface SiteKeysOptions {
  readonly now: () => Date;
  /** A clock that never goes backward. */
  readonly monotonicMs?: () => number;
}

/** Creates the cache. Keys revoked with `revokeReadKey` are evicted immediately. */
export function createSiteKeys(
  database: ControlDatabase,
  { now, monotonicMs = () => performance.now() }: SiteKeysOptions,
): SiteKeys {
  const readKeys = cacheBriefly((id) => readKeyRow(database, id), monotonicMs);
  const forgetting = evictors.get(database) ?? new Set();
  evictors.set(
    database,
    forgetting.add((id) => void readKeys.delete(id)),
  );
  const noted = new LRUCache<string, number>(maxEntries(MAX_KEYS));

  /** Runs in the background. If it fails, the next use records the time. */
  function noteUse(id: string): void {
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    if (noted.get(id) === minute) return;
    noted.set(id, minute);
    const time = new Date(minute * MINUTE_MS).toISOString();
    recordKeyUse(database, id, time).catch(() => noted.delete(id));
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
/** Maximum age of a cached value. */
const MAX_AGE_MS = 900;

/** Caches the results of `load` for a short time, so that each key is queried only once in that time. */
function cacheBriefly<T extends object | string>(
  load: (key: string) => Promise<T | undefined>,
  monotonicMs: () => number,
): LRUCache<string, T> {
  return new LRUCache<string, T>({
    max: MAX_KEYS,
    ttl: MAX_AGE_MS,
    // Read the clock each time, so that ages are exact.
    ttlResolution: 0,
    perf: { now: monotonicMs },
    // A caller gets its value even if it is evicted in the meantime.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _, { options }) => {
      const start = monotonicMs();
      const value = await load(key);
      // Changes after the read started might be missing from the result, so its age counts from the start.
      options.ttl = Math.max(1, MAX_AGE_MS - (monotonicMs() - start));
      return value;
    },
  });
}
