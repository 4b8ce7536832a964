import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { WorkerConfig } from "../config/worker-config.ts";
import type { WorkerState } from "../state/open-state.ts";
import { deleteRun, type EndedRun, listEndedRuns } from "../state/runs.ts";
import { artifactBytes, removeArtifacts } from "./artifacts.ts";

/** Where runs are stored, and for how long. */
export interface KeptRuns {
  readonly config: Pick<WorkerConfig, "home" | "runDays" | "runMebibytes">;
  readonly state: WorkerState;
}

/** An ended run, and the size of its log and artifacts. */
type MeasuredRun = EndedRun & { readonly byteSize: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Gives callers that wait for a run time to read its outcome, however large it is. */
const SPARED_MS = HOUR_MS;

/**
 * Removes runs that ended longer ago than the retention period, and the oldest others while they exceed the size limit,
 * with their logs and artifacts. Keeps runs that haven't ended, and those whose end HQ hasn't received. Other files in
 * a run's directory aren't touched.
 *
 * @returns the ids of the removed runs
 */
export async function pruneRuns(
  kept: KeptRuns,
  { now, log }: { readonly now: Date; readonly log: (error: unknown) => void },
): Promise<readonly string[]> {
  const { config, state } = kept;
  const measured: MeasuredRun[] = [];
  for (const run of listEndedRuns(state)) {
    // Yields, because many runs with many files take a while.
    await setImmediate();
    measured.push({ ...run, byteSize: logBytes(config, run.id) + artifactBytes(run) });
  }
  const removed: string[] = [];
  for (const run of planPruning(measured, { config, now })) {
    await setImmediate();
    try {
      removeRun(kept, run);
      removed.push(run.id);
    } catch (error) {
      // Artifacts of one run may belong to another user; that doesn't prevent removing the others.
      log(error);
    }
  }
  return removed;
}

/** Returns which of these runs, sorted oldest first, to remove. */
function planPruning(
  runs: readonly MeasuredRun[],
  { config, now }: { readonly config: KeptRuns["config"]; readonly now: Date },
): readonly MeasuredRun[] {
  let bytes = runs.reduce((sum, { byteSize }) => sum + byteSize, 0);
  return runs.filter(({ isReported, endedAt, byteSize }) => {
    const ageMs = now.getTime() - Date.parse(endedAt);
    const isOld = ageMs >= config.runDays * DAY_MS;
    const isTooMuch = bytes > config.runMebibytes * 2 ** 20 && ageMs >= SPARED_MS;
    if (!isReported || (!isOld && !isTooMuch)) return false;
    bytes -= byteSize;
    return true;
  });
}

/** Deletes the run's row last, so that leftovers of a kill are found the next time. */
function removeRun({ config, state }: KeptRuns, run: EndedRun): void {
  const folder = join(config.home, "runs");
  removeArtifacts(run);
  // A killed worker may have left its folder next to its log.
  rmSync(join(folder, run.id), { recursive: true, force: true });
  rmSync(join(folder, `${run.id}.log`), { force: true });
  deleteRun(state, run.id);
}

function logBytes({ home }: KeptRuns["config"], id: string): number {
  return lstatSync(join(home, "runs", `${id}.log`), { throwIfNoEntry: false })?.size ?? 0;
}

/** Prunes runs now and every hour, one by one, until closed. */
export function startRunPruning(
  kept: KeptRuns,
  /** Logs what couldn't be removed; it is retried the next time. */
  { log }: { readonly log: (error: unknown) => void },
): { close(): Promise<void> } {
  let pruning: Promise<unknown> = Promise.resolve();
  const prune = (): void => {
    pruning = pruning.then(async () => pruneRuns(kept, { now: new Date(), log })).catch(log);
  };
  prune();
  const timer = setInterval(prune, HOUR_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await pruning;
    },
  };
}
