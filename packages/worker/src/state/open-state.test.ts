import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { addLink, lastRevoked, handleOnce, lastHandled, listLinks, revokeLink } from "./links.ts";
import { openState, type WorkerState } from "./open-state.ts";
import { addRun, changeRun, listActiveRuns, readRun } from "./runs.ts";

function open(folder: string): WorkerState {
  const state = openState(folder);
  onTestFinished(() => state.close());
  return state;
}

const LINK = {
  workerId: "waaaaaaaaaaaaaaaaaaa",
  hqUrl: "https://hq.example",
  workspaceId: "w1",
  workspaceName: "Main",
  sealedKey: "sealed",
  createdAt: "2026-11-20T09:30:00.000Z",
};

test("is readable only by its owner and unchanged when reopened", async () => {
  const folder = join(await temporaryFolder("worker-state"), "made");
  const first = openState(folder);
  addLink(first, LINK);
  for (const name of ["", "worker.db", "worker.db-wal"]) {
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
  }
  first.close();
  expect(listLinks(open(folder))).toEqual([LINK]);
});

test("leaves a state changed by a newer version unchanged", async () => {
  const folder = await temporaryFolder("worker-state");
  openState(folder).close();
  const database = new DatabaseSync(join(folder, "worker.db"));
  database.exec("INSERT INTO migrations VALUES (999)");
  database.close();
  expect(() => openState(folder)).toThrow(expect.objectContaining({ code: "data_format_newer" }));
});

test("reports a file that is not a database with advice", async () => {
  const folder = await temporaryFolder("worker-state");
  openState(folder).close();
  const state = new DatabaseSync(join(folder, "worker.db"));
  state.close();
  expect(() => openState(join(folder, "worker.db"))).toThrow(
    expect.objectContaining({ code: "data_dir_unusable" }),
  );
});

test("rolls back a failed write", async () => {
  const state = open(await temporaryFolder("worker-state"));
  const failing = (): void =>
    state.write(() => {
      addLink(state, LINK);
      throw new Error("cut");
    });
  expect(failing).toThrow("cut");
  expect(listLinks(state)).toEqual([]);
});

test("replaces an earlier registration in a workspace and removes a revoked one", async () => {
  const state = open(await temporaryFolder("worker-state"));
  addLink(state, LINK);
  addLink(state, { ...LINK, workerId: "wother" });
  addLink(state, { ...LINK, workerId: "wthird", workspaceId: "w2" });
  expect(listLinks(state).map(({ workerId }) => workerId)).toEqual(["wother", "wthird"]);
  revokeLink(state, "wother", new Date("2100-01-01"));
  expect(listLinks(state).map(({ workerId }) => workerId)).toEqual(["wthird"]);
  expect(lastRevoked(state)).toBeUndefined();
  revokeLink(state, "wthird", new Date("2100-01-02"));
  expect(lastRevoked(state)).toMatchObject({ workerId: "wthird" });
});

test("runs a command once, however often it arrives, and does not record a failed one", async () => {
  const state = open(await temporaryFolder("worker-state"));
  addLink(state, LINK);
  const done: number[] = [];
  const handle = (sequence: number): boolean =>
    handleOnce(state, { workerId: LINK.workerId, sequence }, () => done.push(sequence));
  expect([handle(1), handle(1), handle(2), handle(1)]).toEqual([true, false, true, false]);
  const failing = { workerId: LINK.workerId, sequence: 3 };
  expect(() =>
    handleOnce(state, failing, () => {
      throw new Error("disk full");
    }),
  ).toThrow("disk full");
  expect(done).toEqual([1, 2]);
  expect(lastHandled(state, LINK.workerId)).toBe(2);
});

test("keeps an ended run unchanged and never reuses its id", async () => {
  const state = open(await temporaryFolder("worker-state"));
  const run = {
    id: "raaaaaaaaaaaaaaaaaaa",
    state: "queued",
    request: "{}",
    workspaceId: "",
    items: "[]",
    createdAt: "2026-11-20T09:30:00.000Z",
  } as const;
  expect([addRun(state, run), addRun(state, run)]).toEqual([true, false]);
  expect(changeRun(state, run.id, { state: "running", startedAt: run.createdAt })).toBe(true);
  expect(listActiveRuns(state)).toHaveLength(1);
  expect(changeRun(state, run.id, { state: "failed", exitCode: 3, reason: "exit 3" })).toBe(true);
  expect(changeRun(state, run.id, { state: "lost" })).toBe(false);
  expect(addRun(state, run)).toBe(false);
  expect(readRun(state, run.id)).toEqual({
    ...run,
    state: "failed",
    startedAt: run.createdAt,
    exitCode: 3,
    reason: "exit 3",
  });
  expect(listActiveRuns(state)).toEqual([]);
});

test("reports a full disk as such and leaves nothing", async () => {
  const state = open(await temporaryFolder("worker-state"));
  state.database.exec("PRAGMA max_page_count = 1");
  const name = "x".repeat(100_000);
  expect(() => addLink(state, { ...LINK, workspaceName: name })).toThrow(
    expect.objectContaining({ code: "insufficient_storage" }),
  );
  expect(listLinks(state)).toEqual([]);
});

test("makes the second of two writers wait and reports a timeout", async () => {
  const folder = await temporaryFolder("worker-state");
  const [one, other] = [open(folder), open(folder)];
  other.database.exec("PRAGMA busy_timeout = 1");
  const wait = (): void => one.write(() => addLink(other, LINK));
  expect(wait).toThrow(expect.objectContaining({ code: "unavailable" }));
  addLink(other, LINK);
  expect(listLinks(one)).toHaveLength(1);
});
