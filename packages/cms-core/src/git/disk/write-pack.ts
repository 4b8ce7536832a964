import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Pack } from "../objects/pack.ts";
import { syncPath, writeDurably } from "./durable-file.ts";

/** Of a file in the folder of packs that is not a pack yet. Neither `git prune` nor `git gc` knows such names. */
export const UNFINISHED = "loam-new-";
/** Nobody may write to a `.keep` of ours, so after a crash it can be told from git's and people's. */
export const OWN_KEEP_MODE = 0o444;

/**
 * Returns once a pack and its index are on the disk and git can read them; after a failure there is no pack, or
 * one that nothing refers to. Git's housekeeping leaves it alone until the returned function is called: when a
 * ref leads to it.
 *
 * @param beside - What is to be on the disk, too, before the pack counts.
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
  const letGo = (): void => removeQuietly(`${name}.keep`);
  try {
    await allOrFirstError([
      ...beside,
      writeDurably(`${unfinished}-pack`, pack),
      writeDurably(`${unfinished}-idx`, index),
    ]);
    nameFiles(name, { pack: `${unfinished}-pack`, index: `${unfinished}-idx` });
    await syncPath(folder);
    return letGo;
  } catch (error) {
    // Once git could read the pack, a repack may have dropped other copies of what is in it.
    if (!existsSync(`${name}.idx`)) removeQuietly(`${name}.pack`);
    for (const kind of ["pack", "idx"]) removeQuietly(`${unfinished}-${kind}`);
    letGo();
    throw error;
  }
}

/**
 * Makes a pack of a repository out of one that git wrote elsewhere on the same disk and brought to it; otherwise as
 * `writePack`.
 *
 * @param path - Of its files, without what tells them apart.
 */
export async function adoptPack(folder: string, path: string): Promise<() => void> {
  const name = join(folder, `pack-${randomBytes(20).toString("hex")}`);
  const letGo = (): void => removeQuietly(`${name}.keep`);
  try {
    nameFiles(name, { pack: `${path}.pack`, index: `${path}.idx` });
    await syncPath(folder);
    return letGo;
  } catch (error) {
    letGo();
    throw error;
  }
}

interface PackFiles {
  readonly pack: string;
  readonly index: string;
}

/**
 * A repack drops what no ref leads to, and some remove a pack that has no index yet. An index without a pack is removed
 * by `git gc`, so it gets its name last.
 */
function nameFiles(name: string, files: PackFiles): void {
  closeSync(openSync(`${name}.keep`, "wx", OWN_KEEP_MODE));
  renameSync(files.pack, `${name}.pack`);
  renameSync(files.index, `${name}.idx`);
}

/** What stays is removed by the next opening. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing depends on its being gone.
  }
}

/** Waits for all, so that nothing is still being written when the failure is handled. */
async function allOrFirstError(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
