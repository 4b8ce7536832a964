import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { openSignals } from "../../platform/db/process-signals.ts";
import type { Hq } from "../../platform/hq.ts";

const LOOK_EVERY_MS = 500;
/** Looking at thousands of sites on a slow mount takes longer; this still leaves most of the time for requests. */
const LOOK_SHARE = 0.1;
/** After a failure: what is broken seldom mends itself at once. */
const RETRY_MS = 5000;

/** A site as the control database has it. */
export interface KnownSite {
  readonly siteId: string;
  readonly publishing: boolean;
}

/** The sites of this process, as far as others move them. */
export interface FollowedSites {
  known(): Iterable<string>;
  /** Whether a site lags behind its branches or its settings. */
  lags(site: KnownSite): Promise<boolean>;
  /** It could not be told whether one lags behind. */
  failed(siteId: string, error: unknown): Promise<void>;
  /** Brings it there without waiting for files that another process writes; `false` when that failed. */
  glance(siteId: string): Promise<boolean>;
  /** Forgets a site that another process deleted. */
  drop(siteId: string): Promise<void>;
}

export interface FollowingOthers {
  /** Tells the others that this process moved a site. */
  announce(siteId: string): void;
  close(): Promise<void>;
}

/**
 * Follows what other programs do: looks at every site's branches and row twice a second, and at once when PostgreSQL
 * notifies this process.
 */
export function followOthers(
  { database, config }: Pick<Hq, "database" | "config">,
  { sites, log }: { readonly sites: FollowedSites; readonly log: Logger },
): FollowingOthers {
  const underWay = new Map<string, Promise<void>>();
  /** When a site that failed is tried again, ms by the monotonic clock. */
  const notBefore = new Map<string, number>();
  let closed = false;

  async function bring(siteId: string): Promise<void> {
    if (await sites.glance(siteId)) notBefore.delete(siteId);
    else notBefore.set(siteId, performance.now() + RETRY_MS);
  }

  function glance(siteId: string): void {
    if (closed || underWay.has(siteId)) return;
    if ((notBefore.get(siteId) ?? 0) > performance.now()) return;
    const running = bring(siteId)
      .catch((error: unknown) => log.error({ err: error, siteId }, "a site cannot be updated"))
      .finally(() => underWay.delete(siteId));
    underWay.set(siteId, running);
  }

  async function look(): Promise<void> {
    const rows = await database.selectFrom("sites").select(["id", "publishing"]).execute();
    for (const { id, publishing } of rows) {
      if (closed) return;
      if (await lags({ siteId: id, publishing: publishing === 1 })) glance(id);
    }
    const standing = new Set(rows.map(({ id }) => id));
    for (const siteId of sites.known()) {
      if (!standing.has(siteId) && !(await exists(siteId))) await sites.drop(siteId);
    }
  }

  /** What is wrong with one site keeps none of the others from being followed. */
  async function lags(site: KnownSite): Promise<boolean> {
    try {
      return await sites.lags(site);
    } catch (error) {
      await sites.failed(site.siteId, error).catch(() => undefined);
      return false;
    }
  }

  /** One that was made after the list was read is no deleted one. */
  async function exists(siteId: string): Promise<boolean> {
    const row = database.selectFrom("sites").select("id").where("id", "=", siteId);
    return (await row.executeTakeFirst()) !== undefined;
  }

  // One that misses a signal notices by itself a moment later.
  const signals = openSignals(
    { database, config },
    { channel: "site_moved", onSignal: glance, log },
  );
  const looking = lookRegularly(look, log);
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

/** Looks, and again a while after each look. */
function lookRegularly(
  look: () => Promise<void>,
  log: Logger,
): { readonly stop: () => Promise<void> } {
  const ended = new AbortController();
  const { signal } = ended;
  let failing = false;
  async function run(): Promise<void> {
    for (let tookMs = 0; !signal.aborted;) {
      const pauseMs = Math.max(LOOK_EVERY_MS, tookMs / LOOK_SHARE);
      await delay(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      const start = performance.now();
      if (!signal.aborted) await look().then(tellWell, tell);
      tookMs = performance.now() - start;
    }
  }
  function tell(error: unknown): void {
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
