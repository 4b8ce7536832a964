import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchRow } from "./bench-row.ts";
import { measureMemory, type HeldMemory } from "./scale/measure-memory.ts";
import { OPERATIONS, openQueries, type Operation } from "./scale/operations.ts";
import { closeScaleSite, makeScaleSite } from "./scale/scale-site.ts";
import { median } from "./support/timing.ts";

const FEW = 1000;
const MANY = 100_000;
const MAX_RATIO = 1.5;
const MAX_BYTES = 1536;

/**
 * Measures the additional cost of a site with a hundred times as many entries: nothing may grow except the text itself.
 */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "loam-bench-scale-"));
  try {
    const [fewFolder, manyFolder] = [join(folder, "few"), join(folder, "many")];
    const few = await makeScaleSite(fewFolder, FEW);
    const many = await makeScaleSite(manyFolder, MANY);
    const rows: BenchRow[] = [];
    const [fewSite, manySite] = [openQueries(few), openQueries(many)];
    for (const operation of OPERATIONS) {
      rows.push(latencyRow(operation.what, await measure(operation, fewSite, manySite)));
    }
    await Promise.all([closeScaleSite(few), closeScaleSite(many)]);
    const [fewBytes, manyBytes] = [await measureMemory(fewFolder), await measureMemory(manyFolder)];
    return [...rows, ...memoryRows(fewBytes, manyBytes)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds per operation, for both sizes. */
interface Latency {
  readonly few: number;
  readonly many: number;
}

type Site = ReturnType<typeof openQueries>;

/** Alternates both sizes, so that both see the same machine load. */
async function measure(operation: Operation, few: Site, many: Site): Promise<Latency> {
  const times: { readonly few: number[]; readonly many: number[] } = { few: [], many: [] };
  for (let round = -1; round < operation.rounds; round += 1) {
    const turn = { few: await turnOf(operation, few), many: await turnOf(operation, many) };
    // The first round warms the caches.
    if (round < 0) continue;
    times.few.push(turn.few);
    times.many.push(turn.many);
  }
  return { few: median(times.few), many: median(times.many) };
}

async function turnOf({ count, clock, prepare, run: one }: Operation, site: Site): Promise<number> {
  let total = 0;
  for (let done = 0; done < count; done += 1) {
    const number = site.next();
    await prepare?.(site, number);
    const began = now(clock);
    const doing = one(site, number);
    // Awaiting a value that isn't a promise would measure the event loop.
    if (doing instanceof Promise) await doing;
    total += now(clock) - began;
  }
  return total / count;
}

/** CPU time excludes other load and disk waits. */
function now(clock: Operation["clock"]): number {
  if (clock === "wall") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function latencyRow(what: string, { few, many }: Latency): BenchRow {
  const ratio = many / few;
  return {
    what: `${what}, ${MANY} entries; floor: ${FEW}`,
    value: many,
    unit: "ms",
    floor: few,
    ratio,
    target: `≤ ${MAX_RATIO} ×`,
    met: ratio <= MAX_RATIO,
  };
}

function memoryRows(few: HeldMemory, many: HeldMemory): BenchRow[] {
  const text = many.textBytes / MANY;
  const each = (of: (held: HeldMemory) => number): number => (of(many) - of(few)) / (MANY - FEW);
  const beyond = each(({ bytes }) => bytes.all) - text;
  return [
    {
      ...part(
        "memory of an open site that answered one question of each kind, beyond the published JSON once",
        beyond,
      ),
      floor: text,
      ratio: beyond / text,
      target: `≤ ${MAX_BYTES} B an entry`,
      met: beyond <= MAX_BYTES,
    },
    part(
      "of that: the index of the working content",
      each(({ bytes }) => bytes.store),
    ),
    part("of that: the live site without its JSON", each(({ bytes }) => bytes.live) - text),
    part(
      "of that: the tables of the read API",
      each(({ bytes }) => bytes.tables),
    ),
    part(
      "of that: the index for lists and search",
      each(({ bytes }) => bytes.index),
    ),
    part(
      "resident memory of that process, with what the collector has not given back",
      each(({ rss }) => rss),
    ),
  ];
}

function part(what: string, value: number): BenchRow {
  return { what, value, unit: "B an entry" };
}
