import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { addLink, revokeLink } from "../state/links.ts";
import { openState } from "../state/open-state.ts";
import { addRun, changeRun, readRun, type RunState } from "../state/runs.ts";
import { pruneRuns } from "./prune-runs.ts";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const DAY_MS = 86_400_000;
const MIB = 2 ** 20;

interface KeptRun {
  readonly daysAgo: number;
  readonly state?: RunState;
  readonly logBytes?: number;
  readonly artifactBytes?: number;
  /** The link whose HQ requested it. */
  readonly workerId?: string;
  /** The state last reported to that HQ. */
  readonly reported?: RunState;
}

function write(path: string, bytes: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes));
}

async function openBench() {
  const folder = await temporaryFolder("prune-runs");
  const config = { home: join(folder, "worker"), runDays: 30, runMebibytes: 10 };
  const state = openState(config.home);
  onTestFinished(() => state.close());
  addLink(state, {
    workerId: "w",
    hqUrl: "https://hq.example.org",
    workspaceId: "acme",
    workspaceName: "acme",
    sealedKey: "",
    createdAt: NOW.toISOString(),
  });
  const logPath = (id: string): string => join(config.home, "runs", `${id}.log`);
  const workDir = join(folder, "site");
  const artifact = (id: string): string => join(workDir, ".loam/artifacts", id, "deep/report");
  const add = (id: string, run: KeptRun): void => {
    const { daysAgo, state: at = "succeeded", workerId, reported } = run;
    const endedAt = new Date(NOW.getTime() - daysAgo * DAY_MS).toISOString();
    addRun(state, {
      id,
      state: "queued",
      ...(workerId !== undefined && { workerId }),
      request: "{}",
      workspaceId: "",
      items: "[]",
      createdAt: endedAt,
    });
    const isActive = at === "queued" || at === "running";
    changeRun(state, id, { state: at, workDir, ...(!isActive && { endedAt }) });
    if (reported !== undefined) {
      state.database.prepare("INSERT INTO run_reports VALUES (?, ?)").run(id, reported);
    }
    write(logPath(id), run.logBytes ?? 1);
    write(artifact(id), run.artifactBytes ?? 1);
  };
  const errors: unknown[] = [];
  const prune = async (now = NOW): Promise<readonly string[]> =>
    pruneRuns({ config, state }, { now, log: (error) => void errors.push(error) });
  const isThere = (id: string) => ({
    row: readRun(state, id) !== undefined,
    log: existsSync(logPath(id)),
    artifacts: existsSync(artifact(id)),
  });
  return { config, state, workDir, add, prune, isThere, errors };
}

const GONE = { row: false, log: false, artifacts: false };
const KEPT = { row: true, log: true, artifacts: true };

test("removes a run with its log and artifacts after its retention period", async () => {
  const bench = await openBench();
  bench.add("over", { daysAgo: 30, state: "failed" });
  bench.add("almost", { daysAgo: 29.99 });
  write(join(bench.workDir, "result"), 1);
  expect(await bench.prune()).toEqual(["over"]);
  expect(bench.isThere("over")).toEqual(GONE);
  expect(bench.isThere("almost")).toEqual(KEPT);
  expect(await bench.prune(new Date(NOW.getTime() + DAY_MS))).toEqual(["almost"]);
  expect(existsSync(join(bench.workDir, ".loam"))).toBe(false);
  expect(existsSync(join(bench.workDir, "result"))).toBe(true);
});

test("removes the oldest runs above the total size, and no more than necessary", async () => {
  const bench = await openBench();
  bench.add("first", { daysAgo: 4, logBytes: 3 * MIB, artifactBytes: 3 * MIB });
  bench.add("second", { daysAgo: 3, artifactBytes: 4 * MIB });
  bench.add("third", { daysAgo: 2, logBytes: 4 * MIB });
  bench.add("fourth", { daysAgo: 1 });
  expect(await bench.prune()).toEqual(["first"]);
  expect(bench.isThere("first")).toEqual(GONE);
  for (const id of ["second", "third", "fourth"]) expect(bench.isThere(id)).toEqual(KEPT);
});

test("keeps a run that has just ended, however large it is", async () => {
  const bench = await openBench();
  bench.add("large", { daysAgo: 1 / 48, logBytes: 11 * MIB });
  expect(await bench.prune()).toEqual([]);
  expect(await bench.prune(new Date(NOW.getTime() + DAY_MS))).toEqual(["large"]);
});

describe("never removes", () => {
  test.for<KeptRun>([
    { daysAgo: 400, state: "running" },
    { daysAgo: 400, state: "queued" },
    { daysAgo: 400, workerId: "w" },
    { daysAgo: 400, workerId: "w", reported: "running" },
  ])("a run as %j", async (run) => {
    const bench = await openBench();
    bench.add("one", { ...run, logBytes: 20 * MIB });
    expect(await bench.prune()).toEqual([]);
    expect(bench.isThere("one")).toEqual(KEPT);
  });

  test("files behind a link in place of the artifacts", async () => {
    const bench = await openBench();
    bench.add("one", { daysAgo: 1 });
    const elsewhere = join(bench.config.home, "elsewhere");
    write(join(elsewhere, "linked/precious"), 1);
    bench.add("linked", { daysAgo: 40 });
    const other = join(bench.config.home, "other");
    mkdirSync(join(other, ".loam"), { recursive: true });
    symlinkSync(elsewhere, join(other, ".loam/artifacts"));
    bench.state.database.prepare("UPDATE runs SET work_dir = ? WHERE id = 'linked'").run(other);
    expect(await bench.prune()).toEqual(["linked"]);
    expect(existsSync(join(elsewhere, "linked/precious"))).toBe(true);
  });
});

test("removes runs of an HQ that revoked the worker like any others", async () => {
  const bench = await openBench();
  bench.add("over", { daysAgo: 30, workerId: "w" });
  bench.add("begun", { daysAgo: 30, workerId: "w", reported: "running" });
  bench.add("recent", { daysAgo: 29, workerId: "w" });
  expect(await bench.prune()).toEqual([]);
  revokeLink(bench.state, "w", NOW);
  expect(await bench.prune()).toEqual(["begun", "over"]);
  expect(bench.isThere("recent")).toEqual(KEPT);
});

test("removes a run whose end HQ has received like any other", async () => {
  const bench = await openBench();
  bench.add("told", { daysAgo: 30, state: "lost", workerId: "w", reported: "lost" });
  expect(await bench.prune()).toEqual(["told"]);
  const reports = bench.state.database.prepare("SELECT * FROM run_reports").all();
  expect(reports).toEqual([]);
});

test("removes a directory created for one run if nothing else is in it", async () => {
  const bench = await openBench();
  for (const id of ["empty", "full"]) {
    bench.add(id, { daysAgo: 30 });
    const own = join(bench.config.home, "projects/runs", id);
    write(join(own, ".loam/artifacts", id, "report"), 1);
    bench.state.database.prepare("UPDATE runs SET work_dir = ? WHERE id = ?").run(own, id);
  }
  const folder = join(bench.config.home, "projects/runs");
  write(join(folder, "full/result"), 1);
  expect(await bench.prune()).toEqual(["empty", "full"]);
  expect(existsSync(join(folder, "empty"))).toBe(false);
  expect(existsSync(join(folder, "full/result"))).toBe(true);
});

test("completes an interrupted removal and continues with other runs", async () => {
  const bench = await openBench();
  bench.add("half", { daysAgo: 31 });
  bench.add("other", { daysAgo: 31 });
  // The state after a kill between removing the files and the row.
  bench.state.database.exec(
    "CREATE TRIGGER half BEFORE DELETE ON runs WHEN old.id = 'half' BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  expect(await bench.prune()).toEqual(["other"]);
  expect(bench.errors).toHaveLength(1);
  expect(bench.isThere("half")).toEqual({ row: true, log: false, artifacts: false });
  bench.state.database.exec("DROP TRIGGER half");
  expect(await bench.prune()).toEqual(["half"]);
  expect(bench.isThere("half")).toEqual(GONE);
});
