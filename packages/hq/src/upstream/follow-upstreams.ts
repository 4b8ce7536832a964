import pLimit from "p-limit";
import type { SiteServices } from "../sites/services.ts";
import { listUpstreams } from "./upstreams.ts";

/** Sees to it that upstreams are synced when they are due, and soon after something moved. */
interface UpstreamFollower {
  /** Something moved at a site. */
  note(siteId: string): void;
  /** Looks now for what is due, instead of in a moment. */
  wake(): void;
  /** Looks from now on, and first at what moved while no process ran. */
  start(): void;
  /** Resolves when nothing is under way, once it is closing. */
  ended(): Promise<void>;
}

interface Following {
  /** @returns false while another process is at it */
  readonly sync: (siteId: string) => Promise<boolean>;
  readonly closing: AbortSignal;
}

const LOOK_EVERY_MS = 1000;
/** What people do in a row goes there at once. */
const GATHER_MS = 1500;
const FAILED_MS = 30_000;
const SYNCS_AT_ONCE = 4;

export function followUpstreams(
  { hq, sites, log }: Pick<SiteServices, "hq" | "sites" | "log">,
  { sync, closing }: Following,
): UpstreamFollower {
  const running = new Map<string, Promise<void>>();
  const limit = pLimit(SYNCS_AT_ONCE);
  /** Where something moved, and when that is to be looked at, ms by the monotonic clock. */
  const moved = new Map<string, number>();
  let known: ReadonlySet<string> = new Set();
  let awake = Promise.withResolvers<void>();
  let looking = Promise.resolve();

  function begin(siteId: string): void {
    if (running.has(siteId)) return;
    moved.delete(siteId);
    const run = limit(async () => syncOrRetry(siteId)).finally(() => running.delete(siteId));
    running.set(siteId, run);
  }

  async function syncOrRetry(siteId: string): Promise<void> {
    if (closing.aborted) return;
    try {
      if (!(await sync(siteId))) moved.set(siteId, performance.now() + LOOK_EVERY_MS);
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
      // Of what moved while no process ran nobody told.
      const movedAt = moved.get(id) ?? (known.has(id) ? Infinity : 0);
      if ((due <= now || movedAt <= performance.now()) && sites.has(id)) begin(id);
    }
    known = new Set(rows.map(({ site_id: id }) => id));
  }

  async function look(): Promise<void> {
    while (!closing.aborted) {
      awake = Promise.withResolvers();
      await lookOnce().catch((error: unknown) => {
        log.error({ err: error }, "due upstreams cannot be read");
      });
      const timer = setTimeout(awake.resolve, LOOK_EVERY_MS);
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
    start: () => void (looking = look()),
    async ended() {
      awake.resolve();
      await looking;
      await Promise.all(running.values());
    },
  };
}
