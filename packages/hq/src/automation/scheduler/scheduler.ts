import { createMutex } from "@loam/cms-core/lock";
import { listSites } from "../../people/workspaces/sites.ts";
import { holdLease } from "../../platform/db/leases.ts";
import type { SiteServices } from "../../sites/services.ts";

/** Runs work at scheduled times. */
export interface Scheduler {
  /** Runs all due work in every site. If another run is in progress, runs right after it. */
  tick(): Promise<void>;
  /** Waits for work in progress and stops. */
  close(): Promise<void>;
}

/** Timers measure elapsed time, but the clock can be changed, so it is checked at least this often (SCD-04). */
const POLL_EVERY_MS = 60_000;

const FIRST_RUN_MS = 2000;

/** Only one process at a time holds this lease and runs the scheduler. The others retry a moment later. */
const LEASE = "scheduler";
const LEASE_MS = 10_000;
const TAKEN_MS = 1000;

/** Scheduled work. It can run repeatedly and in several processes. */
interface DueWork {
  /** Runs the due work of a site. */
  run(siteId: string): Promise<void>;
  /** Returns when the site's next work is due, in milliseconds since 1970, or `Infinity`. */
  nextAt(siteId: string): Promise<number>;
}

interface SchedulerServices extends Pick<SiteServices, "hq" | "sites" | "dueTimes" | "log"> {
  readonly due: DueWork;
}

/**
 * Starts the scheduler. It runs at an interval and at the next due time. The first run handles everything that became
 * due while no process was running, earliest first.
 */
export function startScheduler(services: SchedulerServices): Scheduler {
  const { hq, sites, dueTimes, log } = services;
  const intervalMs = hq.config.schedulerIntervalSeconds * 1000;
  /** Next due time by site, in milliseconds since 1970. */
  const next = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const mutex = createMutex();
  let closed = false;
  /** Whether another process was running the scheduler. */
  let isTaken = false;

  function wait(): void {
    clearTimeout(timer);
    if (closed) return;
    const soonest = Math.min(
      ...next.values(),
      hq.now().getTime() + Math.min(intervalMs, POLL_EVERY_MS),
    );
    const ms = Math.max(isTaken ? TAKEN_MS : 0, soonest - hq.now().getTime());
    timer = setTimeout(() => void tick(), ms).unref();
  }

  async function run(): Promise<void> {
    try {
      await using lease = await holdLease(hq.database, LEASE, { ttlMs: LEASE_MS });
      isTaken = lease === undefined;
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

  /** A newly set time might be the next one. */
  const stopMoved = sites.onMoved(({ siteId, main }) => {
    if (main !== undefined) void rescheduleSite(siteId);
  });
  const stopChanged = dueTimes.onChanged((siteId) => void rescheduleSite(siteId));
  async function rescheduleSite(siteId: string): Promise<void> {
    if (closed) return;
    const at = await nextAtOrNever(services, siteId);
    if (at >= (next.get(siteId) ?? Infinity)) return;
    next.set(siteId, at);
    wait();
  }

  // Let requests go first: overdue work can wait a moment longer.
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

/** An error in one site must not block the others. */
async function runSite(services: SchedulerServices, siteId: string): Promise<number> {
  try {
    await services.due.run(siteId);
    return await services.due.nextAt(siteId);
  } catch (error) {
    services.log.error({ err: error, siteId }, "scheduled work of a site could not be done");
    return Infinity;
  }
}

/** Doesn't log errors: the next run of all sites reports them. */
async function nextAtOrNever({ due }: SchedulerServices, siteId: string): Promise<number> {
  try {
    return await due.nextAt(siteId);
  } catch {
    return Infinity;
  }
}
