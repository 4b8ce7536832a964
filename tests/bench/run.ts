import { globSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { basename, resolve } from "node:path";
import type { BenchRow } from "./bench-row.ts";

const FOLDER = import.meta.dirname;
const RESULTS = resolve(FOLDER, "results");
const SUFFIX = ".bench.ts";

interface BenchModule {
  readonly run: () => Promise<readonly BenchRow[]>;
}

const known = globSync(`*${SUFFIX}`, { cwd: FOLDER })
  .map((file) => basename(file, SUFFIX))
  .toSorted();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No benchmark named ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(2);
}

for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n${name}`);
  const bench = await loadBench(name);
  const rows = await bench.run();
  console.table(rows.map(asTableRow));
  await mkdir(RESULTS, { recursive: true });
  const result = { name, machine: machine(), rows };
  await writeFile(resolve(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

async function loadBench(name: string): Promise<BenchModule> {
  const module: unknown = await import(`./${name}${SUFFIX}`);
  if (!isBenchModule(module)) throw new TypeError(`${name}${SUFFIX} exports no run()`);
  return module;
}

function isBenchModule(module: unknown): module is BenchModule {
  return (
    typeof module === "object" &&
    module !== null &&
    "run" in module &&
    typeof module.run === "function"
  );
}

function asTableRow(row: BenchRow): Record<string, string | number> {
  return {
    what: row.what,
    value: `${round(row.value)} ${row.unit}`,
    floor: row.floor === undefined ? "" : `${round(row.floor)} ${row.unit}`,
    ratio: row.ratio === undefined ? "" : round(row.ratio),
    target: row.target ?? "",
    met: row.met === undefined ? "" : row.met ? "yes" : "NO",
  };
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}

function machine(): Record<string, string | number> {
  return {
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
}
