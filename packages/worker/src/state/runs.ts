import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { WorkerState } from "./open-state.ts";

/** State of a run: the first two are temporary, the others final. */
export type RunState =
  | "queued"
  | "running"
  | "succeeded"
  | "failed"
  | "cancelled"
  | "timed_out"
  | "lost"
  | "refused";

/** A stored run. */
export interface RunRow {
  readonly id: string;
  readonly state: RunState;
  /** The link whose HQ requested it; absent: requested on this machine. */
  readonly workerId?: string;
  /** JSON: the request. */
  readonly request: string;
  /** `""` for an ad hoc run. */
  readonly workspaceId: string;
  readonly projectId?: string;
  readonly workDir?: string;
  readonly exitCode?: number;
  readonly reason?: string;
  /** SHA-256 of the expanded prompt. */
  readonly promptHash?: string;
  /** JSON: the names of this worker's own variables in the prompt. */
  readonly ownVariables?: string;
  /** JSON: what was checked before it. */
  readonly items: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

const STATES: ReadonlySet<string> = new Set<RunState>([
  "queued",
  "running",
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
  "lost",
  "refused",
]);

const FINAL = "('succeeded', 'failed', 'cancelled', 'timed_out', 'lost', 'refused')";

const COLUMNS = {
  state: "state",
  workDir: "work_dir",
  exitCode: "exit_code",
  reason: "reason",
  promptHash: "prompt_hash",
  ownVariables: "own_variables",
  items: "items",
  startedAt: "started_at",
  endedAt: "ended_at",
} as const;

/** Changed properties of a run. */
export type RunChange = Partial<Pick<RunRow, keyof typeof COLUMNS>>;

/** Stores a new run. A second one with the same id changes nothing. @returns whether it was new */
export function addRun(state: WorkerState, run: RunRow): boolean {
  return state.write(() => {
    const { changes } = state.database
      .prepare(
        `INSERT INTO runs (id, state, worker_id, request, workspace_id, project_id, work_dir, items, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      )
      .run(
        run.id,
        run.state,
        run.workerId ?? null,
        run.request,
        run.workspaceId,
        run.projectId ?? null,
        run.workDir ?? null,
        run.items,
        run.createdAt,
      );
    return changes === 1;
  });
}

/** Updates a run unless it has ended. @returns whether it was updated */
export function changeRun(state: WorkerState, id: string, change: RunChange): boolean {
  const sets: string[] = [];
  const values: SQLInputValue[] = [];
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = Object.entries(change).find(([key]) => key === name)?.[1];
    if (value === undefined) continue;
    sets.push(`${column} = ?`);
    values.push(value);
  }
  if (sets.length === 0) return false;
  return state.write(() => {
    const { changes } = state.database
      .prepare(`UPDATE runs SET ${sets.join(", ")} WHERE id = ? AND state NOT IN ${FINAL}`)
      .run(...values, id);
    return changes === 1;
  });
}

export function readRun({ database }: WorkerState, id: string): RunRow | undefined {
  const row = database.prepare("SELECT * FROM runs WHERE id = ?").get(id);
  return row === undefined ? undefined : readRow(row);
}

/** Runs that haven't ended, in request order; not by time, because clocks can be set back. */
export function listActiveRuns({ database }: WorkerState): readonly RunRow[] {
  return database
    .prepare(`SELECT * FROM runs WHERE state NOT IN ${FINAL} ORDER BY rowid`)
    .all()
    .map(readRow);
}

/** The properties of an ended run that determine how long it is kept. */
export interface EndedRun {
  readonly id: string;
  readonly workDir: string | null;
  readonly endedAt: string;
  /**
   * Whether the requester knows how it ended: the HQ that requested it has received the end, or has revoked the worker
   * and receives nothing more; a requester on this machine always knows.
   */
  readonly isReported: boolean;
}

/** Ended runs, oldest first. */
export function listEndedRuns({ database }: WorkerState): readonly EndedRun[] {
  return database
    .prepare(
      `SELECT runs.id, work_dir, coalesce(ended_at, runs.created_at) AS ended_at,
         run_reports.state IS runs.state OR links.worker_id IS NULL AS is_reported
       FROM runs LEFT JOIN run_reports ON run_id = runs.id
         LEFT JOIN links ON links.worker_id = runs.worker_id AND revoked_at IS NULL
       WHERE runs.state IN ${FINAL} ORDER BY 3, 1`,
    )
    .all()
    .map((row) => ({
      id: String(row["id"]),
      endedAt: String(row["ended_at"]),
      workDir: typeof row["work_dir"] === "string" ? row["work_dir"] : null,
      isReported: row["is_reported"] === 1,
    }));
}

/** Deletes a run unless it hasn't ended. */
export function deleteRun(state: WorkerState, id: string): void {
  state.write(() =>
    state.database.prepare(`DELETE FROM runs WHERE id = ? AND state IN ${FINAL}`).run(id),
  );
}

function isRunState(text: string): text is RunState {
  return STATES.has(text);
}

function readRow(row: Readonly<Record<string, SQLOutputValue>>): RunRow {
  const state = String(row["state"]);
  if (!isRunState(state)) throw new Error(`A run has the unknown state ${state}.`);
  const { exit_code: exitCode } = row;
  return {
    id: String(row["id"]),
    state,
    request: String(row["request"]),
    workspaceId: String(row["workspace_id"]),
    items: String(row["items"]),
    createdAt: String(row["created_at"]),
    ...textOf(row, "workerId", "worker_id"),
    ...textOf(row, "projectId", "project_id"),
    ...textOf(row, "workDir", "work_dir"),
    ...textOf(row, "reason", "reason"),
    ...textOf(row, "promptHash", "prompt_hash"),
    ...textOf(row, "ownVariables", "own_variables"),
    ...textOf(row, "startedAt", "started_at"),
    ...textOf(row, "endedAt", "ended_at"),
    ...(typeof exitCode === "number" && { exitCode }),
  };
}

function textOf<K extends string>(
  row: Readonly<Record<string, SQLOutputValue>>,
  key: K,
  column: string,
): Partial<Record<K, string>> {
  const value = row[column];
  const found: Partial<Record<string, string>> = typeof value === "string" ? { [key]: value } : {};
  return found;
}
