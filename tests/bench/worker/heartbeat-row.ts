import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findWorkspace, openHq, parseConfig } from "@loam/hq";
import { makeToken } from "../../../packages/hq/src/platform/secrets/secret-token.ts";
import type { BenchRow } from "../bench-row.ts";
import { type PreparedSite, prepareSite } from "../read-api/prepare-site.ts";
import { settle, type StartedServer, startServer } from "../read-api/servers.ts";
import { createRandom, makePeople, makePosts, readWords } from "../support/query-posts.ts";

const WORKERS = 1000;
const A_SECOND = 1000;
const ENTRIES = 1000;
const TURNS = 5;
const SECONDS = 3;
/** Interval of the reader's requests. */
const EVERY_MS = 4;

/**
 * Measures the effect of many workers' polls on a reader of the same HQ: the median read time with and without them,
 * alternating. HQ, the workers, and the reader are separate processes.
 */
export async function measureHeartbeats(): Promise<BenchRow> {
  const folder = await mkdtemp(join(tmpdir(), "loam-bench-heartbeats-"));
  const random = createRandom(7);
  const words = readWords();
  const people = makePeople(words, random);
  const site = await prepareSite(folder, {
    posts: makePosts(ENTRIES, { words, random, people }),
    people,
  });
  const keys = join(folder, "keys.json");
  await writeFile(keys, JSON.stringify(await addWorkers(folder)));
  const path = `/api/public/cms/${site.siteId}/posts`;
  const server = await startServer(folder, { path, key: site.key, entries: ENTRIES });
  try {
    await settle(server);
    return await measureRow(server, site, keys);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface BenchWorker {
  readonly key: string;
  readonly instance: string;
}

/** Creates workers directly, because HQ limits registrations per minute. */
async function addWorkers(folder: string): Promise<readonly BenchWorker[]> {
  const hq = await openHq(parseConfig({ LOAM_LOG_LEVEL: "silent" }, folder));
  try {
    const { id: workspace_id } = await findWorkspace(hq.database, undefined);
    const at = new Date().toISOString();
    const workers = Array.from({ length: WORKERS }, (_, number) => {
      const { text, hash } = makeToken("wrk");
      const row = { id: `w${number}`, workspace_id, name: `w${number}`, created_at: at };
      return {
        row: { ...row, key_hash: hash, registered_at: at },
        worker: { key: text, instance: randomUUID() },
      };
    });
    for (const { row } of workers) await hq.database.insertInto("workers").values(row).execute();
    return workers.map(({ worker }) => worker);
  } finally {
    await hq.close();
  }
}

async function measureRow(
  server: StartedServer,
  { siteId, key }: PreparedSite,
  keys: string,
): Promise<BenchRow> {
  const url = `${server.url}/api/public/cms/${siteId}/posts?limit=10`;
  const alone: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const [one, other] = [
      await read(url, key),
      await readBeside(server.url, keys, () => read(url, key)),
    ];
    // The first round warms up.
    if (turn === 0) continue;
    alone.push(...one);
    beside.push(...other);
  }
  const [floor, value] = [medianOf(alone), medianOf(beside)];
  return {
    what: `read, beside ${A_SECOND} polls a second; floor: alone`,
    value,
    unit: "ms",
    floor,
    ratio: value / floor,
    target: "≤ 1.05 × floor",
    met: value <= floor * 1.05,
  };
}

async function readBeside(
  url: string,
  keys: string,
  work: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const program = join(import.meta.dirname, "send-heartbeats.ts");
  const child = spawn(process.execPath, [program, url, keys, String(A_SECOND)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    // The child reports that it sends at the full rate.
    await once(child.stdout, "data");
    return await work();
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

async function read(url: string, key: string): Promise<readonly number[]> {
  const times: number[] = [];
  const headers = { "x-cms-api-key": key };
  for (const until = performance.now() + SECONDS * 1000; performance.now() < until;) {
    const begin = performance.now();
    await (await fetch(url, { headers })).arrayBuffer();
    times.push(performance.now() - begin);
    await pause(EVERY_MS);
  }
  return times;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}
