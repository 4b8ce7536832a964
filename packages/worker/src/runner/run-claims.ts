import type { WorkerState } from "../state/open-state.ts";
import { isSameProcess, type ProcessIdentity } from "./process-tree.ts";

/** Which process performs a run: one row per run in progress. */
export interface RunClaim {
  readonly runId: string;
  /** The worker's process, or that of a command. */
  readonly owner: ProcessIdentity;
  /** The process it started; absent: none yet. */
  readonly child?: ProcessIdentity;
}

/** Claims a run for this process. */
export function claimRun(state: WorkerState, runId: string, owner: ProcessIdentity): void {
  state.write(() =>
    state.database
      .prepare("INSERT OR REPLACE INTO run_claims (run_id, owner) VALUES (?, ?)")
      .run(runId, print(owner)),
  );
}

export function recordChild(state: WorkerState, runId: string, child: ProcessIdentity): void {
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

/** Records that a run waits for its turn in a directory or, without one, that it no longer waits. */
export function recordWaiting(state: WorkerState, runId: string, directory?: string): void {
  state.write(() =>
    state.database
      .prepare("UPDATE run_claims SET wanted = ?, directory = NULL WHERE run_id = ?")
      .run(directory ?? null, runId),
  );
}

/** Whether a run waits for its turn. */
export function isWaiting({ database }: WorkerState, runId: string): boolean {
  return (
    database
      .prepare("SELECT 1 FROM run_claims WHERE run_id = ? AND wanted IS NOT NULL")
      .get(runId) !== undefined
  );
}

/** A run that is in progress in a directory, or waits for it. */
export interface RunPlace {
  readonly runId: string;
  readonly directory: string | undefined;
  readonly wanted: string | undefined;
}

/** Returns which waiting runs can start now: as many as the limit allows, in order, and one per directory. */
export function nextRuns(places: readonly RunPlace[], limit: number): readonly string[] {
  const busyDirectories = new Set(places.flatMap(({ directory }) => directory ?? []));
  let left = limit - places.filter(({ directory }) => directory !== undefined).length;
  const next: string[] = [];
  for (const { runId, directory, wanted } of places) {
    if (left <= 0) break;
    if (directory !== undefined || wanted === undefined || busyDirectories.has(wanted)) continue;
    next.push(runId);
    busyDirectories.add(wanted);
    left -= 1;
  }
  return next;
}

/** Starts the turns of those in `waiting` that can start now. @returns which */
export function takeTurns(
  state: WorkerState,
  { waiting, limit }: { readonly waiting: ReadonlySet<string>; readonly limit: number },
): readonly string[] {
  const next = (): readonly string[] =>
    nextRuns(listPlaces(state), limit).filter((runId) => waiting.has(runId));
  // A process that only waits must not block writers.
  if (next().length === 0) return [];
  return state.write(() => {
    const begin = next();
    const take = state.database.prepare(
      "UPDATE run_claims SET directory = wanted, wanted = NULL WHERE run_id = ?",
    );
    for (const runId of begin) take.run(runId);
    return begin;
  });
}

/** Runs of live processes, in the order in which they were requested. */
function listPlaces({ database }: WorkerState): readonly RunPlace[] {
  const alive = new Map<string, boolean>();
  const isAlive = (owner: string): boolean => {
    const known = alive.get(owner) ?? isSameProcess(parse(owner));
    alive.set(owner, known);
    return known;
  };
  return database
    .prepare(
      `SELECT run_id, owner, directory, wanted FROM run_claims JOIN runs ON runs.id = run_id
       WHERE directory IS NOT NULL OR wanted IS NOT NULL ORDER BY runs.rowid`,
    )
    .all()
    .filter(({ owner }) => isAlive(String(owner)))
    .map(({ run_id: runId, directory, wanted }) => ({
      runId: String(runId),
      directory: typeof directory === "string" ? directory : undefined,
      wanted: typeof wanted === "string" ? wanted : undefined,
    }));
}

function print({ pid, start, boot }: ProcessIdentity): string {
  return [pid, start, boot].join(" ");
}

function parse(text: string): ProcessIdentity {
  const [pid = "", start = "", boot = ""] = text.split(" ");
  return { pid: Number(pid), start, boot };
}
