import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { createPostgresDatabase } from "../support/postgres/postgres-database.ts";
import { type PostgresProgram, runPostgres } from "../support/postgres/postgres-program.ts";
import type { BenchRow } from "./bench-row.ts";
import { prepareSite, type PreparedSite } from "./read-api/prepare-site.ts";
import { type BenchServer, settle, startServer } from "./read-api/servers.ts";
import { cpuSecondsOfFamily } from "./support/cpu-time.ts";
import { loadHttp } from "./support/http-load.ts";
import { createRandom, makePeople, makePosts, pickWord, readWords } from "./support/query-posts.ts";

const ENTRIES = 10_000;
const CONNECTIONS = 64;
const SECONDS = 3;
const TURNS = 2;

/** Compares reads by two processes sharing a port with reads by one of them. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-two-processes-"));
  const postgresFolder = await mkdtemp(join(tmpdir(), "bench-postgres-"));
  const postgres = await runPostgres(postgresFolder);
  try {
    return await measureOn(postgres, folder);
  } finally {
    await postgres.stop();
    for (const one of [folder, postgresFolder]) await rm(one, { recursive: true, force: true });
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
  const asked: Asked = { site, search, database: postgres.pid };
  const servers = [await start()];
  try {
    // Measure the single process before and after, so that changes of the machine's load affect both.
    const before = await load(servers, asked);
    servers.push(await start());
    const two = [...(await load(servers, asked)), ...(await load(servers, asked))];
    await servers.pop()?.close();
    const one = [...before, ...(await load(servers, asked))];
    return rowsOf(one, two);
  } finally {
    for (const server of servers) await server.close();
    for (const drop of drops) await drop();
  }
}

interface Asked {
  readonly site: PreparedSite;
  /** Returns the path of the next search. */
  readonly search: () => string;
  /** Process id of PostgreSQL. */
  readonly database: number;
}

/** Number of responses, duration, and CPU time by process, in seconds. */
interface Load {
  readonly answers: number;
  readonly wall: number;
  readonly servers: number;
  readonly client: number;
  readonly database: number;
}

async function load(
  servers: readonly BenchServer[],
  { site, search, database }: Asked,
): Promise<readonly Load[]> {
  const [server] = servers;
  if (server === undefined) throw new Error("There is no server to ask.");
  const times = () => ({
    servers: servers.reduce((sum, one) => sum + one.cpuSeconds(), 0),
    client: process.cpuUsage(),
    database: cpuSecondsOfFamily(database),
  });
  const headers = { "x-cms-api-key": site.key };
  const loads: Load[] = [];
  const asking = { url: server.url, connections: CONNECTIONS, headers, path: search };
  // Warm up, because a server is JIT-compiled while it responds.
  await loadHttp({ ...asking, seconds: SECONDS });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const before = times();
    const { answers, seconds } = await loadHttp({ ...asking, seconds: SECONDS });
    const after = times();
    const { user, system } = process.cpuUsage(before.client);
    loads.push({
      answers,
      wall: seconds,
      servers: after.servers - before.servers,
      client: (user + system) / 1e6,
      database: after.database - before.database,
    });
  }
  return loads;
}

function rowsOf(one: readonly Load[], two: readonly Load[]): readonly BenchRow[] {
  const rate = (loads: readonly Load[], of: keyof Load): number =>
    total(loads, "answers") / total(loads, of);
  return [
    row(
      "searches by two processes behind one port; floor: by one",
      rate(two, "wall"),
      rate(one, "wall"),
    ),
    row(
      "the same, by what a core of its own would give each",
      2 * rate(two, "servers"),
      rate(one, "servers"),
    ),
    ...(["servers", "client", "database"] as const).map((of) => ({
      what: `processor time of an answer by two: ${of}; floor: by one`,
      value: 1e6 / rate(two, of),
      unit: "µs",
      floor: 1e6 / rate(one, of),
      ratio: rate(one, of) / rate(two, of),
    })),
  ];
}

function total(loads: readonly Load[], of: keyof Load): number {
  return loads.reduce((sum, one) => sum + one[of], 0);
}

function row(what: string, value: number, floor: number): BenchRow {
  return { what, value, unit: "answers/s", floor, ratio: value / floor };
}
