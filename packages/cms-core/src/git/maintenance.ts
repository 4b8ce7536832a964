import { runGit } from "./git-program.ts";

const BATCHES_BETWEEN = 250;

export interface Maintenance {
  /** Counts a new pack and starts a repack beside the writers when enough have come. */
  readonly packWritten: () => void;
  /** Resolves when no repack runs. */
  readonly idle: () => Promise<void>;
}

/**
 * Every batch is a small pack, so now and then they are merged into larger ones, each at least
 * twice the next: reading stays fast and no large pack is written often. One repack at a time;
 * it merges the packs it found at its start and never drops an object.
 */
export function createMaintenance(gitDir: string, onRepacked: () => void): Maintenance {
  let written = 0;
  let running: Promise<void> | undefined;
  return {
    packWritten: () => {
      written += 1;
      if (written < BATCHES_BETWEEN || running !== undefined) return;
      written = 0;
      running = repack(gitDir)
        .then(onRepacked)
        .finally(() => (running = undefined));
    },
    idle: async () => running,
  };
}

async function repack(gitDir: string): Promise<void> {
  try {
    await runGit(gitDir, ["repack", "-d", "-q", "--geometric=2", "--no-write-bitmap-index"]);
  } catch {
    // Nothing is lost when a repack fails, only some speed; the next one merges the same packs.
  }
}
