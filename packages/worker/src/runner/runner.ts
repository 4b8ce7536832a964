import type { RunState } from "../state/runs.ts";

/** What a run is asked for on this machine. */
export interface RunRequest {
  /** Name of a skill that is deployed here. */
  readonly skill: string;
  /** Values for this run alone; they count as those of a workflow. */
  readonly variables: ReadonlyMap<string, string>;
  /** Whose secrets it sees besides the worker's; `""` for an ad hoc run, which sees those alone. */
  readonly workspaceId: string;
  readonly projectId?: string;
  /** Where it works; absent: the project's directory, or one of its own. */
  readonly workDir?: string;
}

/** A run, as everyone who may know of it is told. */
export interface Run {
  readonly id: string;
  readonly state: RunState;
  readonly skill: { readonly name: string; readonly version: number | null };
  readonly workspaceId: string;
  readonly projectId: string | null;
  readonly workDir: string | null;
  readonly exitCode: number | null;
  /** Why it ended as it did, for people. */
  readonly reason: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** How many of those that have not begun were asked for before it; null once it has begun. */
  readonly runsBefore: number | null;
}

/** A part of a run's masked log. */
export interface LogPart {
  /** Where it ends, in bytes from the beginning: from there one goes on. */
  readonly end: number;
  readonly text: string;
}

/** Who does runs. */
export interface Runner {
  /**
   * Takes a run on; it is durable when this resolves, and may still be waiting for its directory.
   *
   * @throws CmsError `not_found` for a skill that is not here, `requirements_unmet` with an issue for each thing that
   * is missing, `invalid`
   */
  startRun(request: RunRequest): Promise<Run>;
  getRun(id: string): Run | undefined;
  /** Those that have not ended, in the order in which they were asked for. */
  listRuns(): readonly Run[];
  /**
   * The log from a byte on, and what is added to it until the run has ended or `signal` aborts.
   *
   * @throws CmsError `not_found`
   */
  readLog(
    id: string,
    options: { readonly from: number; readonly signal: AbortSignal },
  ): AsyncIterable<LogPart>;
  /**
   * Ends a run and all of its processes; one that has ended stays as it is.
   *
   * @throws CmsError `not_found`
   */
  cancelRun(id: string): Promise<Run>;
}
