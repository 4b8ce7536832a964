import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../support/browser/browser.ts";
import type { BenchRow } from "./bench-row.ts";
import { type GitPlaces, mustGit } from "./git/git-places.ts";
import { growthRow } from "./git/growth-row.ts";
import { openPushers } from "./git/open-pushers.ts";
import { parallelClones } from "./git/parallel-clones.ts";
import { prepareSite } from "./read-api/prepare-site.ts";
import { settle, startServer } from "./read-api/servers.ts";
import { createRandom, makePeople, makePosts, readWords } from "./support/query-posts.ts";
import { median, timeMs } from "./support/timing.ts";

const ENTRIES = 10_000;
const CLONES = 5;
const FETCHES = 12;
const PUSHES = 12;
const ADMIN = { email: "ada@example.test", password: "correct horse battery" };

/**
 * Measures clone, fetch, and push of a large site over HTTP, alternating with plain Git, and how a repository grows.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "loam-bench-git-"));
  try {
    const rows = await measureServer(folder);
    return [...rows, await growthRow(join(folder, "grown.git"))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureServer(folder: string): Promise<readonly BenchRow[]> {
  const random = createRandom(17);
  const words = readWords();
  const people = makePeople(words, random);
  const posts = makePosts(ENTRIES, { words, random, people });
  const { siteId, key } = await prepareSite(folder, { posts, people });
  const path = `/api/public/cms/${siteId}/posts`;
  const env = {
    LOAM_WRITE_LIMIT: "1000000",
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
  };
  const server = await startServer(folder, { path, key, env });
  try {
    await settle(server);
    const token = await makeToken(server.url);
    const remote = `${server.url.replace("://", `://any:${token}@`)}/git/${siteId}.git`;
    const place = { folder, remote, gitDir: join(folder, "data/sites", `${siteId}.git`) };
    return [
      await cloneRow(place, "clone", []),
      await cloneRow(place, "shallow clone", ["--depth=1"]),
      ...(await pushRows(place)),
      await parallelClones(place, { url: server.url, token, siteId }),
    ];
  } finally {
    await server.close();
  }
}

async function makeToken(url: string): Promise<string> {
  const browser = openBrowser({ at: url, baseUrl: "http://hq.test" });
  await browser.signIn(ADMIN.email, ADMIN.password);
  await browser.ask("PUT", "/api/manage/workspaces/main/features", { body: { cms: true } });
  const { text, body } = await browser.ask("POST", "/api/manage/tokens", {
    body: {
      name: "bench",
      scopes: ["content:read", "content:write"],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const { token } = body;
  if (typeof token !== "string") throw new Error(text);
  return token;
}

/** Without a checkout, which takes longer than both and is equal for both. */
async function cloneRow(
  { folder, remote, gitDir }: GitPlaces,
  what: string,
  args: readonly string[],
): Promise<BenchRow> {
  const [times, floors]: [number[], number[]] = [[], []];
  const clone = async (from: string, name: string): Promise<number> => {
    const into = join(folder, name);
    const took = await timeMs(async () =>
      mustGit(folder, "clone", "--quiet", "--no-local", "--no-checkout", ...args, from, into),
    );
    await rm(into, { recursive: true });
    return took;
  };
  for (let round = 0; round < CLONES; round += 1) {
    floors.push(await clone(`file://${gitDir}`, "by-path"));
    times.push(await clone(remote, "by-http"));
  }
  return ratioRow(`${what} of ${ENTRIES} entries; floor: --no-local`, {
    times,
    floors,
    most: 1.25,
  });
}

async function pushRows(place: GitPlaces): Promise<readonly BenchRow[]> {
  const { push, pushPlain, fetch, fetchPlain } = await openPushers(place);
  const [pushes, plain, fetches, fetchesPlain]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ];
  for (let round = 0; round < PUSHES; round += 1) {
    plain.push(await pushPlain());
    pushes.push(await push());
  }
  for (let round = 0; round < FETCHES; round += 1) {
    await push();
    fetchesPlain.push(await fetchPlain());
    fetches.push(await fetch());
  }
  return [
    ratioRow("fetch of one commit; floor: from the folder", {
      times: fetches,
      floors: fetchesPlain,
      most: 2,
    }),
    ratioRow("push of one changed entry, checked; floor: to a plain bare repository", {
      times: pushes,
      floors: plain,
      most: 3,
    }),
  ];
}

interface Measured {
  readonly times: readonly number[];
  readonly floors: readonly number[];
  readonly most: number;
}

function ratioRow(what: string, { times, floors, most }: Measured): BenchRow {
  const [value, floor] = [median(times), median(floors)];
  const ratio = value / floor;
  return { what, value, unit: "ms", floor, ratio, target: `≤ ${most} × floor`, met: ratio <= most };
}
