import { hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { CmsError, isCmsError } from "../base/errors.ts";
import { renameDurably } from "./durable-file.ts";
import { runGit } from "./git-program.ts";

/** 2,300 objects: all batches of saves, no import. */
const MAX_BYTES = 64 * 1024;
/** An index that another process may still be making. */
const SHARED_GRACE_MS = 60 * 60 * 1000;
const CHECKSUM_BYTES = 20;

/**
 * Whether a pack's index may be left to the system to reach the disk in its own time: every opening
 * reads indexes of that size, some hundred at most between two repacks.
 */
export function canBeHealed(index: Uint8Array): boolean {
  return index.length <= MAX_BYTES;
}

/**
 * Makes again, out of their packs, the small indexes that a power cut took the contents or the names
 * of. The packs and their names were durable before the commits in them were acknowledged.
 *
 * @throws CmsError `repository_broken` when a pack with an index is broken itself, `storage_failed` when a
 * whole pack cannot be given its index now
 */
export async function healIndexes(
  gitDir: string,
  { shared = false }: { readonly shared?: boolean } = {},
): Promise<void> {
  removeHalfMade(join(gitDir, "loam"), shared ? SHARED_GRACE_MS : 0);
  const packs = join(gitDir, "objects", "pack");
  const files = new Set(readdirSync(packs));
  for (const file of files) {
    const [, name, extension] = /^(pack-[0-9a-f]{40})\.(idx|pack)$/.exec(file) ?? [];
    if (name === undefined) continue;
    if (extension === "pack") {
      if (!files.has(`${name}.idx`)) await adoptPack(gitDir, name);
    } else if (!isWhole(join(packs, file)) && existsSync(join(packs, `${name}.pack`))) {
      await makeIndexAgain(gitDir, name);
    }
  }
}

/** Indexes that an earlier opening was making when it was cut off. */
function removeHalfMade(folder: string, graceMs: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!/^pack-[0-9a-f]{40}\..*(?:idx|rev)$/.test(name)) continue;
    const path = join(folder, name);
    const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since >= graceMs) rmSync(path, { force: true });
  }
}

/** A pack that has no index is all there, or its commits were never acknowledged. */
async function adoptPack(gitDir: string, name: string): Promise<void> {
  try {
    await makeIndexAgain(gitDir, name);
  } catch (error) {
    // A repack beside us may have merged it into another meanwhile.
    if (!existsSync(join(gitDir, "objects", "pack", `${name}.pack`))) return;
    if (!isCmsError(error) || error.code !== "repository_broken") throw error;
  }
}

/** An index ends in the checksum of all that precedes it. */
function isWhole(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // One that is gone was merged into another by a repack beside us.
  if (size === undefined || size > MAX_BYTES) return true;
  return endsInItsSum(path);
}

function endsInItsSum(path: string): boolean {
  const bytes = readFileSync(path);
  const sum = hash("sha1", bytes.subarray(0, -CHECKSUM_BYTES), "buffer");
  return sum.equals(bytes.subarray(-CHECKSUM_BYTES));
}

/** Takes the broken one's place in one step: a pack without an index would count as unfinished. */
async function makeIndexAgain(gitDir: string, name: string): Promise<void> {
  const packs = join(gitDir, "objects", "pack");
  const folder = join(gitDir, "loam");
  // Another process may be making the same one.
  const half = join(folder, `${name}.${randomBytes(4).toString("hex")}`);
  const made = `${half}.idx`;
  mkdirSync(folder, { recursive: true });
  const pack = join(packs, `${name}.pack`);
  await runGit(gitDir, ["index-pack", "-o", made, pack]).catch((error: unknown) => {
    throw indexFailure(pack, error);
  });
  const file = await open(made, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  await renameDurably(made, join(packs, `${name}.idx`));
  rmSync(`${half}.rev`, { force: true });
}

/**
 * A pack that is whole holds what was acknowledged, whatever keeps git from reading it, such as a full disk: it
 * must not pass for a leftover.
 */
function indexFailure(pack: string, cause: unknown): unknown {
  if (!isCmsError(cause) || cause.code !== "git_failed") return cause;
  const said = cause.message;
  return endsInItsSum(pack)
    ? new CmsError("storage_failed", `A pack cannot be given its index now: ${said}`, { cause })
    : new CmsError(
        "repository_broken",
        `A pack cannot be read; restore the repository from a copy. ${said}`,
        { cause },
      );
}
