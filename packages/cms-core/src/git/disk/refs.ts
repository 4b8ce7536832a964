import {
  close,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CmsError, errorCode } from "../../base/errors.ts";
import { isOid, type Oid } from "../objects/object-id.ts";
import { writeAndSync, syncPath } from "./durable-file.ts";
import { holdLock, watchLock } from "./lock-owner.ts";

const LOCK_TIMEOUT_MS = 10_000;
const TRY_AGAIN_SECONDS = 10;
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 50;

/**
 * Git never creates read-only locks, so after a crash Loam's locks can be told from those of a running push. Git also
 * replaces a ref's file instead of writing to it.
 */
export const OWN_LOCK_MODE = 0o444;

export interface LockOptions {
  /** Whether other Loam processes also write here, so that a dead one's lock is removed. @default false */
  readonly shared?: boolean;
}

/** A ref that no other Git process can move until it is moved or released here. */
export interface RefLock {
  /** Current value of the ref; null if it doesn't exist. */
  readonly current: Oid | null;
  /** Writes the new value to disk next to the ref, so that the caller can prepare several refs in parallel. */
  readonly prepare: (next: Oid) => Promise<void>;
  /** Sets the ref to the prepared value and returns once that is durable. */
  readonly move: () => Promise<void>;
  /** Releases the lock without moving the ref. Harmless after `move`. */
  readonly release: () => void;
}

/**
 * Returns the value of a ref, or undefined if it doesn't exist.
 *
 * @throws CmsError `repository_broken` if its file contains no object id
 */
export function readRef(gitDir: string, ref: string): Oid | undefined {
  const loose = tryReadText(join(gitDir, ref))?.trim();
  if (loose === undefined) {
    const packed = readPackedRefs(gitDir).get(ref);
    // A missing repository isn't a missing ref: a volume may be unmounted for a while.
    if (packed === undefined && !existsSync(join(gitDir, "objects")))
      throw repositoryMissing(gitDir);
    return packed;
  }
  if (isOid(loose)) return loose;
  throw new CmsError(
    "repository_broken",
    `${ref} contains no commit. Write the ID of its newest commit into the file, or restore the repository from a backup.`,
    { details: { ref } },
  );
}

/**
 * Locks a ref using Git's own protocol: the file `<ref>.lock`, created exclusively, replaces the ref by a rename. Waits
 * for another holder until it has held the lock for ten seconds. A dead holder's lock is removed.
 *
 * @throws CmsError `unavailable` if another process keeps the lock
 */
export async function lockRef(
  gitDir: string,
  ref: string,
  { shared = false }: LockOptions = {},
): Promise<RefLock> {
  const path = join(gitDir, ref);
  const lockPath = `${path}.lock`;
  const watched = { ref, path: lockPath, shared, ownMode: OWN_LOCK_MODE };
  const file = await createLock(gitDir, ref, watchLock(gitDir, watched));
  const owned = shared ? holdLock(gitDir, { ref, path: lockPath, file }) : undefined;
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    owned?.end();
    if (owned?.isCurrent() === false) closeSync(file);
    else releaseLock(lockPath, file);
  };
  try {
    const current = readRef(gitDir, ref) ?? null;
    if (current === null) requireFreeName(gitDir, ref);
    return {
      current,
      prepare: async (next) => writeAndSync(file, Buffer.from(`${next}\n`)),
      move: async () => {
        if (owned?.isCurrent() === false) throw lockLost(ref);
        const old = openIfExists(path);
        try {
          renameSync(lockPath, path);
          // From here on, `<ref>.lock` may belong to another process.
          held = false;
          owned?.end();
          closeSync(file);
          await syncPath(dirname(path));
        } finally {
          // An error on closing a replaced file has no effect.
          if (old !== undefined) close(old, () => undefined);
        }
      },
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Locks of this process that couldn't be removed on release. */
const abandoned = new Set<string>();

/** A failure here is harmless: the next lock makes up for it. */
function releaseLock(lockPath: string, file: number): void {
  try {
    closeSync(file);
  } catch {
    // The system releases the file even if closing it fails.
  }
  try {
    rmSync(lockPath, { force: true });
  } catch {
    abandoned.add(lockPath);
  }
}

function removeAbandoned(lockPath: string, ref: string): void {
  try {
    rmSync(lockPath, { force: true });
  } catch (error) {
    throw lockError(ref, error);
  }
  abandoned.delete(lockPath);
}

/**
 * Keeps a ref's old file open while a new one replaces it. Freeing it takes ext4 as long as a durable write of the
 * file. This way it is freed on close, in the thread pool, after the new value is durable.
 */
function openIfExists(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch {
    return undefined;
  }
}

/** @param heldForMs - also removes the lock of a dead holder */
async function createLock(gitDir: string, ref: string, heldForMs: () => number): Promise<number> {
  const lockPath = join(gitDir, `${ref}.lock`);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
    try {
      return openSync(lockPath, "wx", OWN_LOCK_MODE);
    } catch (error) {
      const code = errorCode(error);
      if (code === "EEXIST" && abandoned.has(lockPath)) removeAbandoned(lockPath, ref);
      else if (code === "ENOENT") await makeFolder(gitDir, dirname(lockPath));
      else if (code !== "EEXIST" && !existsSync(join(gitDir, "objects")))
        throw repositoryMissing(gitDir);
      else if (code === "ENOTDIR") throw conflictingRef(ref, "a ref that is a prefix of its name");
      else if (code !== "EEXIST") throw lockError(ref, error);
      else if (heldForMs() > LOCK_TIMEOUT_MS || Date.now() > deadline) {
        throw lockedByOther(gitDir, ref, error);
      } else await wait(delay);
    }
  }
}

/** The operation took so long that another process took this one for dead. */
function lockLost(ref: string): CmsError {
  return new CmsError(
    "storage_failed",
    `The lock of ${ref} was lost, so no ref was updated. Try again.`,
    {
      details: { ref },
    },
  );
}

function repositoryMissing(gitDir: string): CmsError {
  return new CmsError("repository_broken", "The repository no longer exists.", {
    details: { gitDir },
  });
}

function lockError(ref: string, cause: unknown): CmsError {
  const message = `${ref} cannot be written: ${reasonOf(cause)}`;
  return new CmsError("storage_failed", message, { cause, details: { ref } });
}

function lockedByOther(gitDir: string, ref: string, cause: unknown): CmsError {
  const file = join(basename(dirname(gitDir)), basename(gitDir), `${ref}.lock`);
  const message =
    `${file} exists: a Git process is updating this branch, or was killed. ` +
    "Try again. If no Git process is running there, delete the file.";
  const details = { ref, retryAfterSeconds: TRY_AGAIN_SECONDS };
  return new CmsError("unavailable", message, { cause, details });
}

/**
 * Creates a folder for refs with its parents and syncs them. Fails if the repository itself is gone, so that nothing
 * looking like a repository is created.
 */
async function makeFolder(gitDir: string, path: string): Promise<void> {
  if (!existsSync(join(gitDir, "objects"))) throw repositoryMissing(gitDir);
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) await syncPath(dirname(at));
}

/** A ref name cannot be a folder of another ref's name or lie below one. Git cannot lock a ref below a loose ref. */
function requireFreeName(gitDir: string, ref: string): void {
  const isFolderOfRefs = statSync(join(gitDir, ref), { throwIfNoEntry: false })?.isDirectory();
  const packed = [...readPackedRefs(gitDir).keys()];
  const clash = packed.find((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`));
  if (isFolderOfRefs !== true && clash === undefined) return;
  throw conflictingRef(ref, clash ?? `the refs in ${ref}/`);
}

function conflictingRef(ref: string, other: string): CmsError {
  return new CmsError("conflict", `${ref} conflicts with ${other}.`);
}

/** Reads the packed refs file, which `git gc` writes. */
function readPackedRefs(gitDir: string): Map<string, Oid> {
  const text = tryReadText(join(gitDir, "packed-refs")) ?? "";
  // Git also refuses this: the last line may be half of a longer name.
  if (text !== "" && !text.endsWith("\n")) {
    throw new CmsError(
      "repository_broken",
      "packed-refs is truncated and cannot be read. Restore the repository from a backup.",
      { details: { gitDir } },
    );
  }
  const refs = new Map<string, Oid>();
  for (const line of text.split("\n")) {
    const [oid = "", ref] = line.split(" ");
    if (isOid(oid) && ref !== undefined) refs.set(ref, oid);
  }
  return refs;
}

function tryReadText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
    throw new CmsError("storage_failed", `A ref cannot be read: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Returns all refs and their values by full name.
 *
 * @throws CmsError `repository_broken`, `storage_failed`
 */
export function listRefs(gitDir: string): Map<string, Oid> {
  const refs = new Map(readPackedRefs(gitDir));
  for (const ref of looseRefs(gitDir)) {
    const oid = readRef(gitDir, ref);
    // The ref may just have been removed.
    if (oid !== undefined) refs.set(ref, oid);
  }
  return refs;
}

function looseRefs(gitDir: string): string[] {
  try {
    return readdirSync(join(gitDir, "refs"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
      .map(({ parentPath, name }) => relative(gitDir, join(parentPath, name)))
      .map((path) => path.split(sep).join("/"));
  } catch (cause) {
    throw new CmsError("storage_failed", "The refs of the repository cannot be listed.", { cause });
  }
}
