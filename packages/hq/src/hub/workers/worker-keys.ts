import { CmsError } from "@loam/cms-core";
import { LRUCache } from "lru-cache";
import { databaseKind } from "../../platform/db/database-clock.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { upTo } from "../../platform/limits/cache-size.ts";
import { parseToken } from "../../platform/secrets/secret-token.ts";

/** Whoever a worker's key belongs to, with what its polls have shown. */
export interface KnownWorker {
  readonly workerId: string;
  readonly workspaceId: string;
  /** The process that polls with the key; a second one at the same time is a copy of it. */
  instance: string | undefined;
  /** Where that process is: one folder, which lets one worker in, on one start of one machine. */
  place: string | undefined;
  seenMs: number;
  /** What was acknowledged and is forgotten. */
  acknowledged: number;
}

/** Who asks, by the keys that they were given. */
export interface WorkerKeys {
  /**
   * The worker to which a key belongs; `undefined` for no key of ours.
   *
   * @throws CmsError `worker_revoked`
   */
  find(bearer: string): Promise<KnownWorker | undefined>;
  /** Looks the worker up anew when it asks next. */
  forget(workerId: string): void;
}

/** Beyond that the one unseen the longest is looked up again. */
const MAX_KNOWN = 20_000;
/** How long it holds here that a worker was not revoked by another process, which waits for that. */
export const SHARED_TTL_MS = 800;
/** A workspace that was deleted takes its workers with it. */
const ALONE_TTL_MS = 30_000;

export function createWorkerKeys(database: ControlDatabase): WorkerKeys {
  const known = new LRUCache<string, KnownWorker>({
    ...upTo(MAX_KNOWN),
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
      if (row.revoked_at !== null) throw revoked();
      const worker = {
        workerId: row.id,
        workspaceId: row.workspace_id,
        instance: row.instance ?? undefined,
        place: row.place ?? undefined,
        seenMs: row.seen_at === null ? 0 : Date.parse(row.seen_at),
        acknowledged: 0,
      };
      // Somebody may have been revoked since it was read.
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

export function revoked(): CmsError {
  return new CmsError("worker_revoked", "This worker was revoked in HQ. Register it again.");
}
