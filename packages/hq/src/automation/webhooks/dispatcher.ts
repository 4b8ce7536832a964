import type { Logger } from "pino";
import { claimDue } from "../../platform/db/claim-due.ts";
import { LANE_HOLD_MS, type LaneDeps, runLane } from "./run-lane.ts";

/** Works off the queues of endpoints, each by itself. */
export interface Dispatcher {
  /** Looks now for what is due, instead of in a while. */
  readonly wake: () => void;
  /** Delivers what is due until nothing is. */
  readonly deliverDue: () => Promise<void>;
  /** Delivers what gets due from now on. */
  start(): void;
  /** Begins nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

/** Endpoints at one time: so many may hang before another waits. */
const MAX_LANES = 256;
/** What another process put there is seen after so long. */
const LOOK_EVERY_MS = 1000;

export function createDispatcher(
  deps: Omit<LaneDeps, "stopping"> & { readonly log: Logger },
): Dispatcher {
  const { database, now, log } = deps;
  const stopping = new AbortController();
  const lanes = new Set<Promise<void>>();
  let awake = Promise.withResolvers<void>();
  let looking: Promise<void> | undefined;

  /** @returns whether something was due */
  async function startLanes(): Promise<boolean> {
    const limit = MAX_LANES - lanes.size;
    if (limit <= 0 || !(await isDue(deps))) return false;
    const claimed = await claimDue(database, "webhooks", { limit, holdMs: LANE_HOLD_MS, now });
    for (const webhook of claimed) {
      const lane = runLane({ ...deps, stopping: stopping.signal }, webhook)
        .catch((error: unknown) => {
          // The claim ends by itself, and the queue goes on from there.
          log.error({ err: error, webhookId: webhook.id }, "deliveries of a webhook broke off");
        })
        .finally(() => {
          lanes.delete(lane);
          awake.resolve();
        });
      lanes.add(lane);
    }
    return claimed.length > 0;
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      awake = Promise.withResolvers();
      try {
        await startLanes();
      } catch (error) {
        log.error({ err: error }, "webhooks that are due cannot be looked for");
      }
      const timer = setTimeout(awake.resolve, LOOK_EVERY_MS);
      await awake.promise;
      clearTimeout(timer);
    }
  }

  return {
    wake: () => awake.resolve(),
    async deliverDue() {
      while ((await startLanes()) || lanes.size > 0) await Promise.all(lanes);
    },
    start: () => void (looking ??= look()),
    async close() {
      stopping.abort();
      awake.resolve();
      await looking;
      await Promise.all(lanes);
    },
  };
}

/** Looks without writing, as most looks find nothing. */
async function isDue({ database, now }: Pick<LaneDeps, "database" | "now">): Promise<boolean> {
  const due = await database
    .selectFrom("webhooks")
    .select("id")
    .where("due_at", "<=", now().toISOString())
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}
