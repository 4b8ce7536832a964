import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

export interface KilledChild {
  /** Lines the child wrote to standard output before it died. */
  readonly acknowledged: readonly string[];
  /** Whether it was killed; false if it ended before. */
  readonly killed: boolean;
  /** Its standard error. */
  readonly errors: string;
}

export interface KillOptions {
  readonly args?: readonly string[];
  /** Milliseconds from the acknowledgement that is waited for to the kill. */
  readonly afterMs: number;
  /** Number of acknowledgements to wait for. @default 1 */
  readonly afterLines?: number;
  /** @default 2 minutes; a child that acknowledges too little is killed and reported as an error */
  readonly timeoutMs?: number;
}

/**
 * Runs a TypeScript program that writes a line after each thing that must not be lost, kills it with `kill -9` during
 * its work, and returns the lines. The child reads the packages' sources, as tests do.
 */
export async function runAndKill(
  program: string,
  { args = [], afterMs, afterLines = 1, timeoutMs = 120_000 }: KillOptions,
): Promise<KilledChild> {
  const child = spawn(process.execPath, ["-C", "@loam/source", program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const acknowledged: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const started = new Promise<true>((resolve) => {
    lines.on("line", (line) => {
      if (acknowledged.push(line) === afterLines) resolve(true);
    });
  });
  const drained = once(lines, "close");
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const ended = once(child, "exit");

  const outcome = await Promise.race([
    started,
    ended.then(() => false),
    sleep(timeoutMs, false, { ref: false }),
  ]);
  if (outcome) await Promise.race([sleep(afterMs), ended]);
  const killed = child.kill("SIGKILL");
  await Promise.all([ended, drained]);
  if (!outcome) throw new Error(`${program} acknowledged too little: ${errors}`);
  return { acknowledged, killed, errors };
}
