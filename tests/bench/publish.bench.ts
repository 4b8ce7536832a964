import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { openRepository, type GitRepository } from "@loam/cms-core/git";
import { openMediaFolder } from "@loam/cms-core/media";
import { createPublisher, openPublicFolder, type Publisher } from "@loam/cms-core/publish";
import type { BenchRow } from "./bench-row.ts";
import { publishPost, publishSite, SITE_ID } from "./publish/published-site.ts";

const FEW = 1000;
const MANY = 10_000;
const ROUNDS = 25;
const COLD_ROUNDS = 5;
/** Pause between rounds, for cleanup and writeback of the previous one. */
const PAUSE_MS = 100;

/** Measures publishing, compared with the file system in the same run. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "bench-publish-"));
  try {
    const few = await openBench(join(folder, "few"), FEW);
    const fewOne = await measureOne(few);
    await few.repository.close();
    const many = await openBench(join(folder, "many"), MANY);
    const manyOne = await measureOne(many);
    await many.repository.close();
    return rowsOf(fewOne, manyOne, await measureCold(many));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Bench {
  readonly folder: string;
  readonly repository: GitRepository;
  readonly publisher: Publisher;
  readonly files: string;
}

async function openBench(folder: string, posts: number): Promise<Bench> {
  await mkdir(folder, { recursive: true });
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  await publishSite(repository, posts);
  const { publisher, files } = await openPublisher(folder, repository, "first");
  await publisher.follow();
  return { folder, repository, publisher, files };
}

async function openPublisher(
  folder: string,
  repository: GitRepository,
  name: string,
): Promise<Pick<Bench, "publisher" | "files">> {
  const files = join(folder, name, SITE_ID);
  const publisher = createPublisher({
    repository,
    siteId: SITE_ID,
    storage: await openPublicFolder(files),
    media: await openMediaFolder(join(folder, "media")),
    publicUrl: `https://cdn.example.test/public/${SITE_ID}`,
    stateFile: join(folder, `${name}.json`),
  });
  return { publisher, files };
}

/** Median milliseconds of one publish, and of writing its bytes only. */
interface One {
  /** From the commit on `published` until the files are written. */
  readonly publishMs: number;
  readonly followCpuMs: number;
  readonly floorMs: number;
  /** Replacing the same files and hashing the list, whose SHA-256 is in the index. */
  readonly bytesCpuMs: number;
}

/** The changed post under both names, the list, its `_index`, and the index. */
const WRITTEN = [
  "api/posts/post-7.json",
  "api/posts/post-7.json",
  "api/posts.json",
  "api/posts/_index.json",
  "api/index.json",
];

async function measureOne({ folder, repository, publisher, files }: Bench): Promise<One> {
  const publish: number[] = [];
  const cpu: number[] = [];
  const floor: number[] = [];
  const bytesCpu: number[] = [];
  // Read once: freeing these megabytes before each round would trigger a collection during it.
  const bytes = await Promise.all(WRITTEN.map((path) => readFile(join(files, path))));
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = join(folder, "floor");
    await inTurn(round, [
      async () => {
        floor.push((await timed(() => writeDurably(plain, bytes))).ms);
        await rm(plain, { recursive: true });
      },
      async () => {
        bytesCpu.push((await timed(() => replaceAndHash(join(folder, "replaced"), bytes))).cpuMs);
      },
      async () => {
        const commit = await timed(() => publishPost(repository, { n: 7, revision: round + 2 }));
        const follow = await timed(() => publisher.follow());
        publish.push(commit.ms + follow.ms);
        cpu.push(follow.cpuMs);
      },
    ]);
  }
  return {
    publishMs: median(publish),
    followCpuMs: median(cpu),
    floorMs: median(floor),
    bytesCpuMs: median(bytesCpu),
  };
}

/** Runs each once, in a rotated order per round, so that none always follows the same one. */
async function inTurn(
  round: number,
  turns: readonly (() => void | Promise<void>)[],
): Promise<void> {
  const first = round % turns.length;
  for (const turn of [...turns.slice(first), ...turns.slice(0, first)]) {
    await pause(PAUSE_MS);
    await turn();
  }
}

/** The baseline: writes the same bytes to new files, each durable. */
function writeDurably(folder: string, files: readonly Buffer[]): void {
  mkdirSync(folder);
  for (const [index, bytes] of files.entries()) {
    const file = openSync(join(folder, String(index)), "wx");
    writeSync(file, bytes);
    fsyncSync(file);
    closeSync(file);
  }
}

/** The cost of the bytes only: written next to the old files, hashed, and renamed. */
function replaceAndHash(folder: string, files: readonly Buffer[]): void {
  const fresh = `${folder}-new`;
  writeDurably(fresh, files);
  hash("sha256", files[2] ?? "", "hex");
  mkdirSync(folder, { recursive: true });
  for (const index of files.keys())
    renameSync(join(fresh, String(index)), join(folder, String(index)));
  rmdirSync(fresh);
}

interface Cold {
  readonly coldMs: number;
  readonly floorMs: number;
}

/** Removes nothing between rounds, because removing thousands of files slows down later creation. */
async function measureCold({ folder, files }: Bench): Promise<Cold> {
  const contents = await readAll(files);
  const cold: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    await inTurn(round, [
      async () => {
        // Otherwise the publish would write it back, because it syncs the whole file system.
        await writeBack(folder);
        floor.push((await timed(() => writeFiles(join(folder, `plain-${round}`), contents))).ms);
      },
      async () => {
        await writeBack(folder);
        const repository = await openRepository(join(folder, "site.git"));
        const { publisher } = await openPublisher(folder, repository, `cold-${round}`);
        cold.push((await timed(() => publisher.follow())).ms);
        await repository.close();
      },
    ]);
  }
  return { coldMs: median(cold), floorMs: median(floor) };
}

/** Best effort: without `sync`, the two measurements are less independent. */
async function writeBack(folder: string): Promise<void> {
  await promisify(execFile)("sync", ["-f", folder]).catch(() => undefined);
}

async function readAll(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const contents = new Map<string, Buffer>();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) contents.set(relative(folder, path), await readFile(path));
  }
  return contents;
}

/** The baseline: the same files without fsync. */
function writeFiles(folder: string, contents: ReadonlyMap<string, Buffer>): void {
  for (const dir of new Set([...contents.keys()].map(dirname))) {
    mkdirSync(join(folder, dir), { recursive: true });
  }
  for (const [path, bytes] of contents) writeFileSync(join(folder, path), bytes);
}

function rowsOf(few: One, many: One, cold: Cold): BenchRow[] {
  const one = many.publishMs / many.floorMs;
  const ownFew = Math.max(few.followCpuMs - few.bytesCpuMs, 0);
  const ownMany = Math.max(many.followCpuMs - many.bytesCpuMs, 0);
  const whole = cold.coldMs / cold.floorMs;
  return [
    {
      what: `publish one entry in a list of ${MANY} until its files stand; floor: write and fsync the same bytes once`,
      value: many.publishMs,
      unit: "ms",
      floor: many.floorMs,
      ratio: one,
      target: "≤ 2.5 × floor",
      met: one <= 2.5,
    },
    {
      what: `CPU of that besides replacing and hashing its bytes; floor: the same in a list of ${FEW}`,
      value: ownMany,
      unit: "ms",
      floor: ownFew,
      ratio: ownMany / ownFew,
      target: "independent of the number of entries (≤ 1.5 × or within 2 ms)",
      met: ownMany <= 1.5 * ownFew || ownMany - ownFew <= 2,
    },
    {
      what: `whole site of ${MANY} entries, cold; floor: write the same files without fsync`,
      value: cold.coldMs,
      unit: "ms",
      floor: cold.floorMs,
      ratio: whole,
      target: "≤ 3 × floor",
      met: whole <= 3,
    },
  ];
}

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
}

async function timed(work: () => unknown): Promise<Timed> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
