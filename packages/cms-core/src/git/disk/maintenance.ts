import { readdirSync, statSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isCmsError } from "../../base/errors.ts";
import { streamGit } from "../program/git-program.ts";
import { removeLeftBehind } from "./heal.ts";

const PACKS_BETWEEN = 250;
/** Batches hold files and folders as they are: as much of them is merged before their number is reached. */
const BYTES_BETWEEN = 4 * 1024 * 1024;
/** However much they hold: where a repack fails, it is not tried with each save. */
const LEAST_PACKS = 16;
/** Of an import of 100,000 entries it took 20 s, and saved a tenth. */
const LEFT_ALONE_BYTES = 64 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BETWEEN_PRUNES = 7;
/** As long as git itself: what a push is about to lead a ref to is younger. */
const UNREACHABLE_SINCE = "2.weeks.ago";

interface Maintenance {
  /** Counts a new pack of this length, and starts a repack beside the writers when enough have come. */
  readonly packWritten: (byteSize?: number) => void;
  /** Resolves when no repack runs. */
  readonly idle: () => Promise<void>;
}

interface MaintenanceOptions {
  /** Called after a repack, when packs that were read from may be gone. */
  readonly onRepacked: () => void;
  /** Runs a repack as the only process that does, or not at all. @default it is the only process */
  readonly alone?: (work: () => Promise<void>) => Promise<void>;
  /** Whether other processes of Loam write here, too. @default false */
  readonly shared?: boolean;
}

/**
 * Every batch is a small pack, so now and then they are merged into larger ones, each at least
 * twice the next: reading stays fast, the folder small, and no large pack is written often. One repack at a time;
 * it merges the packs it found at its start, but for very large ones. Then the commit graph is brought up to date, by
 * which the history of one file is found among many commits. Once a week, what no ref has led to for two weeks is dropped.
 */
export function createMaintenance(
  gitDir: string,
  { onRepacked, alone = (work) => work(), shared = false }: MaintenanceOptions,
): Maintenance {
  // What earlier processes left counts too, however short they lived.
  let written = countPacks(gitDir);
  let bytes = 0;
  let running: Promise<void> | undefined;
  return {
    packWritten: (byteSize = 0) => {
      written += 1;
      bytes += byteSize;
      const isDue = written >= (bytes > BYTES_BETWEEN ? LEAST_PACKS : PACKS_BETWEEN);
      if (running !== undefined || !isDue) return;
      written = 0;
      bytes = 0;
      running = alone(() => keepHouse(gitDir, shared))
        .then(onRepacked, () => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    idle: async () => running,
  };
}

/** A folder that cannot be read is met by those who read what is in it. */
function countPacks(gitDir: string): number {
  try {
    return packNames(gitDir).length;
  } catch {
    return 0;
  }
}

async function keepHouse(gitDir: string, shared: boolean): Promise<void> {
  try {
    removeLeftBehind(gitDir, shared);
    await mergePacks(gitDir);
    if (isPruneDue(gitDir)) await prune(gitDir);
  } catch {
    // Nothing is lost when it fails, only some speed or space; the next one finds the same.
  }
}

async function mergePacks(gitDir: string): Promise<void> {
  const spared = largePacks(gitDir).map((name) => `--keep-pack=${name}.pack`);
  // One thread: others need a processor, too. -F: what the batches stored as it is gets compressed now.
  const merge = ["-c", "pack.threads=1", "repack", "-d", "-q", "-F", "--geometric=2"];
  await run(gitDir, [...merge, "--no-write-bitmap-index", ...spared]);
  await writeGraph(gitDir, "--split");
}

/** Which paths each commit changed: the log of one file need not compare the trees of all. */
async function writeGraph(gitDir: string, split: "--split" | "--split=replace"): Promise<void> {
  await run(gitDir, ["commit-graph", "write", "--reachable", "--changed-paths", split]);
}

/** Counted from the first time, so that a new repository is not repacked whole. */
function isPruneDue(gitDir: string): boolean {
  const since = statSync(pruneNote(gitDir), { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) writeFileSync(pruneNote(gitDir), "");
  return since !== undefined && Date.now() - since > DAYS_BETWEEN_PRUNES * DAY_MS;
}

function pruneNote(gitDir: string): string {
  return join(gitDir, "loam", "pruned");
}

/**
 * Drops what refused pushes, forced ones and killed writers left. What is being written stands in packs with a `.keep`
 * until a ref leads to it; anything else that no ref leads to goes into a pack of its own, with the times of each object.
 */
async function prune(gitDir: string): Promise<void> {
  const repack = ["-c", "pack.threads=1", "repack", "-d", "-q", "--no-write-bitmap-index"];
  await run(gitDir, [...repack, "--cruft", `--cruft-expiration=${UNREACHABLE_SINCE}`]);
  await run(gitDir, ["prune", `--expire=${UNREACHABLE_SINCE}`]);
  // The old one may name commits that are gone.
  await writeGraph(gitDir, "--split=replace");
  writeFileSync(pruneNote(gitDir), "");
}

/**
 * Writes packs without what is damaged, where the repository has a whole copy of it beside; then the damaged packs go.
 * Of objects to which no ref leads damaged ones have no copy: then all such objects go. What is written is durable.
 *
 * @returns false where an object that is in use has no whole copy; then nothing has changed
 */
export async function dropDamagedPacks(gitDir: string): Promise<boolean> {
  // Compressed in its own way: of the same objects, git would give the new pack the name of the damaged one.
  const repack = ["-c", "pack.compression=9", "repack", "-d", "-q", "-F"];
  for (const kind of [["--cruft", `--cruft-expiration=${UNREACHABLE_SINCE}`], ["-a"]]) {
    try {
      await run(gitDir, [...repack, "--no-write-bitmap-index", ...kind]);
      return true;
    } catch (error) {
      if (!isCmsError(error) || error.code !== "git_failed") throw error;
    }
  }
  return false;
}

async function run(gitDir: string, args: readonly string[]): Promise<void> {
  await Array.fromAsync(streamGit(gitDir, args));
}

function largePacks(gitDir: string): string[] {
  return packNames(gitDir).filter((name) => {
    const path = join(gitDir, "objects", "pack", `${name}.pack`);
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LEFT_ALONE_BYTES;
  });
}

/** Of the packs that have an index. */
function packNames(gitDir: string): string[] {
  const names = readdirSync(join(gitDir, "objects", "pack"));
  return names.flatMap((name) => /^(.*)\.idx$/.exec(name)?.[1] ?? []);
}

/** How much a repository holds. */
interface RepositorySize {
  readonly packs: number;
  /** Of the packs and what stands beside them. */
  readonly bytes: number;
}

/** What a repository takes of the disk; nothing for one that is not there. */
export async function repositorySize(gitDir: string): Promise<RepositorySize> {
  const folder = join(gitDir, "objects", "pack");
  const names = await readdir(folder).catch(() => []);
  // A repack removes some meanwhile.
  const sizes = names.map(
    async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size,
  );
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    bytes: (await Promise.all(sizes)).reduce((sum: number, size) => sum + (size ?? 0), 0),
  };
}
