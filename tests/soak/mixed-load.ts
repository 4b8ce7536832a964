import { setTimeout as pause } from "node:timers/promises";
import { createManagementClient } from "@loam/hq/client";
import type { PreparedSite } from "../bench/read-api/prepare-site.ts";
import { pickWord, type Random } from "../bench/support/query-posts.ts";
import { openBrowser } from "../support/browser/browser.ts";

export const ADMIN = { email: "ada@example.test", password: "correct horse battery" };

/** Entries that are rewritten repeatedly, so that the site doesn't grow. */
const WRITTEN = 50;
const READ_EVERY_MS = 40;
const WRITE_EVERY_MS = 1000;
const LISTEN_EVERY_MS = 5000;

export interface MixedLoad {
  readonly url: string;
  readonly site: PreparedSite;
  readonly words: readonly string[];
  readonly random: Random;
}

interface LoadCounts {
  readonly reads: number;
  readonly writes: number;
  readonly failures: number;
}

export interface RunningLoad {
  counts(): LoadCounts;
  stop(): Promise<void>;
}

/** Starts readers, an editor, an event listener, and failing requests in parallel. */
export async function startLoad(load: MixedLoad): Promise<RunningLoad> {
  const token = await makeToken(load.url);
  const stopped = new AbortController();
  const counts = { reads: 0, writes: 0, failures: 0 };
  const again = async (
    everyMs: number,
    counted: keyof LoadCounts,
    work: () => Promise<void>,
  ): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        await work();
        counts[counted] += 1;
      } catch (error) {
        if (stopped.signal.aborted) return;
        counts.failures += 1;
        console.error(error);
      }
      await pause(everyMs);
    }
  };
  const running = [
    again(READ_EVERY_MS, "reads", createReader(load)),
    again(WRITE_EVERY_MS, "writes", createEditor(load, token)),
    again(LISTEN_EVERY_MS, "reads", createWatcher(load, token)),
  ];
  return {
    counts: () => counts,
    async stop() {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

/** Creates a token of the admin of a new server. */
export async function makeToken(url: string): Promise<string> {
  while (!(await fetch(`${url}/api/manage/openapi.json`)).ok) await pause(100);
  const browser = openBrowser({ at: url, baseUrl: "http://hq.test" });
  await browser.signIn(ADMIN.email, ADMIN.password);
  const made = await browser.ask("POST", "/api/manage/tokens", {
    body: {
      name: "soak",
      scopes: ["content:read", "content:write", "content:publish"],
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    },
  });
  return String(made.body["token"]);
}

function createReader({ url, site, words, random }: MixedLoad): () => Promise<void> {
  const posts = `/api/public/cms/${site.siteId}/posts`;
  const word = (): string => pickWord(words, random);
  const paths: readonly (() => string)[] = [
    () => posts,
    () => `${posts}?offset=${random(1900)}&limit=50`,
    () => `${posts}?q=${word()}`,
    () => `${posts}?orders=-price&filters=title[contains]${word()}`,
    () => `${posts}/post-a-${random(90)}?depth=2`,
    () => `${posts}/there-is-none-${random(1_000_000)}`,
    () => `/public/${site.siteId}/api/index.json`,
  ];
  return async () => {
    const path = paths[random(paths.length)] ?? (() => posts);
    const response = await fetch(url + path(), { headers: { "x-cms-api-key": site.key } });
    await response.arrayBuffer();
    if (response.status >= 500) throw new Error(`${response.status} for a read`);
  };
}

/** Saves, refused saves, publishes, and unpublishes. */
function createEditor({ url, site, words, random }: MixedLoad, token: string): () => Promise<void> {
  const hq = createManagementClient({ baseUrl: url, token });
  const ids: string[] = [];
  const type = { site: site.siteId, api_id: "posts" };
  const text = (): string => Array.from({ length: 200 }, () => pickWord(words, random)).join(" ");
  return async () => {
    const fields = { title: `Soak ${text().slice(0, 40)}`, price: random(1000), body: text() };
    if (ids.length < WRITTEN) {
      const { data } = await hq.POST("/sites/{site}/types/{api_id}/entries", {
        params: { path: type },
        body: { fields },
      });
      ids.push(data?.id ?? "");
      return;
    }
    const path = { ...type, id: ids[random(ids.length)] ?? "" };
    await hq.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
      params: { path },
      body: { fields: random(10) === 0 ? { ...fields, price: "none" } : fields },
    });
    const act = random(5) === 0 ? "unpublish" : "publish";
    const { response } = await hq.POST(`/sites/{site}/types/{api_id}/entries/{id}/${act}`, {
      params: { path },
    });
    if (response.status >= 500) throw new Error(`${response.status} for a ${act}`);
  };
}

/** Listens to the site's events for a moment, then disconnects abruptly. */
function createWatcher({ url, site }: MixedLoad, token: string): () => Promise<void> {
  return async () => {
    const response = await fetch(`${url}/api/manage/sites/${site.siteId}/events`, {
      headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
    });
    if (!response.ok) throw new Error(`${response.status} for events`);
    await pause(1000);
    await response.body?.cancel();
  };
}
