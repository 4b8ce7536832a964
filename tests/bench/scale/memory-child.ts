import { openContentIndex } from "@loam/cms-core/find";
import { createLiveTables, loadLiveSite, type LiveSite } from "@loam/cms-core/publish";
import { openSiteStore } from "@loam/cms-core/site";
import { askQuery, QUESTIONS } from "./questions.ts";
import { COMMON_WORD, placesIn, publicUrlOf } from "./scale-site.ts";

// Opens a site, runs one query of each kind, and reports the memory held by each part.

const [folder = ""] = process.argv.slice(2);
const { gitDir, indexFile } = placesIn(folder);

const start = heldBytes();
const store = await openSiteStore(gitDir);
const afterStore = heldBytes();
const live = await loadLiveSite(store.repository, { publicUrl: publicUrlOf(store.site().id) });
const afterLive = heldBytes();
const tables = createLiveTables()(live);
for (const question of QUESTIONS) askQuery(tables, question(7));
const afterTables = heldBytes();
const index = await openContentIndex(store.repository, { path: indexFile });
await index.list({ type: "posts", state: "published", limit: 50 });
await index.list({ type: "posts", q: COMMON_WORD });
const end = heldBytes();
const { rss } = process.memoryUsage();

const bytes = {
  store: afterStore - start,
  live: afterLive - afterStore,
  tables: afterTables - afterLive,
  index: end - afterTables,
  all: end - start,
};
console.log(JSON.stringify({ bytes, rss, textBytes: textBytesOf(live) }));
await index.close();
await store.close();

function textBytesOf({ types }: LiveSite): number {
  const entries = types.get("posts")?.entries ?? [];
  return entries.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
}

/** Returns the memory of V8 and buffers after garbage collection. */
function heldBytes(): number {
  if (globalThis.gc === undefined) throw new Error("--expose-gc is missing");
  for (let round = 0; round < 4; round += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
