import { readdirSync, statSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isCmsError } from "../../base/errors.ts";
import { streamGit } from "../program/git-program.ts";
import { removeStaleFiles } from "./recover-repository.ts";

const PACKS_BETWEEN = 250;
/** Batches store files and folders uncompressed, so packs are also merged once they reach this size. */
const REPACK_BYTES = 4 * 1024 * 1024;
/** Minimum number of packs regardless of size, so that a failing repack isn't retried on every save. */
const MIN_PACKS = 16;
/** Larger packs aren't rewritten: for an import of 100,000 entries, that took 20 s and saved a tenth. */
const MAX_REPACKED_BYTES = 64 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BETWEEN_PRUNES = 7;
/** Same as Git. Objects of a push that is about to move a ref are younger. */
const UNREACHABLE_SINCE = "2.weeks.ago";

interface Maintenance {
  /** Counts a new pack of this size and starts a repack in the background when there are enough. */
  readonly packWritten: (byteSize?: number) => void;
  /** Resolves when no repack is running. */
  readonly idle: () => Promise<void>;
}

interface MaintenanceOptions {
  /** Called after a repack, when packs that were open may be gone. */
  readonly onRepacked: () => void;
  /** Runs a repack only if no other process runs one. @default this is the only process */
  readonly alone?: (work: () => Promise<void>) => Promise<void>;
  /** Whether other Loam processes also write here. @default false */
  readonly shared?: boolean;
}

/**
 * Creates the housekeeping of a repository. Every batch is a small pack, so they are merged now and then into larger
 * ones, each at least twice as large as the next. Reads stay fast, the folder stays small, and large packs are rarely
 * written. One repack runs at a time; it merges the packs it found at its start, except very large ones. It then
 * updates the commit graph, which speeds up the history of a file among many commits. Once a week, objects that no ref
 * has reached for two weeks are dropped.
 */
export function createMaintenance(
  gitDir: string,
  { onRepacked, alone = (work) => work(), shared = false }: MaintenanceOptions,
): Maintenance {
  // Counts packs of earlier processes, however short-lived those were.
  let written = countPacks(gitDir);
  let bytes = 0;
  let running: Promise<void> | undefined;
  return {
    packWritten: (byteSize = 0) => {
      written += 1;
      bytes += byteSize;
      const isDue = written >= (bytes > REPACK_BYTES ? MIN_PACKS : PACKS_BETWEEN);
      if (running !== undefined || !isDue) return;
      written = 0;
      bytes = 0;
      running = alone(() => runMaintenance(gitDir, shared))
        .then(onRepacked, () => undefined)
        .finally(() => {
          running = undefined;
        });
    },
    idle: async () => running,
  };
}

/** An unreadable folder is reported by the code that reads its files. */
function countPacks(gitDir: string): number {
  try {
    return packNames(gitDir).length;
  } catch {
    return 0;
  }
}

async function runMaintenance(gitDir: string, shared: boolean): Promise<void> {
  try {
    removeStaleFiles(gitDir, shared);
    await mergePacks(gitDir);
    if (isPruneDue(gitDir)) await prune(gitDir);
  } catch {
    // A failed repack costs only speed or space; the next one retries.
  }
}

async function mergePacks(gitDir: string): Promise<void> {
  const spared = largePacks(gitDir).map((name) => `--keep-pack=${name}.pack`);
  // One thread, to leave processor time for others. -F compresses what the batches stored uncompressed.
  const merge = ["-c", "pack.threads=1", "repack", "-d", "-q", "-F", "--geometric=2"];
  await run(gitDir, [...merge, "--no-write-bitmap-index", ...spared]);
  await writeGraph(gitDir, "--split");
}

/** Stores which paths each commit changed, so that the log of a file needn't compare the trees of all commits. */
async function writeGraph(gitDir: string, split: "--split" | "--split=replace"): Promise<void> {
  await run(gitDir, ["commit-graph", "write", "--reachable", "--changed-paths", split]);
}

/** Counts from the first call, so that a new repository isn't fully repacked. */
function isPruneDue(gitDir: string): boolean {
  const since = statSync(pruneNote(gitDir), { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) writeFileSync(pruneNote(gitDir), "");
  return since !== undefined && Date.now() - since > DAYS_BETWEEN_PRUNES * DAY_MS;
}

function pruneNote(gitDir: string): string {
  return join(gitDir, "loam", "pruned");
}

/**
 * Drops objects of refused pushes, forced pushes, and killed writers. Objects being written are in packs with a `.keep`
 * until a ref reaches them; other unreachable objects move to a separate pack that stores a time for each.
 */
async function prune(gitDir: string): Promise<void> {
  const repack = ["-c", "pack.threads=1", "repack", "-d", "-q", "--no-write-bitmap-index"];
  await run(gitDir, [...repack, "--cruft", `--cruft-expiration=${UNREACHABLE_SINCE}`]);
  await run(gitDir, ["prune", `--expire=${UNREACHABLE_SINCE}`]);
  // The old graph may name commits that are gone.
  await writeGraph(gitDir, "--split=replace");
  writeFileSync(pruneNote(gitDir), "");
}

/**
 * Rewrites packs without damaged objects if the repository has an intact copy of each, then deletes the damaged packs.
 * Damaged unreachable objects have no copy; in that case all unreachable objects are dropped. The result is durable.
 * Changes nothing if an object in use has no intact copy.
 */
export async function dropDamagedPacks(gitDir: string): Promise<void> {
  // A different compression level: with the same objects and level, Git would give the new pack the damaged one's name.
  const repack = ["-c", "pack.compression=9", "repack", "-d", "-q", "-F"];
  for (const kind of [["--cruft", `--cruft-expiration=${UNREACHABLE_SINCE}`], ["-a"]]) {
    try {
      await run(gitDir, [...repack, "--no-write-bitmap-index", ...kind]);
      return;
    } catch (error) {
      if (!isCmsError(error) || error.code !== "git_failed") throw error;
    }
  }
}

async function run(gitDir: string, args: readonly string[]): Promise<void> {
  await Array.fromAsync(streamGit(gitDir, args));
}

function largePacks(gitDir: string): string[] {
  return packNames(gitDir).filter((name) => {
    const path = join(gitDir, "objects", "pack", `${name}.pack`);
    return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_REPACKED_BYTES;
  });
}

/** Names of the packs that have an index. */
function packNames(gitDir: string): string[] {
  const names = readdirSync(join(gitDir, "objects", "pack"));
  return names.flatMap((name) => /^(.*)\.idx$/.exec(name)?.[1] ?? []);
}

/** Size of a repository. */
interface RepositorySize {
  readonly packs: number;
  /** Size of the packs and their companion files. */
  readonly bytes: number;
}

/** Returns the disk usage of a repository; zero if it doesn't exist. */
export async function repositorySize(gitDir: string): Promise<RepositorySize> {
  const folder = join(gitDir, "objects", "pack");
  const names = await readdir(folder).catch(() => []);
  // A repack may remove some of them while this runs.
  const sizes = names.map(
    async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size,
  );
  return {
    packs: names.filter((name) => name.endsWith(".pack")).length,
    bytes: (await Promise.all(sizes)).reduce((sum: number, size) => sum + (size ?? 0), 0),
  };
}
