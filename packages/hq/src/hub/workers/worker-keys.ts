import { CmsError } from "@loam/cms-core";
import { LRUCache } from "lru-cache";
import { databaseKind } from "../../platform/db/database-clock.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { maxEntries } from "../../platform/limits/cache-size.ts";
import { parseToken } from "../../platform/secrets/secret-token.ts";

/** The worker of a key, with what its polls have shown. */
export interface KnownWorker {
  readonly workerId: string;
  readonly workspaceId: string;
  /** The process that polls with the key. A second concurrent process is a copy. */
  instance: string | undefined;
  /** Where that process runs: one folder, which admits one worker, on one boot of one machine. */
  place: string | undefined;
  seenMs: number;
  /** The last acknowledged sequence number; its commands are deleted. */
  acknowledged: number;
}

/** Looks up workers by their keys. */
export interface WorkerKeys {
  /**
   * Returns the worker of a key, or `undefined` if the key is unknown.
   *
   * @throws CmsError `worker_revoked`
   */
  find(bearer: string): Promise<KnownWorker | undefined>;
  /** Evicts the worker from the cache. */
  forget(workerId: string): void;
}

/** Beyond this, the least recently seen worker is looked up again. */
const MAX_KNOWN = 20_000;
/** How long a cached worker is trusted. Another process that revokes the worker waits this long. */
export const SHARED_TTL_MS = 800;
/** Deleting a workspace deletes its workers. */
const ALONE_TTL_MS = 30_000;

export function createWorkerKeys(database: ControlDatabase): WorkerKeys {
  const known = new LRUCache<string, KnownWorker>({
    ...maxEntries(MAX_KNOWN),
    ttl: databaseKind(database) === "postgres" ? SHARED_TTL_MS : ALONE_TTL_MS,
  });
  const hashes = new Map<string, string>();
  let forgotten = 0;

  return {
    async find(bearer) {
      const token = parseToken("wrk", bearer);
      if (token === undefined) return undefined;
      const found = known.get(token.hash);
      if (found !== undefined) return found;
      const start = performance.now();
      const before = forgotten;
      const row = await database
        .selectFrom("workers")
        .select(["id", "workspace_id", "instance", "place", "seen_at", "revoked_at"])
        .where("key_hash", "=", token.hash)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (row.revoked_at !== null) throw workerRevoked();
      const worker = {
        workerId: row.id,
        workspaceId: row.workspace_id,
        instance: row.instance ?? undefined,
        place: row.place ?? undefined,
        seenMs: row.seen_at === null ? 0 : Date.parse(row.seen_at),
        acknowledged: 0,
      };
      // Don't cache it if a worker was revoked since it was read.
      if (before === forgotten) {
        const ttl = Math.max(1, known.ttl - (performance.now() - start));
        known.set(token.hash, worker, { ttl });
        hashes.set(row.id, token.hash);
      }
      return worker;
    },
    forget(workerId) {
      forgotten += 1;
      const hash = hashes.get(workerId);
      if (hash !== undefined) known.delete(hash);
      hashes.delete(workerId);
    },
  };
}

export function workerRevoked(): CmsError {
  return new CmsError("worker_revoked", "This worker was revoked in HQ. Register it again.");
}
