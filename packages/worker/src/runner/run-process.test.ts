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

test("a program that does not obey is killed", async () => {
  const abort = new AbortController();
  const deaf = await job("trap '' TERM; echo deaf; while :; do sleep 1; done", {
    signal: abort.signal,
    output: () => abort.abort(),
    graceMs: 10,
  });
  expect(await runProcess(deaf)).toEqual({ kind: "cancelled" });
});

test("one that was cancelled before it began is not started", async () => {
  const late = await job("exit 7", { signal: AbortSignal.abort() });
  expect(await runProcess(late)).toEqual({ kind: "cancelled" });
});

test("one that does not read its input, or closes its output, ends as it says", async () => {
  const unread = await job("exec <&- >&- 2>&-; exit 7", { input: "x".repeat(1_000_000) });
  expect(await runProcess(unread)).toEqual({ kind: "exited", exitCode: 7 });
});

test("one that is ended by a signal says by which", async () => {
  expect(await runProcess(await job("kill -SEGV $$"))).toEqual({
    kind: "killed",
    signal: "SIGSEGV",
  });
});

test("one that could not be noted is ended: after a restart nobody would find it", async () => {
  let begun = 0;
  const unnoted = await job("exec sleep 1000", {
    started(pid) {
      begun = pid;
      throw new Error("full");
    },
  });
  await expect(runProcess(unnoted)).rejects.toThrow("full");
  expect(() => process.kill(begun, 0)).toThrow("ESRCH");
});
