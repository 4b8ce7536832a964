import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { runHq } from "../../../packages/hq/src/cli/run-hq.ts";
import { databaseEnvironment } from "./hq-database.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const BIN = join(ROOT, "packages/hq/src/bin.ts");

/** Compile cache shared by all processes. */
const COMPILED = join(ROOT, "node_modules/.cache/loam/compiled");

export interface HqProcessOptions {
  /** Working directory, where `.env` and relative folders are resolved. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface HqResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs an `hq` command to its end with an isolated environment. It runs in this process, which has its modules loaded;
 * use `hqProcess` for tests that need a separate process.
 */
export async function hq(
  args: readonly string[],
  { folder, env = {}, input = "" }: HqProcessOptions,
): Promise<HqResult> {
  const written = { out: [] as Uint8Array[], err: "" };
  const code = await runHq(args, {
    environment: { LOAM_DATA: "data", ...(await databaseEnvironment(folder)), ...env },
    folder,
    input: () => Promise.resolve(input),
    out: (part) => void written.out.push(Buffer.from(part)),
    async pipe(bytes) {
      for await (const part of bytes) written.out.push(part);
    },
    err: (part) => void (written.err += part),
    onStop: () => () => undefined,
  });
  return { code, out: Buffer.concat(written.out).toString(), err: written.err };
}

/** Like `hq`, in a separate process. */
export async function hqProcess(
  args: readonly string[],
  { folder, env = {}, input = "" }: HqProcessOptions,
): Promise<HqResult> {
  const { child, ended } = await startHqProcess(args, { folder, env });
  child.stdin?.end(input);
  return ended;
}

/** Like `hqProcess`, with standard input left open. */
export async function startHqProcess(
  args: readonly string[],
  { folder, env = {} }: Omit<HqProcessOptions, "input">,
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<HqResult> }> {
  const child = spawnHq(args, folder, { ...(await databaseEnvironment(folder)), ...env });
  // The process may not read its input.
  child.stdin.on("error", () => undefined);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return {
    child,
    ended: ended.then(([out, err, [code]]) => ({
      code: typeof code === "number" ? code : null,
      out,
      err,
    })),
  };
}

export interface HqServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends a signal and waits for the exit code or the ending signal. */
  stop(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** Returns the standard error so far. */
  errors(): string;
}

/**
 * Runs `hq start` on a free port until it responds; killed when the test ends.
 *
 * @param finished - Registers its cleanup, for a server shared by several tests.
 */
export async function hqServer(
  { folder, env = {} }: HqProcessOptions,
  finished: (end: () => Promise<void>) => void = onTestFinished,
): Promise<HqServer> {
  const standard = { LOAM_PORT: "0", ...(await databaseEnvironment(folder)) };
  const child = spawnHq(["start", "--json"], folder, { ...standard, ...env });
  const ended = once(child, "close");
  finished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => (errors += part));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([once(lines, "line"), ended.then(() => undefined)]);
  if (first === undefined) throw new Error(`hq start ended: ${errors}`);
  const { url } = JSON.parse(String(first[0]));
  return {
    url: String(url),
    child,
    async stop(signal) {
      child.kill(signal);
      const [code, endedBy] = await ended;
      return code ?? endedBy;
    },
    errors: () => errors,
  };
}

function spawnHq(args: readonly string[], folder: string, env: Readonly<Record<string, string>>) {
  return spawn(process.execPath, ["-C", "@loam/source", BIN, ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: COMPILED,
      LOAM_DATA: "data",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
}
