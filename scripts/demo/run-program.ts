import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { DemoError } from "./demo-error.ts";
import { ROOT } from "./read-settings.ts";

type Variables = Readonly<Record<string, string | undefined>>;

export interface Program {
  /** What it does, for messages: "import the content". */
  readonly name: string;
  /** A script, and its arguments; run with this same Node. */
  readonly args: readonly string[];
  readonly env?: Variables;
  readonly cwd?: string;
  /** What it reads from its standard input. */
  readonly input?: string;
}

/** The last words of a program are shown when it fails, and no more. */
const KEPT_CHARACTERS = 4000;

/** Every program that runs now, so that none outlives the demo. */
const running = new Set<ChildProcess>();

// The group and not the process: a builder's own workers end with it.
process.on("exit", () => {
  for (const child of running) signalGroup(child, "SIGKILL");
});

/**
 * Runs a program to its end and returns what it wrote to its standard output.
 *
 * @throws DemoError with what it wrote to its standard error, or to its output, when it fails.
 */
export async function runProgram(program: Program): Promise<string> {
  const { child, ended, output } = start(program);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const code = await ended;
  if (code === 0) return text;
  // A command says in one line what is wrong; a builder says it in its output.
  const said = output().trim() || text.slice(-KEPT_CHARACTERS).trim();
  throw new DemoError(said || `Could not ${program.name}: it ended with ${code}.`);
}

export interface Running {
  /** Settles when it ends, whoever ended it. */
  readonly ended: Promise<number | string>;
  /** What it wrote last. */
  output(): string;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

/** Starts a program that runs until it is stopped. */
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
    // A group of its own: Ctrl-C reaches the demo alone, which then ends the others in order.
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
    // It has ended.
  }
}
