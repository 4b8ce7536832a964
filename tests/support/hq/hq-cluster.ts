import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { hqServer, type HqServer } from "./hq-process.ts";

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Several `hq start` processes with a shared data folder and database; some may be stopped. */
export interface HqCluster {
  /** Sends a request to any process; undefined if it was stopped or ended meanwhile, so the effect is unknown. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Answer | undefined>;
  readonly running: () => readonly HqServer[];
  /** Kills a process without warning. */
  readonly kill: (victim: HqServer | undefined) => Promise<void>;
  /** Kills a random process without warning, and starts a replacement after a while. */
  readonly killOne: (awayMs: number) => Promise<void>;
  /** Returns the standard error of all processes, including killed ones. */
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
