import { execFileSync } from "node:child_process";
import { closeSync, fsyncSync, openSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openExport, writeExportFile } from "@loam/cms-core/export";
import { openMediaFolder } from "@loam/cms-core/media";
import { publishEntries } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/store";
import { addBinaries } from "../support/add-binaries.ts";
import { exportInChild } from "../support/export-in-child.ts";
import { zipContent } from "../support/zip-content.ts";
import type { BenchRow } from "./bench-row.ts";
import { EDITOR, makeLargeSite } from "./support/large-site.ts";
import { median, timeMs } from "./support/timing.ts";

const ENTRIES = 10_000;
const MEGABYTE = 1_048_576;
const MEDIA_FILES = 199;
const ROUNDS = 3;

/** An export of a large site, measured against the zip tool with the same files. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-export-"));
  try {
    const store = await makeSite(folder);
    const timed = await measureTime(folder, store);
    await store.close();
    return [timeRow(timed), memoryRow(await measureMemory(folder))];
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
  readonly zipMs: number;
}

/** By turns; both files are on the disk at the end. */
async function measureTime(folder: string, { repository }: SiteStore): Promise<Times> {
  const media = await openMediaFolder(join(folder, "media"));
  const files = join(folder, "files");
  const exported: number[] = [];
  const zipped: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = join(folder, `export-${round}.zip`);
    exported.push(
      await timeMs(async () => {
        const options = { repository, media, publicUrl: "https://cdn.example.test/site" };
        await writeExportFile(file, (await openExport(options)).zip());
      }),
    );
    if (round === 0) await unpack(file, files);
    const plain = join(folder, `plain-${round}.zip`);
    zipped.push(await timeMs(async () => zipStored(files, plain)));
  }
  return { exportMs: median(exported), zipMs: median(zipped) };
}

async function unpack(zip: string, folder: string): Promise<void> {
  for (const [path, bytes] of await zipContent(zip)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/** The floor: the zip tool, storing. */
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

function timeRow({ exportMs, zipMs }: Times): BenchRow {
  const ratio = exportMs / zipMs;
  return {
    what: `export ${ENTRIES} published entries and ${MEDIA_FILES} MB of media to a durable file; floor: zip -0 of the same files`,
    value: exportMs,
    unit: "ms",
    floor: zipMs,
    ratio,
    target: "≤ 1.5 × floor",
    met: ratio <= 1.5,
  };
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
