import type { WorkerState } from "../state/open-state.ts";
import { isSameProcess, type ProcessIdentity } from "./process-tree.ts";

/** Who does a run, and by what process: one row a run, gone when it has ended. */
export interface RunClaim {
  readonly runId: string;
  /** The worker's process, or that of a command beside it. */
  readonly owner: ProcessIdentity;
  /** What it started; absent: nothing yet. */
  readonly child?: ProcessIdentity;
}

/** Takes a run for this process. */
export function claimRun(state: WorkerState, runId: string, owner: ProcessIdentity): void {
  state.write(() =>
    state.database
      .prepare("INSERT OR REPLACE INTO run_claims (run_id, owner) VALUES (?, ?)")
      .run(runId, print(owner)),
  );
}

export function noteChild(state: WorkerState, runId: string, child: ProcessIdentity): void {
  state.write(() =>
    state.database
      .prepare("UPDATE run_claims SET child = ? WHERE run_id = ?")
      .run(print(child), runId),
  );
}

export function releaseRun(state: WorkerState, runId: string): void {
  state.write(() => state.database.prepare("DELETE FROM run_claims WHERE run_id = ?").run(runId));
}

export function findClaim({ database }: WorkerState, runId: string): RunClaim | undefined {
  const row = database.prepare("SELECT owner, child FROM run_claims WHERE run_id = ?").get(runId);
  if (row === undefined) return undefined;
  const { owner, child } = row;
  return {
    runId,
    owner: parse(String(owner)),
    ...(typeof child === "string" && { child: parse(child) }),
  };
}

/**
 * Takes a directory for a run, unless a run of a process that lives has it.
 *
 * @returns whether the run has it now
 */
export function takeDirectory(state: WorkerState, runId: string, directory: string): boolean {
  return state.write(() => {
    const rows = state.database
      .prepare("SELECT owner FROM run_claims WHERE directory = ? AND run_id <> ?")
      .all(directory, runId);
    if (rows.some(({ owner }) => isSameProcess(parse(String(owner))))) return false;
    state.database
      .prepare("UPDATE run_claims SET directory = ? WHERE run_id = ?")
      .run(directory, runId);
    return true;
  });
}

function print({ pid, start, boot }: ProcessIdentity): string {
  return [pid, start, boot].join(" ");
}

function parse(text: string): ProcessIdentity {
  const [pid = "", start = "", boot = ""] = text.split(" ");
  return { pid: Number(pid), start, boot };
}
