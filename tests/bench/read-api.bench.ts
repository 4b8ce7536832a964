import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import type { BenchRow } from "./bench-row.ts";
import { type Connections, CONNECTIONS, machineFactor } from "./read-api/peers.ts";
import { type PreparedSite, prepareSite } from "./read-api/prepare-site.ts";
import { type Question, questions } from "./read-api/questions.ts";
import {
  type BenchServer,
  startBare,
  settle,
  type StartedServer,
  startServer,
} from "./read-api/servers.ts";
import { createRandom, makePeople, makePosts, readWords } from "./support/query-posts.ts";

const ENTRIES = 10_000;
const SECONDS = 1;
const TURNS = 2;
const TIMES_BEST = 5;
const MAX_FIRST_ANSWER_MS = 3000;
const MAX_RSS_BYTES = 350 * 1024 * 1024;

/**
 * Measures HQ in a separate process over HTTP, alternating with a bare server that sends the same bytes. Both are
 * measured in CPU time.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-read-api-"));
  try {
    const random = createRandom(7);
    const words = readWords();
    const people = makePeople(words, random);
    const posts = makePosts(ENTRIES, { words, random, people });
    const site = await prepareSite(folder, { posts, people });
    const path = `/api/public/cms/${site.siteId}/posts`;
    // The first start writes the public files and indexes the working content.
    const first = await startServer(folder, { path, key: site.key });
    await settle(first);
    await first.close();
    const server = await startServer(folder, { path, key: site.key });
    try {
      await settle(server);
      return await measureAll(
        { folder, site, server },
        questions(words, random, { ...site, entries: ENTRIES }),
      );
    } finally {
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(bench: Bench, asked: readonly Question[]): Promise<readonly BenchRow[]> {
  const { server } = bench;
  const factor = machineFactor(await bareRate(bench));
  const rows: BenchRow[] = [];
  for (const question of asked) {
    for (const connections of CONNECTIONS) {
      rows.push(...rowsOf(await measure(bench, question, connections), factor));
    }
  }
  return [...rows, await unchangedRow(bench), ...startRows(server)];
}

/**
 * Returns the best rate of a bare server with one entry and 32 parallel requests, because a faster machine raises the
 * targets derived from peers.
 */
async function bareRate({ folder, site, server }: Bench): Promise<number> {
  const url = `${server.url}/api/public/cms/${site.siteId}/posts/post-a-77`;
  const bare = await startBare(await saveAnswer(folder, url, site.key));
  try {
    const rates: number[] = [];
    const asked = { path: () => "/", connections: 32, headers: { "x-cms-api-key": site.key } };
    for (let turn = 0; turn <= TURNS; turn += 1) rates.push(rateOf([await load(bare, asked)]));
    return Math.max(...rates);
  } finally {
    await bare.close();
  }
}

interface Bench {
  readonly folder: string;
  readonly site: PreparedSite;
  readonly server: StartedServer;
}

async function measure(
  { server, site, folder }: Bench,
  question: Question,
  connections: Connections,
): Promise<Measured> {
  const { path } = question;
  const headers = { "x-cms-api-key": site.key };
  const bare = await startBare(await saveAnswer(folder, `${server.url}${path()}`, site.key));
  try {
    const own: Load[] = [];
    const floors: Load[] = [];
    const asked = { path, connections, headers };
    // Warm up both, because they are JIT-compiled while they respond.
    for (const one of [bare, server]) await load(one, asked);
    for (let turn = 0; turn < TURNS; turn += 1) {
      floors.push(await load(bare, asked));
      own.push(await load(server, asked));
    }
    return { question, connections, own: rateOf(own), bare: rateOf(floors) };
  } finally {
    await bare.close();
  }
}

/** Stores the response of a URL in a file. */
async function saveAnswer(folder: string, url: string, key: string): Promise<string> {
  const headers = { "x-cms-api-key": key, "accept-encoding": "identity" };
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} is answered ${answer.status}`);
  const file = join(folder, "answer.json");
  await writeFile(file, await answer.bytes());
  return file;
}

interface Loading {
  readonly path: () => string;
  readonly connections: number;
  readonly headers: Readonly<Record<string, string>>;
}

interface Load {
  readonly answers: number;
  readonly cpuSeconds: number;
}

/** Returns the number of responses and the server's CPU time. */
async function load(server: BenchServer, { path, connections, headers }: Loading): Promise<Load> {
  const { url } = server;
  const began = server.cpuSeconds();
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers: { ...headers },
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  });
  if (result.errors > 0) throw new Error(`${result.errors} requests got no answer`);
  return { answers: result.requests.total, cpuSeconds: server.cpuSeconds() - began };
}

/** Returns responses per second of one busy core. */
function rateOf(loads: readonly Load[]): number {
  const sum = (of: keyof Load): number => loads.reduce((all, one) => all + one[of], 0);
  return sum("answers") / sum("cpuSeconds");
}

interface Measured {
  readonly question: Question;
  readonly connections: Connections;
  readonly own: number;
  readonly bare: number;
}

/** @param factor speed of this machine relative to the one used for the peers */
function rowsOf(
  { question, connections, own, bare }: Measured,
  factor: number,
): readonly BenchRow[] {
  const { what, share, best } = question;
  const row = (floor: number, least: number, of: string): BenchRow => ({
    what: `${what}, ${connections} at once; floor: ${of}`,
    value: own,
    unit: "answers/s",
    floor,
    ratio: own / floor,
    target: `≥ ${least} × floor`,
    met: own / floor >= least,
  });
  const rows = share === undefined ? [] : [row(bare, share, "bare node:http")];
  if (best === undefined) return rows;
  const rate = best.rates[connections];
  const of = `${best.who}, ${rate}/s elsewhere × ${factor.toFixed(2)} as fast a machine`;
  return [...rows, row(rate * factor, TIMES_BEST, of)];
}

/** Compares a conditional request for a published file with an unconditional one. */
async function unchangedRow({ server, site }: Bench): Promise<BenchRow> {
  const path = (): string => `/public/${site.siteId}/api/posts/post-a-77.json`;
  const { headers } = await fetch(`${server.url}${path()}`, {
    headers: { "accept-encoding": "identity" },
  });
  const known = { "if-none-match": headers.get("etag") ?? "" };
  const [whole, unchanged]: [Load[], Load[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    whole.push(await load(server, { path, connections: 32, headers: {} }));
    unchanged.push(await load(server, { path, connections: 32, headers: known }));
  }
  const [value, floor] = [rateOf(unchanged), rateOf(whole)];
  return {
    what: "published file that is known, 32 at once; floor: the whole file",
    value,
    unit: "answers/s",
    floor,
    ratio: value / floor,
    target: "> 1 × the whole file",
    met: value > floor,
  };
}

function startRows(server: StartedServer): readonly BenchRow[] {
  const rss = server.rss();
  return [
    {
      what: `start with ${ENTRIES} entries to the first right answer`,
      value: server.firstAnswerMs,
      unit: "ms",
      target: `≤ ${MAX_FIRST_ANSWER_MS} ms`,
      met: server.firstAnswerMs <= MAX_FIRST_ANSWER_MS,
    },
    {
      what: "processor time of that start",
      value: server.firstAnswerCpuMs,
      unit: "ms",
    },
    {
      what: "resident memory after all of this",
      value: rss / 1024 / 1024,
      unit: "MB",
      target: "≤ 350 MB",
      met: rss <= MAX_RSS_BYTES,
    },
  ];
}
