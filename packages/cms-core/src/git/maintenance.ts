import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { streamGit } from "./git-program.ts";

const PACKS_BETWEEN = 250;
/** Of an import of 100,000 entries it took 20 s, and saved a tenth. */
const LEFT_ALONE_BYTES = 64 * 1024 * 1024;

export interface Maintenance {
  /** Counts a new pack and starts a repack beside the writers when enough have come. */
  readonly packWritten: () => void;
  /** Resolves when no repack runs. */
  readonly idle: () => Promise<void>;
}

export interface MaintenanceOptions {
  /** Called after a repack, when packs that were read from may be gone. */
  readonly onRepacked: () => void;
  /** Runs a repack as the only process that does, or not at all. @default it is the only process */
  readonly alone?: (work: () => Promise<void>) => Promise<void>;
  /** @default 250 */
  readonly packsBetween?: number;
}

/**
 * Every batch is a small pack, so now and then they are merged into larger ones, each at least
 * twice the next: reading stays fast and no large pack is written often. One repack at a time;
 * it merges the packs it found at its start, but for very large ones, and never drops an object. Then the commit graph is brought up
 * to date, by which the history of one file is found among many commits.
 */
export function createMaintenance(
  gitDir: string,
  { onRepacked, alone = (work) => work(), packsBetween = PACKS_BETWEEN }: MaintenanceOptions,
): Maintenance {
  // What earlier processes left counts too, however short they lived.
  let written = countPacks(gitDir);
  let running: Promise<void> | undefined;
  return {
    packWritten: () => {
      written += 1;
      if (written < packsBetween || running !== undefined) return;
      written = 0;
      running = alone(() => repack(gitDir))
        .then(onRepacked, () => undefined)
        .finally(() => (running = undefined));
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

async function repack(gitDir: string): Promise<void> {
  try {
    const spared = largePacks(gitDir).map((name) => `--keep-pack=${name}.pack`);
    // One thread: others need a processor, too. -F: what the batches stored as it is gets compressed now.
    const merge = ["-c", "pack.threads=1", "repack", "-d", "-q", "-F", "--geometric=2"];
    await Array.fromAsync(streamGit(gitDir, [...merge, "--no-write-bitmap-index", ...spared]));
    // Which paths each commit changed: the log of one file need not compare the trees of all.
    const graph = ["commit-graph", "write", "--reachable", "--changed-paths", "--split"];
    await Array.fromAsync(streamGit(gitDir, graph));
  } catch {
    // Nothing is lost when a repack fails, only some speed; the next one merges the same packs.
  }
}

function largePacks(gitDir: string): string[] {
  const folder = join(gitDir, "objects", "pack");
  return packNames(gitDir).filter((name) => {
    const size = statSync(join(folder, `${name}.pack`), { throwIfNoEntry: false })?.size;
    return size !== undefined && size > LEFT_ALONE_BYTES;
  });
}

/** Of the packs that have an index. */
function packNames(gitDir: string): string[] {
  const names = readdirSync(join(gitDir, "objects", "pack"));
  return names.flatMap((name) => /^(.*)\.idx$/.exec(name)?.[1] ?? []);
}
