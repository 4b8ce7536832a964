import { once } from "node:events";
import { createServer } from "node:http";
import { createQueryTable, makeQuerySite, type QueryEntry } from "@loam/cms-core/query";
import { onTestFinished } from "vitest";
import { limitersInMemory } from "../../platform/limits/rate-limit.ts";
import { createLog } from "../../platform/log.ts";
import type { ReadableSite, ReadableType } from "./answer-read.ts";
import { openReadApi } from "./open-read-api.ts";

export const SITE = "saaaaaaaaaaaaaaaaaaa";
const OTHER = "sbbbbbbbbbbbbbbbbbbb";
export const COMMIT = "c".repeat(40);

const entry = (id: string, slug: string, title: string): QueryEntry => ({
  id,
  type: "posts",
  slug,
  json: JSON.stringify({ id, slug, title }),
});
const posts = [entry("e2", "zwei", "Zwei"), entry("e1", "größe", "Eins".repeat(400))];
/** Each references a hundred others. */
const hubs = Array.from({ length: 21 }, (_, number): QueryEntry => {
  const [id, slug] = [`h${number}`, `hub-${number}`];
  const to = Array.from({ length: 100 }, () => ({ id: "e2" }));
  return { id, type: "hubs", slug, json: JSON.stringify({ id, slug, to }) };
});
/** Too long to be worth copying, and separate objects in memory. */
const pages = ["p1", "p2"].map((id): QueryEntry => {
  const page = entry(id, id, "Seite".repeat(4000));
  return Object.assign(page, { bytes: Buffer.from(page.json) });
});
export const home = entry("e9", "home", "Home");

const TYPES: ReadonlyMap<string, ReadableType> = new Map<string, ReadableType>([
  [
    "posts",
    { kind: "list", fields: [{ apiId: "title", type: "text", multiple: false }], entries: posts },
  ],
  ["home", { kind: "object", fields: [], entries: [home] }],
  ["pages", { kind: "list", fields: [], entries: pages }],
  [
    "hubs",
    {
      kind: "list",
      fields: [{ apiId: "to", type: "reference", multiple: true, to: ["posts"] }],
      entries: hubs,
    },
  ],
  ["about", { kind: "object", fields: [], entries: [] }],
]);

const tables = new Map(
  [...TYPES].map(([apiId, { entries, fields }]) => [apiId, createQueryTable(entries, { fields })]),
);

const live: ReadableSite = {
  index: () => Promise.resolve('{"contentTypes":[]}'),
  commit: COMMIT,
  types: TYPES,
  tables: Object.assign(makeQuerySite(tables), {
    fieldsOf: (apiId: string) => TYPES.get(apiId)?.fields,
  }),
};

export interface Api {
  readonly url: string;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  seconds: number;
  /** How often the live site was read. */
  readonly liveReads: number;
}

/** Gives access only to the entry e2. */
export const TOKEN = "loam_prev_e2";

/** Serves the read API of a small site on a free port for one test. */
export async function startApi(readLimit = 300): Promise<Api> {
  const clock = { seconds: 1000, liveReads: 0 };
  const { listen: read } = openReadApi({
    siteOfReadKey: (key) => Promise.resolve({ good: SITE, other: OTHER }[key]),
    hasSite: (siteId) => siteId === SITE || siteId === OTHER,
    liveSite() {
      clock.liveReads += 1;
      return live;
    },
    isPublishing: () => Promise.resolve(true),
    isDraftKey: () => Promise.resolve(false),
    previewed: (_siteId, text) => Promise.resolve(text === TOKEN ? { entryId: "e2" } : undefined),
    draftSite: () => Promise.resolve(live),
    readLimit,
    openLimiter: limitersInMemory({ now: () => new Date(clock.seconds * 1000) }),
    baseUrl: "http://hq.test",
    log: createLog("silent"),
  });
  const server = createServer((request, response) => {
    if (!read(request, response)) response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    get: (path, headers = { "x-cms-api-key": "good" }, method = "GET") =>
      fetch(`${url}/api/public/cms${path}`, {
        headers,
        method,
        redirect: "error",
      }),
    get liveReads() {
      return clock.liveReads;
    },
    get seconds() {
      return clock.seconds;
    },
    set seconds(value) {
      clock.seconds = value;
    },
  };
}
