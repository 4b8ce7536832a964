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
import { finishDurably, syncPath } from "./durable-file.ts";
import { ownLock, watchLock } from "./lock-owner.ts";

const LOCK_TIMEOUT_MS = 10_000;
const TRY_AGAIN_SECONDS = 10;
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 50;

/**
 * No other git makes its locks read-only, so after a crash ours can be told from those of a push that is
 * under way. As the ref's file it is replaced, never written to, by git too.
 */
export const OWN_LOCK_MODE = 0o444;

export interface LockOptions {
  /** Whether other processes of Loam write here, too: then a dead one's lock is removed. @default false */
  readonly shared?: boolean;
}

/** A ref that no other git program can move until it is moved or released here. */
export interface RefLock {
  /** Where the ref stands; null when it does not exist. */
  readonly current: Oid | null;
  /** Puts the new value on the disk beside the ref, while the caller does the same with others. */
  readonly prepare: (next: Oid) => Promise<void>;
  /** Makes the prepared value the ref's and returns once that is durable. */
  readonly move: () => Promise<void>;
  /** Gives the lock back without moving; harmless after `move`. */
  readonly release: () => void;
}

/**
 * Where a ref stands, or undefined when it does not exist.
 *
 * @throws CmsError `repository_broken` when its file holds no object id
 */
export function readRef(gitDir: string, ref: string): Oid | undefined {
  const loose = readIfThere(join(gitDir, ref))?.trim();
  if (loose === undefined) {
    const packed = readPackedRefs(gitDir).get(ref);
    // No ref is missing from a repository that is not there: a volume may be gone for a while.
    if (packed === undefined && !existsSync(join(gitDir, "objects"))) throw isGone(gitDir);
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
 * Locks a ref by git's own protocol: the file `<ref>.lock`, created exclusively, becomes the ref
 * by a rename. Waits for another holder until it has had the lock for ten seconds; what a dead one left is removed.
 *
 * @throws CmsError `unavailable` when another program keeps the lock
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
  const owned = shared ? ownLock(gitDir, { ref, path: lockPath, file }) : undefined;
  let held = true;
  const release = (): void => {
    if (!held) return;
    held = false;
    owned?.end();
    if (owned?.stands() === false) closeSync(file);
    else giveBack(lockPath, file);
  };
  try {
    const current = readRef(gitDir, ref) ?? null;
    if (current === null) checkFree(gitDir, ref);
    return {
      current,
      prepare: async (next) => finishDurably(file, Buffer.from(`${next}\n`)),
      move: async () => {
        if (owned?.stands() === false) throw lostLock(ref);
        const old = openIfThere(path);
        try {
          renameSync(lockPath, path);
          // From here on the name `<ref>.lock` may be another program's.
          held = false;
          owned?.end();
          closeSync(file);
          await syncPath(dirname(path));
        } finally {
          // What closing a replaced file says changes nothing.
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

/** Locks of this process that could not be removed when they were given back. */
const abandoned = new Set<string>();

/** Nothing depends on it: what fails here is made up for by the next lock. */
function giveBack(lockPath: string, file: number): void {
  try {
    closeSync(file);
  } catch {
    // The system has let go of the file all the same.
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
 * Keeps a ref's old file while another takes its place. To free it takes ext4 as long as a durable
 * write of it; that happens when it is closed, in the thread pool, after the new value is durable.
 */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch {
    return undefined;
  }
}

/** @param heldForMs - removes the lock of a dead holder */
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
      else if (code !== "EEXIST" && !existsSync(join(gitDir, "objects"))) throw isGone(gitDir);
      else if (code === "ENOTDIR") throw besideAnother(ref, "a ref that is a prefix of its name");
      else if (code !== "EEXIST") throw lockError(ref, error);
      else if (heldForMs() > LOCK_TIMEOUT_MS || Date.now() > deadline) {
        throw lockedByOther(gitDir, ref, error);
      } else await wait(delay);
    }
  }
}

/** It took so long that another process took this one for dead. */
function lostLock(ref: string): CmsError {
  return new CmsError(
    "storage_failed",
    `The lock of ${ref} was lost, so no ref was updated. Try again.`,
    {
      details: { ref },
    },
  );
}

function isGone(gitDir: string): CmsError {
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
 * Makes a folder for refs with its parents, so that a power cut does not take it away again. Where the repository
 * itself is gone, nothing is made that would look like one.
 */
async function makeFolder(gitDir: string, path: string): Promise<void> {
  if (!existsSync(join(gitDir, "objects"))) throw isGone(gitDir);
  const first = mkdirSync(path, { recursive: true });
  if (first === undefined) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) await syncPath(dirname(at));
}

/** A new ref may be no folder of another, nor lie inside one; inside a loose one it cannot be locked. */
function checkFree(gitDir: string, ref: string): void {
  const isFolderOfRefs = statSync(join(gitDir, ref), { throwIfNoEntry: false })?.isDirectory();
  const packed = [...readPackedRefs(gitDir).keys()];
  const clash = packed.find((other) => other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`));
  if (isFolderOfRefs !== true && clash === undefined) return;
  throw besideAnother(ref, clash ?? `the refs in ${ref}/`);
}

function besideAnother(ref: string, other: string): CmsError {
  return new CmsError("conflict", `${ref} conflicts with ${other}.`);
}

/** Refs that stand in one file, as `git gc` leaves them. */
function readPackedRefs(gitDir: string): Map<string, Oid> {
  const text = readIfThere(join(gitDir, "packed-refs")) ?? "";
  // Git refuses it, too: the last line may be half of a longer name.
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

function readIfThere(path: string): string | undefined {
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
 * Every ref and where it stands, by its full name.
 *
 * @throws CmsError `repository_broken`, `storage_failed`
 */
export function listRefs(gitDir: string): Map<string, Oid> {
  const refs = new Map(readPackedRefs(gitDir));
  for (const ref of looseRefs(gitDir)) {
    const oid = readRef(gitDir, ref);
    // One that is just removed.
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
