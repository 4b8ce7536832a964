import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { askToEnd, killStrays, signalGroup } from "./process-tree.ts";

/** A command to run with all processes that it starts. */
export interface ProcessJob {
  readonly runId: string;
  readonly argv: readonly [string, ...string[]];
  readonly input: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly limits: RunLimits;
  /** Cancels it. */
  readonly signal: AbortSignal;
  /** Called with the PID. If it throws, the process is killed and the error rethrown. */
  readonly started: (pid: number) => void;
  readonly output: (chunk: Buffer, stream: "stdout" | "stderr") => void;
  /** Ends remaining processes in ways that only the isolation knows. */
  readonly ended?: () => Promise<void>;
  /** How long processes have to clean up. @default 5000 */
  readonly graceMs?: number;
}

export interface RunLimits {
  readonly seconds: number;
  readonly outputBytes: number;
}

/** How it ended. */
export type ProcessEnd =
  | { readonly kind: "exited"; readonly exitCode: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "timed_out" | "cancelled" | "too_much_output" }
  | { readonly kind: "not_started"; readonly reason: string };

type Stop = "timed_out" | "cancelled" | "too_much_output";

/** Limits the wait for a hidden process that holds a pipe open. */
const DRAIN_MS = 500;

/**
 * Runs a command in its own process group. Once this resolves, nothing that it started is alive, and all its output was
 * passed to `output`, up to the limit.
 */
export async function runProcess(job: ProcessJob): Promise<ProcessEnd> {
  if (job.signal.aborted) return { kind: "cancelled" };
  const [program, ...args] = job.argv;
  const child = spawn(program, args, {
    cwd: job.folder,
    env: job.environment,
    detached: true,
    stdio: "pipe",
  });
  const { pid } = child;
  if (pid === undefined) return notStarted(child, program);
  const exited = once(child, "exit");
  try {
    job.started(pid);
  } catch (error) {
    // A process that couldn't be recorded must not continue, because it wouldn't be found after a restart.
    signalGroup(pid, "SIGKILL");
    await exited;
    throw error;
  }
  const closed = once(child, "close");
  const stop = stopper(child, { pid, ...job }, exited);
  // A command that doesn't read its instructions breaks the pipe; its exit code explains why.
  child.stdin.on("error", () => undefined);
  child.stdin.end(job.input);
  const [exitCode, signal]: unknown[] = await exited;
  stop.clear();
  signalGroup(pid, "SIGKILL");
  await killStrays(job.runId);
  await job.ended?.();
  await Promise.race([closed, wait(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const reason = stop.reason();
  if (reason !== undefined) return { kind: reason };
  return typeof exitCode === "number"
    ? { kind: "exited", exitCode }
    : { kind: "killed", signal: String(signal) };
}

async function notStarted(
  child: ChildProcessWithoutNullStreams,
  program: string,
): Promise<ProcessEnd> {
  const [error]: unknown[] = await once(child, "error");
  const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
  const reason = isMissing
    ? `The command ${program} is not in the PATH of the run, or its directory no longer exists.`
    : `${program} could not be started: ${error instanceof Error ? error.message : String(error)}`;
  return { kind: "not_started", reason };
}

/** Ends the command if it is canceled, times out, or prints too much. */
function stopper(
  child: ChildProcessWithoutNullStreams,
  { pid, limits, signal, output, graceMs = 5000 }: ProcessJob & { readonly pid: number },
  exited: Promise<unknown>,
): { readonly reason: () => Stop | undefined; readonly clear: () => void } {
  let stopped: Stop | undefined;
  let outputBytes = 0;
  const stop = (reason: Stop): void => {
    if (stopped !== undefined) return;
    stopped = reason;
    askToEnd(pid);
    void Promise.race([exited, wait(graceMs, undefined, { ref: false })]).then(() =>
      signalGroup(pid, "SIGKILL"),
    );
  };
  const take = (stream: "stdout" | "stderr") => (chunk: Buffer) => {
    const left = limits.outputBytes - outputBytes;
    outputBytes += chunk.length;
    if (left > 0) output(chunk.subarray(0, left), stream);
    if (outputBytes > limits.outputBytes) stop("too_much_output");
  };
  child.stdout.on("data", take("stdout"));
  child.stderr.on("data", take("stderr"));
  const timer = setTimeout(() => stop("timed_out"), Math.min(limits.seconds * 1000, 2 ** 31 - 1));
  const cancel = (): void => stop("cancelled");
  signal.addEventListener("abort", cancel, { once: true });
  return {
    reason: () => stopped,
    clear() {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    },
  };
}
