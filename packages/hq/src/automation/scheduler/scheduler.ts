import { createMutex } from "@loam/cms-core/lock";
import { listSites } from "../../people/workspaces/sites.ts";
import { holdLease } from "../../platform/db/leases.ts";
import type { SiteServices } from "../../sites/services.ts";

/** Does what is to happen at a time. */
export interface Scheduler {
  /** Does what is due now, in every site; at once where another run is under way, after it. */
  tick(): Promise<void>;
  /** Waits for what is under way, and stops. */
  close(): Promise<void>;
}

/**
 * Timers measure elapsed time, but people set clocks: the clock is checked this often, whatever is due next (SCD-04).
 */
const LOOK_AGAIN_MS = 60_000;

const FIRST_RUN_MS = 2000;

/** Of several processes one at a time runs it; the others look again a moment later. */
const LEASE = "scheduler";
const LEASE_MS = 10_000;
const TAKEN_MS = 1000;

/** What is to happen at times that people set; it may be done again, and in several processes. */
interface DueWork {
  /** Does what is due at a site now. */
  run(siteId: string): Promise<void>;
  /** When something is due there next, ms since 1970; `Infinity` for nothing. */
  nextAt(siteId: string): Promise<number>;
}

interface SchedulerServices extends Pick<SiteServices, "hq" | "sites" | "dueTimes" | "log"> {
  readonly due: DueWork;
}

/**
 * Starts it: it runs every interval, and when the next time comes. What came due while no process ran is done by the
 * first run, the earliest first.
 */
export function startScheduler(services: SchedulerServices): Scheduler {
  const { hq, sites, dueTimes, log } = services;
  const intervalMs = hq.config.schedulerIntervalSeconds * 1000;
  /** When something is due next, by site, ms since 1970. */
  const next = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const mutex = createMutex();
  let closed = false;
  /** Whether another process was running it. */
  let taken = false;

  function wait(): void {
    clearTimeout(timer);
    if (closed) return;
    const soonest = Math.min(
      ...next.values(),
      hq.now().getTime() + Math.min(intervalMs, LOOK_AGAIN_MS),
    );
    const ms = Math.max(taken ? TAKEN_MS : 0, soonest - hq.now().getTime());
    timer = setTimeout(() => void tick(), ms).unref();
  }

  async function run(): Promise<void> {
    try {
      await using lease = await holdLease(hq.database, LEASE, { ttlMs: LEASE_MS });
      taken = lease === undefined;
      if (lease === undefined) return;
      for (const { id } of await listSites(hq.database)) {
        if (closed || lease.signal.aborted) return;
        if (sites.has(id)) next.set(id, await runSite(services, id));
      }
    } catch (error) {
      log.error({ err: error }, "the scheduler could not run");
    }
  }

  function tick(): Promise<void> {
    return mutex.run(async () => {
      await run();
      wait();
    });
  }

  /** A time that was just set may be the next one. */
  const stopMoved = sites.onMoved(({ siteId, main }) => {
    if (main !== undefined) void bringForward(siteId);
  });
  const stopChanged = dueTimes.onChanged((siteId) => void bringForward(siteId));
  async function bringForward(siteId: string): Promise<void> {
    if (closed) return;
    const at = await nextAtOrNever(services, siteId);
    if (at >= (next.get(siteId) ?? Infinity)) return;
    next.set(siteId, at);
    wait();
  }

  // Requests first: what came due while no process ran can wait a moment longer.
  timer = setTimeout(() => void tick(), FIRST_RUN_MS).unref();
  return {
    tick,
    async close() {
      closed = true;
      stopMoved();
      stopChanged();
      clearTimeout(timer);
      await mutex.run(() => Promise.resolve());
    },
  };
}

/** One site that fails does not keep the others waiting. */
async function runSite(services: SchedulerServices, siteId: string): Promise<number> {
  try {
    await services.due.run(siteId);
    return await services.due.nextAt(siteId);
  } catch (error) {
    services.log.error({ err: error, siteId }, "scheduled work of a site could not be done");
    return Infinity;
  }
}

/** Without a log line when it fails: the next run of all sites reports why. */
async function nextAtOrNever({ due }: SchedulerServices, siteId: string): Promise<number> {
  try {
    return await due.nextAt(siteId);
  } catch {
    return Infinity;
  }
}
