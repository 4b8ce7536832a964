import { LRUCache } from "lru-cache";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { upTo } from "../../platform/limits/cache-size.ts";
import { hasHash, tokenId } from "../../platform/secrets/secret-token.ts";
import { noteReadKeyUse, readKeyRow } from "./read-keys.ts";

/** The read keys as each request asks about them: from memory, never older than a second. */
export interface SiteKeys {
  /** The site that a read key opens, or `undefined` for text that is no valid key (KEY-01, KEY-04). */
  siteOfReadKey(text: string): Promise<string | undefined>;
}

export interface SiteKeysOptions {
  readonly now: () => Date;
  /** A clock that only goes forward. */
  readonly monotonicMs?: () => number;
}

/** A key that was revoked, also by another process, opens nothing a second later. */
export function createSiteKeys(
  database: ControlDatabase,
  { now, monotonicMs = () => performance.now() }: SiteKeysOptions,
): SiteKeys {
  const readKeys = keepFresh((id) => readKeyRow(database, id), monotonicMs);
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
