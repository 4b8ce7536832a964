import { expect, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { runProcess, type ProcessJob } from "./run-process.ts";

async function job(script: string, over: Partial<ProcessJob> = {}): Promise<ProcessJob> {
  return {
    runId: `r${Math.random().toString(36).slice(2)}`,
    argv: ["/bin/sh", "-c", script],
    input: "",
    folder: await temporaryFolder("process"),
    environment: { PATH: process.env["PATH"] ?? "" },
    limits: { seconds: 1000, outputBytes: 1_000_000 },
    signal: new AbortController().signal,
    started: () => undefined,
    output: () => undefined,
    ...over,
  };
}

test("kills a process that ignores termination", async () => {
  const abort = new AbortController();
  const deaf = await job("trap '' TERM; echo deaf; while :; do sleep 1; done", {
    signal: abort.signal,
    output: () => abort.abort(),
    graceMs: 10,
  });
  expect(await runProcess(deaf)).toEqual({ kind: "cancelled" });
});

test("does not start a canceled process", async () => {
  const late = await job("exit 7", { signal: AbortSignal.abort() });
  expect(await runProcess(late)).toEqual({ kind: "cancelled" });
});

test("returns the exit code of a process that ignores its input or closes its output", async () => {
  const unread = await job("exec <&- >&- 2>&-; exit 7", { input: "x".repeat(1_000_000) });
  expect(await runProcess(unread)).toEqual({ kind: "exited", exitCode: 7 });
});

test("returns the signal that ended a process", async () => {
  expect(await runProcess(await job("kill -SEGV $$"))).toEqual({
    kind: "killed",
    signal: "SIGSEGV",
  });
});

test("kills a process that could not be recorded, because a restart would not find it", async () => {
  let started = 0;
  const unnoted = await job("exec sleep 1000", {
    started(pid) {
      started = pid;
      throw new Error("full");
    },
  });
  await expect(runProcess(unnoted)).rejects.toThrow("full");
  expect(() => process.kill(started, 0)).toThrow("ESRCH");
});
