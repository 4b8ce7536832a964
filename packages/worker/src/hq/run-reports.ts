import { open } from "node:fs/promises";
import { isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { isWaiting } from "../runner/run-claims.ts";
import type { WorkerState } from "../state/open-state.ts";
import { readRun, type RunRow } from "../state/runs.ts";
import { backOffMs } from "./back-off.ts";
import type { Knocks } from "./knocks.ts";
import type { WorkerApi } from "./worker-api.ts";

/** Tells HQ of the runs that it asked for. */
export interface RunReports {
  /** Something of a run is new: what it is at, or its log. */
  readonly changed: (runId: string) => void;
  /** Tells what an earlier process could not. */
  readonly resume: () => void;
  /**
   * HQ asks for the end of a run: where it has one already, or is not known here, HQ has missed that, and is told.
   *
   * @throws CmsError `source_unreachable`
   */
  readonly tellEnd: (runId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface ReportOptions {
  readonly state: WorkerState;
  readonly api: WorkerApi;
  readonly workerId: string;
  readonly knocks: Pick<Knocks, "listen">;
  readonly logPath: (runId: string) => string;
  /** How long additions to a log are gathered. @default 500 */
  readonly gatherMs?: number;
}

const PART_BYTES = 256 * 1024;

/**
 * Each run is told of in order: that it waits here, that it runs, its log from where HQ's ends, how it ended. The last is kept, and told
 * again until HQ has it: also after a restart.
 */
export function createRunReports(options: ReportOptions): RunReports {
  const { state, workerId, knocks, gatherMs = 500 } = options;
  const closing = new AbortController();
  const dirty = new Set<string>();
  const working = new Map<string, Promise<void>>();
  const offsets = new Map<string, number>();

  async function report(runId: string): Promise<void> {
    for (let failures = 0; dirty.has(runId) && !closing.signal.aborted;) {
      dirty.delete(runId);
      const pause = knocks.listen();
      try {
        await tell(options, runId, offsets);
        failures = 0;
        await pause(gatherMs, closing.signal);
      } catch (error) {
        dirty.add(runId);
        failures += 1;
        await pause(backOffMs(failures, isCmsError(error) ? error : undefined), closing.signal);
      }
    }
  }

  function changed(runId: string): void {
    dirty.add(runId);
    if (working.has(runId) || closing.signal.aborted) return;
    const work = report(runId).finally(() => {
      working.delete(runId);
      if (dirty.has(runId)) changed(runId);
    });
    working.set(runId, work);
  }

  return {
    changed,
    resume() {
      for (const runId of unreported(state, workerId)) changed(runId);
    },
    tellEnd: async (runId) => tellEnd(options, runId),
    async close() {
      closing.abort();
      await Promise.all(working.values());
    },
  };
}

async function tell(
  { state, api, logPath }: ReportOptions,
  runId: string,
  offsets: Map<string, number>,
): Promise<void> {
  const row = readRun(state, runId);
  if (row === undefined) return;
  const told = reportedState(state, runId);
  if (row.state === "queued") {
    // HQ has given it away, and would take it for one that begins.
    if (told === undefined && isWaiting(state, runId)) await tellState(api, state, row);
    return;
  }
  if (told === row.state && row.endedAt !== undefined) return;
  const hasToldStart = told !== undefined && told !== "queued";
  if (!hasToldStart && row.startedAt !== undefined)
    await tellState(api, state, { ...row, state: "running" });
  if (row.startedAt !== undefined) {
    await sendLog(api, { runId, path: logPath(runId), offsets });
  }
  if (row.endedAt === undefined) return;
  await tellState(api, state, row);
  offsets.delete(runId);
}

async function tellEnd({ state, api, workerId }: ReportOptions, runId: string): Promise<void> {
  const row = readRun(state, runId);
  if (row?.workerId !== workerId) {
    const reason = "The worker has no record of this run.";
    await unlessRefused(api.putRun(runId, { state: "lost", reason }));
  } else if (row.endedAt !== undefined && reportedState(state, runId) === row.state) {
    await tellState(api, state, row);
  }
}

/** What HQ refuses for good: it does not know the run, or knows better how it ended. */
const REFUSED: ReadonlySet<unknown> = new Set([404, 409, 422]);

async function unlessRefused(told: Promise<void>): Promise<void> {
  try {
    await told;
  } catch (error) {
    if (!isCmsError(error) || !REFUSED.has(error.details["status"])) throw error;
  }
}

/** HQ refuses a report with more. */
const MOST_ITEMS = 500;

async function tellState(api: WorkerApi, state: WorkerState, row: RunRow): Promise<void> {
  const { startedAt, promptHash, exitCode, reason, endedAt } = row;
  const items = toldItems(row);
  const own = row.ownVariables === undefined ? {} : { ownVariables: parseNames(row.ownVariables) };
  const hasEnded = row.state !== "running" && row.state !== "queued";
  const end = !hasEnded ? {} : { exitCode, reason, endedAt, items };
  const report = {
    state: row.state === "queued" ? "waiting" : row.state,
    startedAt,
    promptHash,
    ...own,
    ...end,
  };
  await unlessRefused(api.putRun(row.id, report));
  state.write(() =>
    state.database
      .prepare("INSERT OR REPLACE INTO run_reports (run_id, state) VALUES (?, ?)")
      .run(row.id, row.state),
  );
}

/** All that was checked; where that is too much, what is missing first. */
function toldItems({ items }: RunRow): readonly unknown[] {
  const all = z.array(z.looseObject({ status: z.string() })).parse(JSON.parse(items));
  if (all.length <= MOST_ITEMS) return all;
  const there = Map.groupBy(all, ({ status }) => status === "ok");
  return [...(there.get(false) ?? []), ...(there.get(true) ?? [])].slice(0, MOST_ITEMS);
}

function parseNames(json: string): unknown {
  return JSON.parse(json);
}

function reportedState({ database }: WorkerState, runId: string): string | undefined {
  const row = database.prepare("SELECT state FROM run_reports WHERE run_id = ?").get(runId);
  return row === undefined ? undefined : String(row["state"]);
}

function unreported({ database }: WorkerState, workerId: string): readonly string[] {
  return database
    .prepare(
      `SELECT runs.id FROM runs LEFT JOIN run_reports ON run_id = runs.id
       WHERE worker_id = ? AND runs.state <> 'queued' AND run_reports.state IS NOT runs.state`,
    )
    .all(workerId)
    .map(({ id }) => String(id));
}

interface LogUpload {
  readonly runId: string;
  readonly path: string;
  /** Where HQ's end is, as far as it is known. */
  readonly offsets: Map<string, number>;
}

async function sendLog(api: WorkerApi, { runId, path, offsets }: LogUpload): Promise<void> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return;
  try {
    for (let from: number | undefined = offsets.get(runId) ?? 0; from !== undefined;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, from);
      if (bytesRead === 0) return;
      from = await sendPart(api, { runId, from, bytes: buffer.subarray(0, bytesRead) });
      if (from !== undefined) offsets.set(runId, from);
    }
  } finally {
    await file.close();
  }
}

/** @returns where HQ's end is now; undefined when it takes no more of this log */
async function sendPart(
  api: WorkerApi,
  { runId, from, bytes }: { readonly runId: string; readonly from: number; readonly bytes: Buffer },
): Promise<number | undefined> {
  try {
    await api.putLog(runId, from, bytes);
    return from + bytes.length;
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { offset, status } = error.details;
    if (typeof offset === "number" && offset !== from) return offset;
    if (status === 404 || status === 413 || status === 409) return undefined;
    throw error;
  }
}
