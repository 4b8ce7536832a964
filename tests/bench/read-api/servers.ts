import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../support/free-port.ts";
import { cpuSecondsOf } from "../support/cpu-time.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** A server in a separate process. */
export interface BenchServer {
  readonly url: string;
  /** Resident memory, in bytes. */
  rss(): number;
  /** CPU time of the process in seconds, excluding other load. */
  cpuSeconds(): number;
  close(): Promise<void>;
}

export interface StartedServer extends BenchServer {
  readonly pid: number;
  readonly firstAnswerMs: number;
  readonly firstAnswerCpuMs: number;
}

/** Starts a bare server that sends the bytes of a file. */
export async function startBare(file: string): Promise<BenchServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-server.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return benchServer(child, `http://127.0.0.1:${String(line).trim()}`);
}

interface ServerOptions {
  readonly path: string;
  readonly key: string;
  /** Expected number of entries in the response at `path`. @default 10000 */
  readonly entries?: number;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts HQ, and measures the milliseconds until `path` returns the right response. */
export async function startServer(
  folder: string,
  { path, key, entries = 10_000, env }: ServerOptions,
): Promise<StartedServer> {
  const port = Number(env?.["LOAM_PORT"] ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "packages/hq/bin/hq.js"), "start"], {
    cwd: folder,
    env: {
      ...process.env,
      LOAM_PORT: String(port),
      // Published files contain media URLs, so another URL would cause all of them to be rewritten.
      LOAM_BASE_URL: "http://hq.test",
      LOAM_READ_LIMIT: "1000000",
      LOAM_LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  while (!(await isRight(`${url}${path}`, { key, entries }))) await pause(5);
  const server = benchServer(child, url);
  const [firstAnswerMs, firstAnswerCpuMs] = [performance.now() - start, server.cpuSeconds() * 1000];
  return { ...server, pid: child.pid ?? 0, firstAnswerMs, firstAnswerCpuMs };
}

/** Waits until a server has finished its background work after a start. */
export async function settle(server: BenchServer): Promise<void> {
  let before = server.cpuSeconds();
  for (;;) {
    await pause(SETTLE_MS);
    const now = server.cpuSeconds();
    if (now - before < SETTLED_CPU_SECONDS) return;
    before = now;
  }
}

const SETTLE_MS = 1000;
const SETTLED_CPU_SECONDS = 0.03;

async function isRight(
  url: string,
  { key, entries }: { readonly key: string; readonly entries: number },
): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { "x-cms-api-key": key } });
    return response.status === 200 && (await response.text()).includes(`"totalCount":${entries}`);
  } catch {
    return false;
  }
}

function benchServer(child: ChildProcess, url: string): BenchServer {
  return {
    url,
    rss() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    },
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    async close() {
      child.kill();
      await once(child, "exit");
    },
  };
}
