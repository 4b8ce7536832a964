import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { DemoError } from "./demo-error.ts";
import { ROOT } from "./read-settings.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export interface Program {
  /** Description for messages: "import the content". */
  readonly name: string;
  /** A script and its arguments, run with this Node. */
  readonly args: readonly string[];
  readonly env?: Variables;
  readonly cwd?: string;
  /** Standard input. */
  readonly input?: string;
}

/** Only the end of the output is shown on failure. */
const KEPT_CHARACTERS = 4000;

/** All running processes, so that none outlives the demo. */
const running = new Set<ChildProcess>();

// Kill the process group, so that workers of a build end as well.
process.on("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});

/**
 * Runs a process and returns its standard output.
 *
 * @throws DemoError with its standard error or output if it fails.
 */
export async function runProgram(program: Program): Promise<string> {
  const { child, ended, output } = start(program);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const code = await ended;
  if (code === 0) return text;
  // A command reports errors in one line, a build in its output.
  const said = output().trim() || text.slice(-KEPT_CHARACTERS).trim();
  throw new DemoError(said || `Could not ${program.name}: it ended with ${code}.`);
}

export interface Running {
  /** Resolves when the process ends for any reason. */
  readonly ended: Promise<number | string>;
  /** The end of its output. */
  output(): string;
  /** Stops the process and waits until it has ended. */
  stop(): Promise<void>;
}

/** Starts a process that runs until it is stopped. */
export function startProgram(program: Program): Running {
  const { child, ended, output } = start(program);
  child.stdout?.resume();
  return {
    ended,
    output,
    async stop() {
      child.kill("SIGTERM");
      const late = setTimeout(() => signalGroup(child, "SIGKILL"), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}

function start({ args, env = {}, cwd = ROOT, input }: Program): {
  child: ChildProcess;
  ended: Promise<number | string>;
  output: () => string;
} {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    // Use a separate group, so that Ctrl-C only reaches the demo, which then stops the others in order.
    detached: true,
  });
  running.add(child);
  child.stdin?.end(input);
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    words = (words + chunk).slice(-KEPT_CHARACTERS);
  });
  const ended = once(child, "close").then(([code, signal]: (number | string | null)[]) => {
    running.delete(child);
    return code ?? signal ?? "unknown";
  });
  return { child, ended, output: () => words };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has already ended.
  }
}
