import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { freePort } from "../support/free-port.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { type PostgresProgram, runPostgres } from "../support/postgres-program.ts";
import type { BenchRow } from "./bench-row.ts";
import { prepareSite, type PreparedSite } from "./read-api/prepare-site.ts";
import { type BenchServer, settle, startServer } from "./read-api/servers.ts";
import { createRandom, makePeople, makePosts, pickWord, readWords } from "./support/query-posts.ts";

const ENTRIES = 10_000;
const CONNECTIONS = 64;
const SECONDS = 3;
const TURNS = 3;
const TARGET = 1.7;

/** Reads answered by two processes that share a port, against those by one of them. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-two-processes-"));
  const postgres = await runPostgres(await mkdtemp(join(tmpdir(), "bench-postgres-")));
  try {
    return await measureOn(postgres, folder);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOn(postgres: PostgresProgram, folder: string): Promise<readonly BenchRow[]> {
  const drops: (() => Promise<void>)[] = [];
  const url = await createPostgresDatabase(postgres.url, { onEnd: (drop) => drops.push(drop) });
  const random = createRandom(5);
  const words = readWords();
  const people = makePeople(words, random);
  const posts = makePosts(ENTRIES, { words, random, people });
  const site = await prepareSite(folder, { posts, people }, { LOAM_DATABASE_URL: url });
  const env = {
    LOAM_DATABASE_URL: url,
    LOAM_SHARE_PORT: "yes",
    LOAM_PORT: String(await freePort()),
  };
  const path = `/api/public/cms/${site.siteId}/posts`;
  const start = async (): Promise<BenchServer> => {
    const server = await startServer(folder, { path, key: site.key, env });
    await settle(server);
    return server;
  };
  const search = (): string => `${path}?q=${pickWord(words, random)}+${pickWord(words, random)}`;
  const first = await start();
  const servers = [first];
  try {
    const one = await rate(servers, site, search);
    servers.push(await start());
    const two = await rate(servers, site, search);
    return [
      row("searches by two processes behind one port; floor: by one", two.wall, one.wall),
      row("the same, by what a core of its own would give each", two.cores, one.cores),
    ];
  } finally {
    for (const server of servers) await server.close();
    for (const drop of drops) await drop();
  }
}

interface Rate {
  /** Answers a second. */
  readonly wall: number;
  /** Answers a second of processor time of all processes, times their number. */
  readonly cores: number;
}

async function rate(
  servers: readonly BenchServer[],
  site: PreparedSite,
  path: () => string,
): Promise<Rate> {
  const [server] = servers;
  if (server === undefined) throw new Error("There is no server to ask.");
  const cpuSeconds = (): number => servers.reduce((sum, one) => sum + one.cpuSeconds(), 0);
  const before = cpuSeconds();
  let answers = 0;
  let seconds = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const result = await autocannon({
      url: server.url,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { "x-cms-api-key": site.key },
      requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
    });
    if (result.errors + result.non2xx > 0) throw new Error("Requests got no answer.");
    answers += result.requests.total;
    seconds += result.duration;
  }
  return {
    wall: answers / seconds,
    cores: (answers / (cpuSeconds() - before)) * servers.length,
  };
}

function row(what: string, value: number, floor: number): BenchRow {
  const ratio = value / floor;
  const target = `≥ ${TARGET} × one process`;
  return { what, value, unit: "answers/s", floor, ratio, target, met: ratio >= TARGET };
}
