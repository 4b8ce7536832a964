import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { WorkerConfig } from "../config/worker-config.ts";
import type { WorkerState } from "../state/open-state.ts";
import { deleteRun, type EndedRun, listEndedRuns } from "../state/runs.ts";
import { artifactBytes, removeArtifacts } from "./artifacts.ts";

/** Where runs are kept, and for how long. */
export interface KeptRuns {
  readonly config: Pick<WorkerConfig, "home" | "runDays" | "runMebibytes">;
  readonly state: WorkerState;
}

/** An ended run, and what its log and artifacts take. */
type MeasuredRun = EndedRun & { readonly byteSize: number };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Whoever waits for a run can still read how it ended, however large it is. */
const SPARED_MS = HOUR_MS;

/**
 * Removes runs that ended so many days ago, and the oldest of the others while they take too much together, with their
 * logs and artifacts. Whatever has not ended stays, and whatever HQ has not heard the end of. What else a run left in
 * its directory is not touched.
 *
 * @returns the ids of what was removed
 */
export async function pruneRuns(
  kept: KeptRuns,
  { now, log }: { readonly now: Date; readonly log: (error: unknown) => void },
): Promise<readonly string[]> {
  const { config, state } = kept;
  const measured: MeasuredRun[] = [];
  for (const run of listEndedRuns(state)) {
    // Many runs with many files take a while, and the worker has other things to do meanwhile.
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
      // What one run left may be another user's, and keeps no other run from going.
      log(error);
    }
  }
  return removed;
}

/** Which of these, the oldest of which come first, are to go. */
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

/** Forgets the run last: what a kill leaves behind is found by it the next time. */
function removeRun({ config, state }: KeptRuns, run: EndedRun): void {
  const folder = join(config.home, "runs");
  removeArtifacts(run);
  // A worker that was killed may have left its folder beside its log.
  rmSync(join(folder, run.id), { recursive: true, force: true });
  rmSync(join(folder, `${run.id}.log`), { force: true });
  deleteRun(state, run.id);
}

function logBytes({ home }: KeptRuns["config"], id: string): number {
  return lstatSync(join(home, "runs", `${id}.log`), { throwIfNoEntry: false })?.size ?? 0;
}

/** Prunes runs now and every hour, one after the other, until it is closed. */
export function startRunPruning(
  kept: KeptRuns,
  /** Told of what could not be removed; it is tried again the next time. */
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
