import { open } from "node:fs/promises";
import { isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { isWaiting } from "../runner/run-claims.ts";
import type { WorkerState } from "../state/open-state.ts";
import { readRun, type RunRow } from "../state/runs.ts";
import { backOffMs } from "./back-off.ts";
import type { PollWaker } from "./poll-waker.ts";
import type { WorkerApi } from "./worker-api.ts";

/** Reports the runs that HQ requested. */
export interface RunReports {
  /** The state or the log of a run has changed. */
  readonly changed: (runId: string) => void;
  /** Reports what an earlier process couldn't. */
  readonly resume: () => void;
  /**
   * HQ requested the end of a run. If it has already ended, or isn't known here, HQ missed that and is notified.
   *
   * @throws CmsError `source_unreachable`
   */
  readonly reportEnd: (runId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface ReportOptions {
  readonly state: WorkerState;
  readonly api: WorkerApi;
  readonly workerId: string;
  readonly waker: Pick<PollWaker, "listen">;
  readonly logPath: (runId: string) => string;
  /** How long additions to a log are collected, in ms. @default 500 */
  readonly gatherMs?: number;
}

const PART_BYTES = 256 * 1024;

/**
 * Reports each run in order: that it waits, that it runs, its log from HQ's end on, and how it ended. The end is stored
 * and reported until HQ has it, even after a restart.
 */
export function createRunReports(options: ReportOptions): RunReports {
  const { state, workerId, waker, gatherMs = 500 } = options;
  const closing = new AbortController();
  const dirty = new Set<string>();
  const working = new Map<string, Promise<void>>();
  const offsets = new Map<string, number>();

  async function report(runId: string): Promise<void> {
    for (let failures = 0; dirty.has(runId) && !closing.signal.aborted;) {
      dirty.delete(runId);
      const pause = waker.listen();
      try {
        await reportRun(options, runId, offsets);
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
    reportEnd: async (runId) => reportRunEnd(options, runId),
    async close() {
      closing.abort();
      await Promise.all(working.values());
    },
  };
}

async function reportRun(
  { state, api, logPath }: ReportOptions,
  runId: string,
  offsets: Map<string, number>,
): Promise<void> {
  const row = readRun(state, runId);
  if (row === undefined) return;
  const lastReported = reportedState(state, runId);
  if (row.state === "queued") {
    // HQ has handed it over and would otherwise assume that it is starting.
    if (lastReported === undefined && isWaiting(state, runId)) await putState(api, state, row);
    return;
  }
  if (lastReported === row.state && row.endedAt !== undefined) return;
  const hasToldStart = lastReported !== undefined && lastReported !== "queued";
  if (!hasToldStart && row.startedAt !== undefined)
    await putState(api, state, { ...row, state: "running" });
  if (row.startedAt !== undefined) {
    await sendLog(api, { runId, path: logPath(runId), offsets });
  }
  if (row.endedAt === undefined) return;
  await putState(api, state, row);
  offsets.delete(runId);
}

async function reportRunEnd({ state, api, workerId }: ReportOptions, runId: string): Promise<void> {
  const row = readRun(state, runId);
  if (row?.workerId !== workerId) {
    const reason = "The worker has no record of this run.";
    await unlessRefused(api.putRun(runId, { state: "lost", reason }));
  } else if (row.endedAt !== undefined && reportedState(state, runId) === row.state) {
    await putState(api, state, row);
  }
}

/** HQ's permanent rejections: it doesn't know the run, or already has another end. */
const REFUSED: ReadonlySet<unknown> = new Set([404, 409, 422]);

async function unlessRefused(told: Promise<void>): Promise<void> {
  try {
    await told;
  } catch (error) {
    if (!isCmsError(error) || !REFUSED.has(error.details["status"])) throw error;
  }
}

/** HQ rejects larger reports. */
const MOST_ITEMS = 500;

async function putState(api: WorkerApi, state: WorkerState, row: RunRow): Promise<void> {
  const { startedAt, promptHash, exitCode, reason, endedAt } = row;
  const items = reportedItems(row);
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

/** Returns all checked items; if there are too many, missing ones first. */
function reportedItems({ items }: RunRow): readonly unknown[] {
  const all = z.array(z.looseObject({ status: z.string() })).parse(JSON.parse(items));
  if (all.length <= MOST_ITEMS) return all;
  const byAvailability = Map.groupBy(all, ({ status }) => status === "ok");
  return [...(byAvailability.get(false) ?? []), ...(byAvailability.get(true) ?? [])].slice(
    0,
    MOST_ITEMS,
  );
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
  /** End of the log at HQ, as far as known. */
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

/** @returns the new end of the log at HQ; undefined if it accepts no more of this log */
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
