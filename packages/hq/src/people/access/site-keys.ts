import type { ControlDatabase } from "../../platform/db/database.ts";
import { after } from "../../platform/http/after.ts";
import {
  hasHash,
  idPlace,
  parseToken,
  sameHash,
  tokenId,
} from "../../platform/secrets/secret-token.ts";
import { readDraftKeyHash } from "./draft-key.ts";
import { createFreshCache } from "./fresh-cache.ts";
import { noteReadKeyUse, readKeyRow, type ValidReadKey } from "./read-keys.ts";

/** The keys of the read API as each request asks about them: from memory, never older than a second. */
export interface SiteKeys {
  /**
   * The site that a read key opens, or `undefined` for text that is no valid key (KEY-01, KEY-04); at once
   * while the key is in use.
   */
  siteOfReadKey(text: string): string | undefined | Promise<string | undefined>;
  /** Whether text is the draft key of a site (KEY-06). */
  isDraftKey(siteId: string, text: string): Promise<boolean>;
  /** SHA-256 of a site's draft key; `undefined` while it has none. */
  draftKeyHash(siteId: string): Promise<string | undefined>;
}

export interface SiteKeysOptions {
  readonly now: () => Date;
  /** A clock that only goes forward. */
  readonly monotonicMs?: () => number;
}

/**
 * Looks keys up once and again in the background while they are used. A key that was revoked, also by
 * another process, opens nothing a second later.
 */
export function createSiteKeys(
  database: ControlDatabase,
  { now, monotonicMs = () => performance.now() }: SiteKeysOptions,
): SiteKeys {
  const readKeys = createFreshCache((id) => readKeyRow(database, id), { monotonicMs });
  const draftKeys = createFreshCache((siteId) => readDraftKeyHash(database, siteId), {
    monotonicMs,
  });
  const noted = new Map<string, number>();

  /** Nobody waits for it; a minute that cannot be noted is noted with the next. */
  function noteUse(id: string): void {
    const minute = Math.floor(now().getTime() / MINUTE_MS);
    if (noted.get(id) === minute) return;
    if (noted.size >= MAX_NOTED) noted.clear();
    noted.set(id, minute);
    const time = new Date(minute * MINUTE_MS).toISOString();
    noteReadKeyUse(database, id, time).catch(() => noted.delete(id));
  }

  function siteOf(id: string, text: string, row: ValidReadKey | undefined): string | undefined {
    if (row === undefined || !hasHash(text, row.hash)) return undefined;
    noteUse(id);
    return row.siteId;
  }

  return {
    siteOfReadKey(text) {
      const place = idPlace("read", text);
      // That the whole text is this key is known by its hash; only what may be looked up must have a key's shape.
      const young = readKeys.young(place);
      if (young !== undefined) return siteOf(place, text, young);
      const id = tokenId("read", text);
      if (id === undefined) return undefined;
      return after(readKeys.get(id), (row) => siteOf(id, text, row));
    },
    async isDraftKey(siteId, text) {
      const token = parseToken("draft", text);
      if (token === undefined) return false;
      const hash = await draftKeys.get(siteId);
      return hash !== undefined && sameHash(hash, token.hash);
    },
    draftKeyHash: async (siteId) => draftKeys.get(siteId),
  };
}

const MINUTE_MS = 60_000;
const MAX_NOTED = 10_000;
