import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createManagementClient } from "@loam/hq/client";
import { openBrowser } from "../support/browser/browser.ts";
import type { BenchRow } from "./bench-row.ts";
import { prepareSite } from "./read-api/prepare-site.ts";
import { settle, type StartedServer, startServer } from "./read-api/servers.ts";
import { createRandom, makePeople, makePosts, readWords } from "./support/query-posts.ts";
import { durableWriteFloor, median, timeMs } from "./support/timing.ts";

const ENTRIES = 10_000;
const EDITORS = 8;
const ROUNDS = 5;
/** Entries created by each editor per round. */
const MADE = 25;
/** Minimum rate of durable creates and publishes per second with eight editors; files follow. */
const LEAST = 90;
/** Rate of Directus, the best peer with versions, with eight clients. */
const BEST = 185;
const ADMIN = { email: "ada@example.test", password: "correct horse battery" };

/**
 * Measures editors who create and publish entries over the management API: each change is a durable commit, and files
 * are written.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-write-api-"));
  try {
    const random = createRandom(11);
    const words = readWords();
    const people = makePeople(words, random);
    const posts = makePosts(ENTRIES, { words, random, people });
    const site = await prepareSite(folder, { posts, people });
    const path = `/api/public/cms/${site.siteId}/posts`;
    const env = {
      LOAM_WRITE_LIMIT: "1000000",
      LOAM_ADMIN_EMAIL: ADMIN.email,
      LOAM_ADMIN_PASSWORD: ADMIN.password,
    };
    const server = await startServer(folder, { path, key: site.key, env });
    try {
      await settle(server);
      return await measure(folder, server, site.siteId);
    } finally {
      await server.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Alternates with the cheapest durable writes, so that both see the same disk load. */
async function measure(
  folder: string,
  server: StartedServer,
  siteId: string,
): Promise<readonly BenchRow[]> {
  const floor = durableWriteFloor(folder);
  const editors = await Promise.all(
    Array.from({ length: EDITORS }, (_, number) => openEditor(server, siteId, number)),
  );
  const round = async (wait: boolean, entries = MADE): Promise<number> => {
    const took = await timeMs(() =>
      Promise.all(editors.map((editor) => editor(entries, { wait }))),
    );
    return (EDITORS * entries * 1000) / took;
  };
  await round(false, 5);
  const floors: number[] = [];
  const [durable, standing]: [Rounds, Rounds] = [
    { rates: [], cpuSeconds: 0 },
    { rates: [], cpuSeconds: 0 },
  ];
  for (let count = 0; count < ROUNDS; count += 1) {
    for (const [rounds, wait] of [
      [durable, false],
      [standing, true],
    ] as const) {
      floors.push(...Array.from({ length: 16 }, floor));
      const before = server.cpuSeconds();
      rounds.rates.push(await round(wait));
      rounds.cpuSeconds += server.cpuSeconds() - before;
    }
  }
  return [
    ...rowsOf("make and publish entries", durable, LEAST),
    ...rowsOf("the same, each waits for the public files", standing),
    { what: "the cheapest durable write", value: median(floors), unit: "ms" },
  ];
}

interface Rounds {
  /** Entries per second of all editors, by round. */
  readonly rates: number[];
  cpuSeconds: number;
}

function rowsOf(what: string, { rates, cpuSeconds }: Rounds, least?: number): readonly BenchRow[] {
  const rate = median(rates);
  return [
    {
      what: `${EDITORS} editors ${what}; floor: the best peer`,
      value: rate,
      unit: "entries/s",
      floor: BEST,
      ratio: rate / BEST,
      ...(least !== undefined && { target: `≥ ${least} a second`, met: rate >= least }),
    },
    {
      what: "processor time of one",
      value: (cpuSeconds * 1000) / (ROUNDS * EDITORS * MADE),
      unit: "ms",
    },
  ];
}

/** Creates and publishes entries one after the other. */
type Editor = (entries: number, options?: { readonly wait: boolean }) => Promise<void>;

async function openEditor({ url }: StartedServer, siteId: string, number: number): Promise<Editor> {
  const browser = openBrowser({ at: url, baseUrl: "http://hq.test" });
  await browser.signIn(ADMIN.email, ADMIN.password);
  const { text, body } = await browser.ask("POST", "/api/manage/tokens", {
    body: {
      name: `editor ${number}`,
      scopes: ["content:read", "content:write", "content:publish"],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const { token } = body;
  if (typeof token !== "string") throw new Error(text);
  const hq = createManagementClient({ baseUrl: url, token });
  let count = 0;
  return async (entries, { wait } = { wait: true }) => {
    for (let left = entries; left > 0; left -= 1) {
      count += 1;
      const title = `Made by ${number}, number ${count}`;
      const made = await hq.POST("/sites/{site}/types/{api_id}/entries", {
        params: { path: { site: siteId, api_id: "posts" } },
        body: { fields: { title, price: count, body: BODY } },
      });
      if (made.error) throw new Error(made.error.detail);
      const { error } = await hq.POST("/sites/{site}/types/{api_id}/entries/{id}/publish", {
        params: {
          path: { site: siteId, api_id: "posts", id: made.data.id ?? "" },
          header: wait ? {} : { Prefer: "respond-async" },
        },
      });
      if (error) throw new Error(error.detail);
    }
  };
}

const BODY = "What is written here is as long as what the peers were given.\n\n".repeat(32);
