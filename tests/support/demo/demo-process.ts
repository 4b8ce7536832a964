import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
const DEMO = join(ROOT, "scripts/demo.ts");

export interface DemoCommand {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Output that marks it as started. @default the last line before it waits */
  readonly until?: string;
}

export interface DemoRun {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface RunningDemoProcess {
  readonly pid: number;
  /** Output until it was started. */
  readonly output: string;
  /** Sends Ctrl-C and returns the exit code. */
  interrupt(): Promise<number | null>;
}

/** Creates a folder on the checkout's disk, because Astro moves its build there. */
export async function newDemoFolder(): Promise<string> {
  const place = join(ROOT, "tests/.tmp");
  await mkdir(place, { recursive: true });
  return mkdtemp(join(place, "loam-demo-"));
}

/** Runs `npm run demo` to its end. */
export async function runDemo(command: DemoCommand): Promise<DemoRun> {
  const { child, said } = spawnDemo(command);
  await once(child, "close");
  return { code: child.exitCode, ...said };
}

/**
 * Runs `npm run demo` until it has printed that it is ready, or other expected output.
 *
 * @throws Error with its output if it exits before
 */
export async function startDemo(command: DemoCommand): Promise<RunningDemoProcess> {
  const { child, said } = spawnDemo(command);
  const closed = once(child, "close");
  await Promise.race([printed(child, command.until ?? "Ctrl-C"), closed]);
  if (child.exitCode !== null || child.pid === undefined) {
    throw new Error(`the demo ended with ${child.exitCode}: ${said.output}${said.errors}`);
  }
  return {
    pid: child.pid,
    output: said.output,
    async interrupt() {
      child.kill("SIGINT");
      await closed;
      return child.exitCode;
    },
  };
}

function printed(child: ChildProcess, wanted: string): Promise<void> {
  return new Promise((done) => {
    let text = "";
    child.stdout?.on("data", (chunk: string) => {
      text += chunk;
      if (text.includes(wanted)) done();
    });
  });
}

function spawnDemo({ args = [], env }: DemoCommand): {
  child: ChildProcess;
  said: { output: string; errors: string };
} {
  const child = spawn(process.execPath, [DEMO, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said.output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said.errors += chunk));
  return { child, said };
}
