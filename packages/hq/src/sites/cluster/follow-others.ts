import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { openSignals } from "../../platform/db/process-signals.ts";
import type { Hq } from "../../platform/hq.ts";

const POLL_EVERY_MS = 500;
/**
 * Maximum share of time for polling. Polling thousands of sites on a slow mount takes longer, but most of the time
 * stays free for requests.
 */
const POLL_SHARE = 0.1;
/** Delay after a failure, because most failures last longer. */
const RETRY_MS = 5000;

/** A site in the control database. */
export interface KnownSite {
  readonly siteId: string;
  readonly publishing: boolean;
}

/** The sites of this process that other processes can move. */
export interface FollowedSites {
  known(): Iterable<string>;
  /** Whether a site is behind its branches or its settings. */
  lags(site: KnownSite): Promise<boolean>;
  /** Called if it cannot be determined whether a site is behind. */
  failed(siteId: string, error: unknown): Promise<void>;
  /** Updates a site without waiting for files that another process writes. Returns `false` if it failed. */
  followWithoutWaiting(siteId: string): Promise<boolean>;
  /** Closes a site that another process deleted. */
  drop(siteId: string): Promise<void>;
}

export interface FollowingOthers {
  /** Notifies other processes that this process moved a site. */
  announce(siteId: string): void;
  close(): Promise<void>;
}

/**
 * Follows changes by other processes: polls the branches and row of every site twice a second, and immediately when
 * PostgreSQL notifies this process.
 */
export function followOthers(
  { database, config }: Pick<Hq, "database" | "config">,
  { sites, log }: { readonly sites: FollowedSites; readonly log: Logger },
): FollowingOthers {
  const underWay = new Map<string, Promise<void>>();
  /** Earliest retry of a failed site, in milliseconds of the monotonic clock. */
  const notBefore = new Map<string, number>();
  let closed = false;

  async function followSite(siteId: string): Promise<void> {
    if (await sites.followWithoutWaiting(siteId)) notBefore.delete(siteId);
    else notBefore.set(siteId, performance.now() + RETRY_MS);
  }

  function pollSite(siteId: string): void {
    if (closed || underWay.has(siteId)) return;
    if ((notBefore.get(siteId) ?? 0) > performance.now()) return;
    const running = followSite(siteId)
      .catch((error: unknown) => log.error({ err: error, siteId }, "a site cannot be updated"))
      .finally(() => underWay.delete(siteId));
    underWay.set(siteId, running);
  }

  async function poll(): Promise<void> {
    const rows = await database.selectFrom("sites").select(["id", "publishing"]).execute();
    for (const { id, publishing } of rows) {
      if (closed) return;
      if (await lags({ siteId: id, publishing: publishing === 1 })) pollSite(id);
    }
    const existing = new Set(rows.map(({ id }) => id));
    for (const siteId of sites.known()) {
      if (!existing.has(siteId) && !(await exists(siteId))) await sites.drop(siteId);
    }
  }

  /** Errors in one site must not stop following the others. */
  async function lags(site: KnownSite): Promise<boolean> {
    try {
      return await sites.lags(site);
    } catch (error) {
      await sites.failed(site.siteId, error).catch(() => undefined);
      return false;
    }
  }

  /** Distinguishes deleted sites from those created after the list was read. */
  async function exists(siteId: string): Promise<boolean> {
    const row = database.selectFrom("sites").select("id").where("id", "=", siteId);
    return (await row.executeTakeFirst()) !== undefined;
  }

  // A missed signal only delays the change until the next poll.
  const signals = openSignals(
    { database, config },
    { channel: "site_moved", onSignal: pollSite, log },
  );
  const looking = pollRegularly(poll, log);
  return {
    announce: (siteId) => signals.send(siteId),
    async close() {
      closed = true;
      await looking.stop();
      await Promise.all(underWay.values());
      await signals.close();
    },
  };
}

/** Polls repeatedly, with a pause after each poll. */
function pollRegularly(
  poll: () => Promise<void>,
  log: Logger,
): { readonly stop: () => Promise<void> } {
  const ended = new AbortController();
  const { signal } = ended;
  let failing = false;
  async function run(): Promise<void> {
    for (let tookMs = 0; !signal.aborted;) {
      const pauseMs = Math.max(POLL_EVERY_MS, tookMs / POLL_SHARE);
      await delay(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      const start = performance.now();
      if (!signal.aborted) await poll().then(tellWell, logFailure);
      tookMs = performance.now() - start;
    }
  }
  function logFailure(error: unknown): void {
    if (!failing) log.warn({ err: error }, "sites cannot be checked");
    failing = true;
  }
  function tellWell(): void {
    if (failing) log.info("sites can be checked again");
    failing = false;
  }
  const running = run();
  return {
    async stop() {
      ended.abort();
      await running;
    },
  };
}
