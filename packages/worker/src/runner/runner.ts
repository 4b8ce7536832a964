import type { RunState } from "../state/runs.ts";

/** A request for a run on this machine. */
export interface RunRequest {
  /** Name of a skill deployed here. */
  readonly skill: string;
  /** Values for this run only; they have the scope of a workflow's. */
  readonly variables: ReadonlyMap<string, string>;
  /**
   * Workspace whose secrets it gets in addition to the worker's; `""` for an ad hoc run, which gets only the worker's.
   */
  readonly workspaceId: string;
  readonly projectId?: string;
  /** Working directory; absent: the project's directory, or a new one. */
  readonly workDir?: string;
}

/** The public view of a run. */
export interface Run {
  readonly id: string;
  readonly state: RunState;
  readonly skill: { readonly name: string; readonly version: number | null };
  readonly workspaceId: string;
  readonly projectId: string | null;
  readonly workDir: string | null;
  readonly exitCode: number | null;
  /** Why it ended this way, for people. */
  readonly reason: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Number of runs before it that haven't started; null once it has started. */
  readonly runsBefore: number | null;
}

/** A part of a run's masked log. */
export interface LogPart {
  /** Its end offset in bytes, from which to continue. */
  readonly end: number;
  readonly text: string;
}

/** Performs runs. */
export interface Runner {
  /**
   * Accepts a run. It is durable once this resolves, and may still wait for its directory.
   *
   * @throws CmsError `not_found` for a skill that isn't here, `requirements_unmet` with an issue per missing item,
   * `invalid`
   */
  startRun(request: RunRequest): Promise<Run>;
  getRun(id: string): Run | undefined;
  /** Runs that haven't ended, in request order. */
  listRuns(): readonly Run[];
  /**
   * Yields the log from a byte offset and its additions, until the run has ended or `signal` aborts.
   *
   * @throws CmsError `not_found`
   */
  readLog(
    id: string,
    options: { readonly from: number; readonly signal: AbortSignal },
  ): AsyncIterable<LogPart>;
  /**
   * Ends a run and all of its processes; one that has ended is unchanged.
   *
   * @throws CmsError `not_found`
   */
  cancelRun(id: string): Promise<Run>;
}
