import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBrowser } from "../support/browser/browser.ts";
import { freePort } from "../support/free-port.ts";
import type { BenchRow } from "./bench-row.ts";
import { type PreparedSite, prepareSite } from "./read-api/prepare-site.ts";
import { settle, type StartedServer, startServer } from "./read-api/servers.ts";
import { type Coverage, openCoverage } from "./support/coverage.ts";
import { createRandom, makePeople, makePosts, readWords } from "./support/query-posts.ts";

const ENTRIES = 50;
const ADMIN = { email: "ada@example.test", password: "correct horse battery" };
/** Maximum files involved in one request. */
const MOST = { save: 90, publish: 110, list: 35 } as const;
/** Background work after a commit starts within this time. */
const AFTER_MS = 500;

/** Measures how many files of HQ and the core one request involves: what a developer must read to follow it. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-traces-"));
  try {
    const random = createRandom(7);
    const words = readWords();
    const people = makePeople(words, random);
    const posts = makePosts(ENTRIES, { words, random, people });
    const site = await prepareSite(folder, { posts, people });
    const inspector = await freePort();
    const server = await startServer(folder, {
      path: listPath(site),
      key: site.key,
      entries: ENTRIES,
      env: {
        LOAM_ADMIN_EMAIL: ADMIN.email,
        LOAM_ADMIN_PASSWORD: ADMIN.password,
        NODE_OPTIONS: `--inspect=${inspector}`,
      },
    });
    try {
      await settle(server);
      using coverage = await openCoverage(inspector);
      return await trace(coverage, { server, site });
    } finally {
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function listPath({ siteId }: PreparedSite): string {
  return `/api/public/cms/${siteId}/posts`;
}

interface Traced {
  readonly server: StartedServer;
  readonly site: PreparedSite;
}

async function trace(coverage: Coverage, { server, site }: Traced): Promise<readonly BenchRow[]> {
  const browser = openBrowser({ at: server.url, baseUrl: "http://hq.test" });
  await browser.signIn(ADMIN.email, ADMIN.password);
  const entries = `/api/manage/sites/${site.siteId}/types/posts/entries`;
  const list = await browser.ask("GET", `${entries}?limit=1`);
  const id = /"id":"(e[a-z2-7]{19})"/.exec(list.text)?.[1];
  if (id === undefined) throw new Error(list.text);
  const save = async (price: number): Promise<void> => {
    const { status, text } = await browser.ask("PATCH", `${entries}/${id}`, {
      body: { fields: { price } },
    });
    if (status !== 200) throw new Error(text);
  };
  await save(1);
  await pause(AFTER_MS);
  const idle = await idleFiles(coverage);
  const rows: BenchRow[] = [];
  const measure = async (what: keyof typeof MOST, act: () => Promise<void>): Promise<void> => {
    await pause(AFTER_MS);
    await coverage.take();
    await act();
    const files = (await coverage.take()).filter((file) => !idle.has(file));
    rows.push({
      what: `files that a ${what} passes, besides ${idle.size} that run anyway`,
      value: files.length,
      unit: "files",
      target: `≤ ${MOST[what]}`,
      met: files.length <= MOST[what],
    });
  };
  await measure("save", () => save(2));
  await measure("publish", async () => {
    const { status, text } = await browser.ask("POST", `${entries}/${id}/publish`, { body: {} });
    if (status !== 200) throw new Error(text);
  });
  const ask = async (least: number): Promise<void> => {
    const question = `?filters=price[greater_than]${least}&orders=-price`;
    const headers = { "X-CMS-API-KEY": site.key };
    const response = await fetch(`${server.url}${listPath(site)}${question}`, { headers });
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  };
  // The first request after a publish prepares the data for the others.
  await ask(3);
  await measure("list", () => ask(4));
  return rows;
}

/** Returns the files that run while idle. */
async function idleFiles(coverage: Coverage): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  for (let look = 0; look < 3; look += 1) {
    await coverage.take();
    await pause(3 * AFTER_MS);
    for (const file of await coverage.take()) files.add(file);
  }
  return files;
}
