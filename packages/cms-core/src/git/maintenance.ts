import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "./git-program.ts";

const PACKS_BETWEEN = 250;

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
 * it merges the packs it found at its start and never drops an object. Then the commit graph is brought up
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
    const names = readdirSync(join(gitDir, "objects", "pack"));
    return names.filter((name) => name.endsWith(".idx")).length;
  } catch {
    return 0;
  }
}

async function repack(gitDir: string): Promise<void> {
  try {
    // -F: what the batches stored as it is gets compressed now.
    await runGit(gitDir, ["repack", "-d", "-q", "-F", "--geometric=2", "--no-write-bitmap-index"]);
    // Which paths each commit changed: the log of one file need not compare the trees of all.
    await runGit(gitDir, ["commit-graph", "write", "--reachable", "--changed-paths", "--split"]);
  } catch {
    // Nothing is lost when a repack fails, only some speed; the next one merges the same packs.
  }
}
