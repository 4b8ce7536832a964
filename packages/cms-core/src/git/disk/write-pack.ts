import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Pack } from "../objects/pack.ts";
import { syncPath, writeDurably } from "./durable-file.ts";

/** Prefix of unfinished files in the pack folder. Neither `git prune` nor `git gc` recognizes such names. */
export const UNFINISHED = "loam-new-";
/** Loam's `.keep` files are read-only, so after a crash they can be told from those of Git and users. */
export const OWN_KEEP_MODE = 0o444;

/**
 * Writes a pack and its index, and returns once they are on the disk and visible to Git. After a failure there is no
 * pack, or an unreferenced one. Git's housekeeping leaves the pack in place until the returned function is called,
 * which the caller does once a ref reaches it.
 *
 * @param beside - Must also be on the disk before the pack counts.
 */
export async function writePack(
  gitDir: string,
  { pack, index }: Pack,
  ...beside: readonly Promise<void>[]
): Promise<() => void> {
  const folder = join(gitDir, "objects", "pack");
  const id = randomBytes(20).toString("hex");
  const unfinished = join(folder, `${UNFINISHED}${id}`);
  const name = join(folder, `pack-${id}`);
  const releasePack = (): void => removeQuietly(`${name}.keep`);
  try {
    await allOrFirstError([
      ...beside,
      writeDurably(`${unfinished}-pack`, pack),
      writeDurably(`${unfinished}-idx`, index),
    ]);
    renameIntoPlace(name, { pack: `${unfinished}-pack`, index: `${unfinished}-idx` });
    await syncPath(folder);
    return releasePack;
  } catch (error) {
    // Once Git could read the pack, a repack may have dropped other copies of its objects.
    if (!existsSync(`${name}.idx`)) removeQuietly(`${name}.pack`);
    for (const kind of ["pack", "idx"]) removeQuietly(`${unfinished}-${kind}`);
    releasePack();
    throw error;
  }
}

/**
 * Adds a pack that Git wrote elsewhere on the same disk, already synced. Otherwise like `writePack`.
 *
 * @param path - Path of its files without the extension.
 */
export async function adoptPack(folder: string, path: string): Promise<() => void> {
  const name = join(folder, `pack-${randomBytes(20).toString("hex")}`);
  const releasePack = (): void => removeQuietly(`${name}.keep`);
  try {
    renameIntoPlace(name, { pack: `${path}.pack`, index: `${path}.idx` });
    await syncPath(folder);
    return releasePack;
  } catch (error) {
    releasePack();
    throw error;
  }
}

interface PackFiles {
  readonly pack: string;
  readonly index: string;
}

/**
 * Renames the `.keep` first and the index last. A repack drops unreachable objects and may remove a pack without an
 * index; `git gc` removes an index without a pack.
 */
function renameIntoPlace(name: string, files: PackFiles): void {
  closeSync(openSync(`${name}.keep`, "wx", OWN_KEEP_MODE));
  renameSync(files.pack, `${name}.pack`);
  renameSync(files.index, `${name}.idx`);
}

/** If removal fails, the next opening removes the file. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Harmless if it stays.
  }
}

/** Waits for all tasks, so that none is still writing when the failure is handled. */
async function allOrFirstError(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
