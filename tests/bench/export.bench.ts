import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ExportOptions, openExport, writeExportFile } from "@loam/cms-core/export";
import { openMediaFolder } from "@loam/cms-core/media";
import { loadLiveSite, publishEntries } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { addBinaries } from "../support/transfer/add-binaries.ts";
import { exportInChild } from "../support/transfer/export-in-child.ts";
import { zipContent } from "../support/transfer/zip-content.ts";
import type { BenchRow } from "./bench-row.ts";
import { EDITOR, makeLargeSite } from "./support/large-site.ts";
import { median, timeMs } from "./support/timing.ts";

const ENTRIES = 10_000;
const MEGABYTE = 1_048_576;
const MEDIA_FILES = 199;
const ROUNDS = 3;
const PUBLIC_URL = "https://cdn.example.test/site";

/** Measures an export of a large site, compared with `zip` on the same files. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-export-"));
  try {
    const store = await makeSite(folder);
    const timed = await measureTime(folder, store);
    await store.close();
    return [...timeRows(timed), memoryRow(await measureMemory(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeSite(folder: string): Promise<SiteStore> {
  const store = await makeLargeSite(join(folder, "site.git"), ENTRIES);
  const media = await openMediaFolder(join(folder, "media"));
  await addBinaries(store, media, { count: MEDIA_FILES, byteSize: MEGABYTE });
  const entries = store.entries("posts").map(({ id }) => ({ id }));
  await publishEntries(store, { entries, ...EDITOR });
  return store;
}

interface Times {
  readonly exportMs: number;
  /** Time in a process that has the live site in memory, like a server. */
  readonly serverMs: number;
  /** Undefined if `zip` isn't installed. */
  readonly zipMs: number | undefined;
}

/** Alternates both. Afterwards all files are on disk. */
async function measureTime(folder: string, { repository }: SiteStore): Promise<Times> {
  const media = await openMediaFolder(join(folder, "media"));
  const files = join(folder, "files");
  const hasZip = findZip();
  const write = async (file: string, more: Partial<ExportOptions> = {}): Promise<number> => {
    const options = { repository, media, publicUrl: PUBLIC_URL, ...more };
    return timeMs(async () => {
      const made = await openExport(options);
      await writeExportFile(file, made.zip());
    });
  };
  const times: Record<"exported" | "served" | "zipped", number[]> = {
    exported: [],
    served: [],
    zipped: [],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = join(folder, `export-${round}.zip`);
    times.exported.push(await write(file));
    if (round === 0) await unpack(file, files);
    const live = await loadLiveSite(repository, { publicUrl: PUBLIC_URL });
    times.served.push(await write(join(folder, `served-${round}.zip`), { live }));
    const plain = join(folder, `plain-${round}.zip`);
    if (hasZip) times.zipped.push(await timeMs(async () => zipStored(files, plain)));
  }
  return {
    exportMs: median(times.exported),
    serverMs: median(times.served),
    zipMs: hasZip ? median(times.zipped) : undefined,
  };
}

function findZip(): boolean {
  const found = spawnSync("zip", ["-v"], { stdio: "ignore" }).error === undefined;
  if (!found) console.error("There is no zip program, so the times have no floor: install zip.");
  return found;
}

async function unpack(zip: string, folder: string): Promise<void> {
  for (const [path, bytes] of await zipContent(zip)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/** The baseline: `zip` without compression. */
function zipStored(folder: string, zip: string): void {
  execFileSync("zip", ["-0", "-q", "-r", zip, "."], { cwd: folder });
  const file = openSync(zip, "r");
  fsyncSync(file);
  closeSync(file);
}

interface Memory {
  readonly all: number;
  /** With a tenth of the media. */
  readonly tenth: number;
}

async function measureMemory(folder: string): Promise<Memory> {
  const small = join(folder, "small");
  const store = await makeLargeSite(join(small, "site.git"), ENTRIES);
  const media = await openMediaFolder(join(small, "media"));
  await addBinaries(store, media, { count: MEDIA_FILES, byteSize: Math.floor(MEGABYTE / 10) });
  const entries = store.entries("posts").map(({ id }) => ({ id }));
  await publishEntries(store, { entries, ...EDITOR });
  await store.close();
  return {
    all: exportInChild(folder, join(folder, "child.zip")),
    tenth: exportInChild(small, join(small, "child.zip")),
  };
}

function timeRows({ exportMs, serverMs, zipMs }: Times): readonly BenchRow[] {
  const what = `export ${ENTRIES} published entries and ${MEDIA_FILES} MB of media to a durable file`;
  const floor = "floor: zip -0 of the same files";
  return [
    timeRow(`${what}; ${floor}`, exportMs, zipMs),
    timeRow(`the same in a server, which has the live site; ${floor}`, serverMs, zipMs),
  ];
}

function timeRow(what: string, value: number, floor: number | undefined): BenchRow {
  const row = { what, value, unit: "ms", target: "≤ 10 × floor" };
  if (floor === undefined) return row;
  const ratio = value / floor;
  return { ...row, floor, ratio, met: ratio <= 10 };
}

function memoryRow({ all, tenth }: Memory): BenchRow {
  const ratio = all / tenth;
  return {
    what: "most memory of that in a process of its own; floor: the same with a tenth of the media",
    value: all / MEGABYTE,
    unit: "MB",
    floor: tenth / MEGABYTE,
    ratio,
    target: "constant (≤ 1.1 × floor)",
    met: ratio <= 1.1,
  };
}
