import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import type { BenchRow } from "./bench-row.ts";
import { type PreparedSite, prepareSite } from "./read-api/prepare-site.ts";
import {
  type BenchServer,
  startBare,
  settle,
  type StartedServer,
  startServer,
} from "./read-api/servers.ts";
import {
  CATEGORIES,
  createRandom,
  makePeople,
  makePosts,
  pickWord,
  type Random,
  readWords,
} from "./support/query-posts.ts";

const ENTRIES = 10_000;
const SECONDS = 1;
const TURNS = 2;
const HOT = 0.7;
const NEW = 0.1;
const TIMES_BEST = 20;
const MAX_FIRST_ANSWER_MS = 1000;
const MAX_RSS_BYTES = 350 * 1024 * 1024;

/** Something that clients ask for. */
interface Question {
  readonly what: string;
  /** Below the site; of a new question each is another one. */
  readonly path: () => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers a second of the best of Payload, Strapi and Directus; absent of what is asked again. */
  readonly best?: number;
  /** What of a bare server is to be reached; absent where only the peers count. */
  readonly share?: number;
}

/**
 * HQ in a process of its own, asked over HTTP by turns with a bare server that answers the same bytes.
 * Both are measured by their own processor time.
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
    // The first start writes the public files, and makes the index of the working content.
    const first = await startServer(folder, { path, key: site.key });
    await settle(first);
    await first.close();
    const server = await startServer(folder, { path, key: site.key });
    try {
      await settle(server);
      return await measureAll({ folder, site, server }, questions(words, random, site));
    } finally {
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(
  bench: Bench & { readonly server: StartedServer },
  asked: readonly Question[],
): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const question of asked) {
    rows.push(...(await measure(bench, question, 1)), ...(await measure(bench, question, 32)));
  }
  return [...rows, await unchangedRow(bench), ...startRows(bench.server)];
}

function questions(
  words: readonly string[],
  random: Random,
  { siteId }: PreparedSite,
): readonly Question[] {
  const posts = `/api/public/cms/${siteId}/posts`;
  const word = (): string => pickWord(words, random);
  const ask = (query: string): string => `${posts}?${query.replaceAll(" ", "+")}`;
  let asked = 0;
  // Parameters that nobody knows are ignored, and make an address of its own.
  const anew = (query: string): string => ask(`${query}&n=${(asked += 1)}`);
  return [
    { what: "list, first page, hot", path: () => posts, share: HOT },
    { what: "one entry, hot", path: () => `${posts}/post-a-77`, share: HOT },
    {
      what: "published file of a list's entry",
      path: () => `/public/${siteId}/api/posts/post-a-77.json`,
      share: HOT,
    },
    {
      what: "filter, new",
      path: () =>
        anew(`filters=category[equals]Category ${random(CATEGORIES)}[and]title[contains]${word()}`),
      best: 202,
      share: NEW,
    },
    {
      what: "filter and sort, new",
      path: () =>
        anew(`orders=-price&filters=day[greater_than]${2016 + random(9)}-0${1 + random(9)}`),
      best: 202,
      share: NEW,
    },
    {
      what: "deep offset, 100 entries, new",
      path: () => anew(`limit=100&offset=${8900 + random(1000)}`),
      best: 269,
      share: NEW,
    },
    {
      what: "expand, new",
      path: () => anew(`limit=10&depth=2&offset=${random(9000)}`),
      best: 584,
      share: NEW,
    },
    { what: "search, new", path: () => anew(`q=${word()} ${word()}`), best: 39.5 },
  ];
}

interface Bench {
  readonly folder: string;
  readonly site: PreparedSite;
  readonly server: BenchServer;
}

async function measure(
  bench: Bench,
  question: Question,
  connections: number,
): Promise<readonly BenchRow[]> {
  const { server, site, folder } = bench;
  const { what, path, best, share } = question;
  const headers = { "x-cms-api-key": site.key };
  const answer = await fetch(`${server.url}${path()}`, {
    headers: { ...headers, "accept-encoding": "identity" },
  });
  if (answer.status !== 200) throw new Error(`${what} is answered ${answer.status}`);
  const file = join(folder, "answer.json");
  await writeFile(file, await answer.bytes());
  const bare = await startBare(file);
  try {
    const own: Load[] = [];
    const floors: Load[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      floors.push(await load(bare, { path, connections, headers }));
      own.push(await load(server, { path, connections, headers }));
    }
    return rowsOf(`${what}, ${connections} at once`, {
      own: rateOf(own),
      bare: rateOf(floors),
      best,
      share,
    });
  } finally {
    await bare.close();
  }
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

/** Answers, and the processor time that they took the server. */
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

/** Answers a second of one busy core. */
function rateOf(loads: readonly Load[]): number {
  const sum = (of: keyof Load): number => loads.reduce((all, one) => all + one[of], 0);
  return sum("answers") / sum("cpuSeconds");
}

interface Measured {
  readonly own: number;
  readonly bare: number;
  readonly best: number | undefined;
  readonly share: number | undefined;
}

function rowsOf(what: string, { own, bare, best, share }: Measured): readonly BenchRow[] {
  const row = (floor: number, least: number, of: string): BenchRow => ({
    what: `${what}; floor: ${of}`,
    value: own,
    unit: "answers/s",
    floor,
    ratio: own / floor,
    target: `≥ ${least} × ${of}`,
    met: own / floor >= least,
  });
  return [
    ...(share === undefined ? [] : [row(bare, share, "bare node:http")]),
    ...(best === undefined ? [] : [row(best, TIMES_BEST, "the best peer")]),
  ];
}

/** A published file that the client has already, beside the whole of it. */
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
