import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { createEgress, type Egress, egressProblem } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import { maxEntries } from "../../platform/limits/cache-size.ts";
import { workerFacts } from "./worker-facts.ts";

/** Result of the last wake-up request to a worker. */
interface WakeUpResult {
  readonly at: string;
  /** Why it failed, for users. Absent after a success. */
  readonly problem?: string;
}

/** Asks reachable workers to poll immediately. The request carries no data and no credentials. */
export interface WorkerNotifier {
  /**
   * Sends a wake-up request to a worker that has reported a URL, at most once a second.
   *
   * @returns whether it was delivered
   */
  wake(workerId: string): Promise<boolean>;
  lastKnock(workerId: string): WakeUpResult | undefined;
  close(): Promise<void>;
}

interface NotifierOptions {
  readonly log: Logger;
  /** @default access to public hosts and those in `LOAM_WORKER_ALLOW` */
  readonly egress?: Egress;
}

interface WakeUp {
  readonly startedAt: number;
  readonly delivered: Promise<boolean>;
  readonly result?: WakeUpResult;
}

const EVERY_MS = 1000;
/** A caller might be waiting for it. */
const DEADLINE_MS = 3000;
const MAX_KNOWN = 20_000;

export function createWorkerNotifier(
  { database, config, now }: Pick<Hq, "database" | "config" | "now">,
  { log, egress = createEgress({ allow: config.workerAllow }) }: NotifierOptions,
): WorkerNotifier {
  const wakeUps = new LRUCache<string, WakeUp>(maxEntries(MAX_KNOWN));

  async function sendWakeUp(workerId: string): Promise<WakeUpResult | undefined> {
    const address = await findAddress(database, workerId);
    if (address === undefined) return undefined;
    const at = now().toISOString();
    const post = { headers: {}, body: "", deadlineMs: DEADLINE_MS, maxBytes: 1024 };
    try {
      const { status } = await egress.post(`${address.replace(/\/+$/, "")}/api/knock`, post);
      return status === 204 ? { at } : { at, problem: `${address} responded with ${status}.` };
    } catch (error) {
      return { at, problem: egressProblem(error) };
    }
  }

  async function keepResult(workerId: string, startedAt: number): Promise<boolean> {
    try {
      const result = await sendWakeUp(workerId);
      const wakeUp = wakeUps.peek(workerId);
      if (result !== undefined && wakeUp?.startedAt === startedAt)
        wakeUps.set(workerId, { ...wakeUp, result });
      return result !== undefined && result.problem === undefined;
    } catch (error) {
      log.error({ err: error, worker: workerId }, "A wake-up request to a worker failed.");
      return false;
    }
  }

  return {
    async wake(workerId) {
      const startedAt = performance.now();
      const last = wakeUps.get(workerId);
      if (last !== undefined && startedAt - last.startedAt < EVERY_MS) return last.delivered;
      const delivered = keepResult(workerId, startedAt);
      // The previous result is shown until this request has finished.
      const shown = last?.result === undefined ? {} : { result: last.result };
      wakeUps.set(workerId, { startedAt: startedAt, delivered: delivered, ...shown });
      return delivered;
    },
    lastKnock: (workerId) => wakeUps.peek(workerId)?.result,
    async close() {
      await egress.close();
      await Promise.all([...wakeUps.values()].map(({ delivered }) => delivered));
    },
  };
}

/** Includes revoked workers, which learn of the revocation when they poll. */
async function findAddress(
  database: ControlDatabase,
  workerId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom("workers")
    .select("facts")
    .where("id", "=", workerId)
    .executeTakeFirst();
  const facts = row?.facts ?? null;
  return facts === null ? undefined : workerFacts.parse(JSON.parse(facts)).url;
}
