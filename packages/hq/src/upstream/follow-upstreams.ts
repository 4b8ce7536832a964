import pLimit from "p-limit";
import type { SiteServices } from "../sites/services.ts";
import { listUpstreams } from "./connection/upstreams.ts";

/** Syncs upstreams when they are due and soon after a site changes. */
interface UpstreamFollower {
  /** Reports a change of a site. */
  note(siteId: string): void;
  /** Checks for due syncs immediately. */
  wake(): void;
  /** Starts following, first with sites that changed while no process was running. */
  start(): void;
  /** Resolves when no sync is in progress, after closing. */
  ended(): Promise<void>;
}

interface Following {
  /** @returns false while another process syncs the site */
  readonly sync: (siteId: string) => Promise<boolean>;
  readonly closing: AbortSignal;
}

const POLL_EVERY_MS = 1000;
/** Delay that groups a user's consecutive changes into one sync. */
const GATHER_MS = 1500;
const FAILED_MS = 30_000;
const SYNCS_AT_ONCE = 4;

export function followUpstreams(
  { hq, sites, log }: Pick<SiteServices, "hq" | "sites" | "log">,
  { sync, closing }: Following,
): UpstreamFollower {
  const running = new Map<string, Promise<void>>();
  const limit = pLimit(SYNCS_AT_ONCE);
  /** Changed sites and when to check them, in milliseconds of the monotonic clock. */
  const moved = new Map<string, number>();
  let known: ReadonlySet<string> = new Set();
  let awake = Promise.withResolvers<void>();
  let looking = Promise.resolve();

  function startSync(siteId: string): void {
    if (running.has(siteId)) return;
    moved.delete(siteId);
    const run = limit(async () => syncOrRetry(siteId)).finally(() => running.delete(siteId));
    running.set(siteId, run);
  }

  async function syncOrRetry(siteId: string): Promise<void> {
    if (closing.aborted) return;
    try {
      if (!(await sync(siteId))) moved.set(siteId, performance.now() + POLL_EVERY_MS);
    } catch (error) {
      if (closing.aborted) return;
      log.error({ err: error, siteId }, "an upstream cannot be synced");
      moved.set(siteId, performance.now() + FAILED_MS);
    }
  }

  async function lookOnce(): Promise<void> {
    const rows = await listUpstreams(hq.database);
    const now = hq.now().toISOString();
    for (const { site_id: id, due_at: due } of rows) {
      // Sites seen for the first time might have changed while no process was running.
      const movedAt = moved.get(id) ?? (known.has(id) ? Infinity : 0);
      if ((due <= now || movedAt <= performance.now()) && sites.has(id)) startSync(id);
    }
    known = new Set(rows.map(({ site_id: id }) => id));
  }

  async function checkDue(): Promise<void> {
    while (!closing.aborted) {
      awake = Promise.withResolvers();
      await lookOnce().catch((error: unknown) => {
        log.error({ err: error }, "due upstreams cannot be read");
      });
      const timer = setTimeout(awake.resolve, POLL_EVERY_MS);
      await awake.promise;
      clearTimeout(timer);
    }
  }

  return {
    note(siteId) {
      if (!known.has(siteId) || moved.has(siteId)) return;
      moved.set(siteId, performance.now() + GATHER_MS);
    },
    wake: () => awake.resolve(),
    start: () => void (looking = checkDue()),
    async ended() {
      awake.resolve();
      await looking;
      await Promise.all(running.values());
    },
  };
}
