import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { prepareSite } from "../bench/read-api/prepare-site.ts";
import { startServer } from "../bench/read-api/servers.ts";
import { createRandom, makePeople, makePosts, readWords } from "../bench/support/query-posts.ts";
import { measureFlood } from "./flood.ts";
import { measureProcess, slopeAnHour, type Sample } from "./measure-process.ts";
import { ADMIN, startLoad } from "./mixed-load.ts";

const ENTRIES = 2000;
const SAMPLE_MS = 30_000;

/**
 * Runs hours of mixed load on one HQ (security notes, OPS-06). Prints the process's resources, and at the end their
 * growth per hour after the first third, which fills caches and compiles code. With `--flood`: two minutes of saves,
 * half of them during a flood of refused requests.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "480" }, flood: { type: "boolean" } },
});
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const folder = await mkdtemp(join(tmpdir(), "soak-"));
const random = createRandom(7);
const words = readWords();
const people = makePeople(words, random);
const posts = makePosts(ENTRIES, { words, random, people });
const site = await prepareSite(folder, { posts, people });
const server = await startServer(folder, {
  path: `/api/public/cms/${site.siteId}/posts`,
  key: site.key,
  entries: ENTRIES,
  env: {
    LOAM_WRITE_LIMIT: "1000000",
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
  },
});
try {
  if (values.flood !== true) await measureGrowth();
  else if (!(await measureFlood(server.url, site.siteId))) process.exitCode = 1;
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function measureGrowth(): Promise<void> {
  const samples: Sample[] = [];
  const load = await startLoad({ url: server.url, site, words, random });
  while (Date.now() < endsAt) {
    await pause(SAMPLE_MS);
    const sample = measureProcess(server.pid);
    samples.push(sample);
    const { reads, writes, failures } = load.counts();
    console.log(
      `${new Date().toISOString()} ${sample.megabytes.toFixed(1)} MB, ${sample.files} files; ` +
        `${reads} reads, ${writes} writes, ${failures} failures`,
    );
  }
  await load.stop();
  const settled = samples.slice(Math.ceil(samples.length / 3));
  console.log(
    `${slopeAnHour(settled, "megabytes").toFixed(2)} MB and ${slopeAnHour(settled, "files").toFixed(2)} files more in an hour`,
  );
}
