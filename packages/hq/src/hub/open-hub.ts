import { Router } from "express";
import type { Logger } from "pino";
import { ensureFolder } from "../platform/data-folder/data-folder.ts";
import type { ControlDatabase } from "../platform/db/database.ts";
import type { Hq } from "../platform/hq.ts";
import { minuteWindow, type OpenRateLimiter } from "../platform/limits/rate-limit.ts";
import { createWorkspaceEvents, type WorkspaceEvents } from "./events/workspace-events.ts";
import { createAbandonedRunSweep, endRunsOf } from "./runs/end-runs.ts";
import { openRunLogs, type RunLogs } from "./runs/run-logs.ts";
import { runReports } from "./runs/run-reports.ts";
import { deleteEndedRuns } from "./runs/run-table.ts";
import type { StartDeps } from "./runs/start-run.ts";
import { createSkillChangeMaintenance } from "./skills/review/skill-change-maintenance.ts";
import type { SkillRepositories } from "./skills/skill-repositories.ts";
import { Polls } from "./workers/polls.ts";
import { workerApi } from "./workers/worker-api.ts";
import { createWorkerNotifier, type WorkerNotifier } from "./workers/worker-notifier.ts";

/** Workers and their runs, in a running server. */
export interface Hub {
  readonly polls: Polls;
  readonly notifier: Pick<WorkerNotifier, "lastKnock">;
  readonly events: WorkspaceEvents;
  readonly runs: StartDeps;
  readonly logs: RunLogs;
  /** `/api/worker`: the API for workers. */
  readonly workerApi: Router;
  /**
   * Returns the worker of a key, for other interfaces that workers use, or `undefined` if the text isn't a worker key.
   *
   * @throws CmsError `worker_revoked`
   */
  workerOfKey(
    bearer: string,
  ): Promise<{ readonly workerId: string; readonly workspaceId: string } | undefined>;
  /** Ends a worker's runs in the transaction that revokes it. */
  endRunsOf(transaction: ControlDatabase, workerId: string): Promise<void>;
  /** Gives up lost runs and deletes old ones. */
  sweep(): Promise<void>;
  /** Ends pending long polls. */
  close(): Promise<void>;
}

export interface HubOptions {
  readonly log: Logger;
  readonly openLimiter: OpenRateLimiter;
  readonly skills: SkillRepositories;
}

/** Invalid registration tokens and keys per minute and IP address. */
const GUESSES_A_MINUTE = 30;
const SWEEP_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

export function openHub(hq: Hq, { log, openLimiter, skills }: HubOptions): Hub {
  const { database, now, config } = hq;
  ensureFolder(hq.paths.runs);
  const notifier = createWorkerNotifier(hq, { log });
  const polls = new Polls(hq, { log, notifier });
  const logs = openRunLogs(hq.paths.runs);
  const guesses = openLimiter("worker-guesses", minuteWindow(GUESSES_A_MINUTE));
  const wake = (workerId: string): void => polls.wake(workerId);
  const precedence = config.variablePrecedence;
  const runs = { database, now, precedence, wake, polls, skills };

  const tendChanges = createSkillChangeMaintenance({ database, now, skills });
  const giveUpLostRuns = createAbandonedRunSweep(runs);

  async function sweep(): Promise<void> {
    await giveUpLostRuns();
    const before = new Date(now().getTime() - config.runDays * DAY_MS).toISOString();
    for (const id of await deleteEndedRuns(database, before)) await logs.remove(id);
    await sweepDeleted();
    await tendChanges();
  }

  /** Deletes the files of deleted workspaces. */
  async function sweepDeleted(): Promise<void> {
    const workspaces = await database.selectFrom("workspaces").select("id").execute();
    if (!(await skills.keepOnly(new Set(workspaces.map(({ id }) => id))))) return;
    const listed = await logs.list();
    const rows = await database.selectFrom("runs").select("id").execute();
    const existing = new Set(rows.map(({ id }) => id));
    for (const id of listed.filter((each) => !existing.has(each))) await logs.remove(id);
  }

  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.error({ err: error }, "Runs could not be checked."));
  }, SWEEP_MS).unref();

  const deps = { ...runs, logs, guesses };
  const events = createWorkspaceEvents({ ...runs, log });
  return {
    polls,
    notifier,
    events,
    runs,
    logs,
    workerApi: Router({ caseSensitive: true, strict: true }).use(workerApi(deps), runReports(deps)),
    async workerOfKey(bearer) {
      const found = await polls.keys.find(bearer);
      return found && { workerId: found.workerId, workspaceId: found.workspaceId };
    },
    endRunsOf: (transaction, workerId) => endRunsOf(transaction, runs, workerId),
    sweep,
    async close() {
      clearInterval(timer);
      await events.close();
      await polls.close();
      await notifier.close();
    },
  };
}
