import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { hqServer, type HqServer } from "./hq-process.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Several `hq start` on one data folder and one database; some of them may not run at the moment. */
export interface HqCluster {
  /** Asks any process; undefined when it was not there or ended meanwhile, so that nobody knows what it did. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Answer | undefined>;
  readonly running: () => readonly HqServer[];
  /** Kills a process without warning. */
  readonly kill: (victim: HqServer | undefined) => Promise<void>;
  /** Kills any process without warning, and starts another in its place after a while. */
  readonly killOne: (awayMs: number) => Promise<void>;
  /** What all processes wrote to standard error, also those that were killed. */
  readonly errors: () => string;
}

export async function startCluster(
  size: number,
  options: { readonly folder: string; readonly env: Readonly<Record<string, string>> },
): Promise<HqCluster> {
  const started: HqServer[] = await Promise.all(
    Array.from({ length: size }, () => hqServer(options)),
  );
  let servers: readonly HqServer[] = started;
  const any = (): HqServer | undefined => servers[randomInt(servers.length)];
  const kill: HqCluster["kill"] = async (victim) => {
    servers = servers.filter((server) => server !== victim);
    await victim?.stop("SIGKILL");
  };
  return {
    kill,
    running: () => servers,
    errors: () => started.map((server) => server.errors()).join(""),
    async ask(path, init) {
      try {
        const response = await fetch(`${any()?.url}${path}`, init);
        const text = await response.text();
        return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
      } catch {
        return undefined;
      }
    },
    async killOne(awayMs) {
      await kill(any());
      await delay(awayMs);
      const next = await hqServer(options);
      started.push(next);
      servers = [...servers, next];
    },
  };
}
