import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import {
  syncFolder,
  writeDurably,
  writeLater,
  writeNameDurably,
  type FileCalls,
} from "./durable-file.ts";
import { canBeHealed } from "./heal-indexes.ts";
import type { Pack } from "./pack.ts";

interface WritePackOptions {
  readonly calls: FileCalls;
  /** Whether an index that can be made again is left to the system to bring to the disk. */
  readonly canWait: boolean;
  /** What is to be on the disk, too, before the pack counts. */
  readonly beside: readonly Promise<void>[];
}

/** Returns once a pack is on the disk and git can read it; after a failure there is none. */
export async function writePack(
  gitDir: string,
  { pack, index }: Pack,
  { calls, canWait, beside }: WritePackOptions,
): Promise<void> {
  const later = canWait && canBeHealed(index);
  const folder = join(gitDir, "objects", "pack");
  // Under its last name from the start: git takes no notice of a pack without an index.
  const name = join(folder, `pack-${randomBytes(20).toString("hex")}`);
  const newIndex = join(folder, `tmp_idx_loam-${basename(name)}`);
  try {
    await allOrFirstError([
      ...beside,
      writeNameDurably(`${name}.pack`, pack, calls),
      later ? writeLater(newIndex, index, calls) : writeDurably(newIndex, index, calls),
    ]);
    await calls.rename(newIndex, `${name}.idx`);
    if (!later) await syncFolder(folder, calls);
  } catch (error) {
    for (const path of [newIndex, `${name}.idx`, `${name}.pack`]) rmSync(path, { force: true });
    throw error;
  }
}

/** Waits for all, so that nothing is still being written when the failure is handled. */
async function allOrFirstError(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
