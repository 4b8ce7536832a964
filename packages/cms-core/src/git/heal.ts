import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
} from "node:fs";
import { join } from "node:path";
import { livesHere, processIdentity } from "./process-identity.ts";
import { OWN_LOCK_MODE } from "./refs.ts";
import { OWN_KEEP_MODE, UNFINISHED } from "./write-pack.ts";

/** A lock that stands this long when no writer is alive belongs to a dead one. */
const LOCK_GRACE_MS = 2000;
/** Other programs' leftovers in the folder of packs; git itself waits two weeks. */
const FOREIGN_GRACE_MS = 24 * 60 * 60 * 1000;
/** No batch takes this long to be written. */
const SHARED_GRACE_MS = 60 * 60 * 1000;
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;

interface LockFile {
  readonly path: string;
  readonly inode: number;
  /** Made by Loam, not by a push or another git command. */
  readonly isOurs: boolean;
}

/**
 * Removes what a killed writer left behind: its locks at once, others' when they are stale, objects of
 * no bytes, packs that were never finished. Nothing is touched while the process that opened the repository last is alive. Across
 * processes the caller holds the data folder's lock.
 *
 * @returns a function for the closing: says that the writer is gone in peace, and stops watching
 * locks too young to be judged yet
 */
export function healRepository(gitDir: string): () => void {
  const last = lastWriter(gitDir);
  if (last === "alive") return () => undefined;
  const forgetWriter = noteWriter(gitDir);
  removeEmptyObjects(join(gitDir, "objects"));
  removeLeftovers(join(gitDir, "objects", "pack"));
  const locks = findLocks(gitDir).filter(
    (lock) => !(last === "dead" && lock.isOurs && removeLock(lock)),
  );
  const young = locks.filter((lock) => !removeIfStale(lock));
  if (young.length === 0) return forgetWriter;
  const timer = setTimeout(() => {
    for (const lock of young) removeIfStale(lock);
  }, LOCK_GRACE_MS + 50).unref();
  return () => {
    clearTimeout(timer);
    forgetWriter();
  };
}

/** True when the lock is gone: it was old enough, and no other took its place. */
function removeIfStale({ path, inode }: LockFile): boolean {
  const now = statSync(path, { throwIfNoEntry: false });
  if (now === undefined || now.ino !== inode) return true;
  if (Date.now() - now.mtimeMs < LOCK_GRACE_MS) return false;
  return removeLock({ path });
}

function removeLock({ path }: Pick<LockFile, "path">): true {
  rmSync(path, { force: true });
  return true;
}

function findLocks(gitDir: string): LockFile[] {
  const places = [
    ...list(gitDir).filter((file) => file.isFile()),
    ...list(join(gitDir, "refs"), true),
    ...list(join(gitDir, "objects", "info"), true),
    ...list(join(gitDir, "objects", "pack")),
  ];
  return places
    .filter((file) => file.isFile() && file.name.endsWith(".lock"))
    .flatMap((file) => {
      const path = join(file.parentPath, file.name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return [];
      return [{ path, inode: stat.ino, isOurs: (stat.mode & 0o777) === OWN_LOCK_MODE }];
    });
}

/**
 * The same where other processes may be writing now: what may be theirs stays, and a lock is looked at by who
 * waits for it.
 */
export function healShared(gitDir: string): void {
  removeEmptyObjects(join(gitDir, "objects"), SHARED_GRACE_MS);
  removeLeftovers(join(gitDir, "objects", "pack"), SHARED_GRACE_MS);
}

/** git never replaces an object of no bytes by itself: "it exists", so its content stays lost. */
function removeEmptyObjects(objects: string, graceMs = 0): void {
  for (const folder of list(objects)) {
    if (!folder.isDirectory() || !LOOSE_FOLDER.test(folder.name)) continue;
    for (const file of list(join(objects, folder.name))) {
      const path = join(file.parentPath, file.name);
      const stat = statSync(path, { throwIfNoEntry: false });
      const isEmpty = stat?.size === 0 && Date.now() - stat.mtimeMs >= graceMs;
      if (isEmpty) rmSync(path, { force: true });
    }
  }
}

function removeLeftovers(packs: string, graceMs = 0): void {
  for (const { name } of list(packs)) {
    const path = join(packs, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const ageMs = Date.now() - stat.mtimeMs;
    if (name.startsWith(UNFINISHED) && ageMs >= graceMs) rmSync(path, { force: true });
    if (name.startsWith("tmp_") && ageMs > FOREIGN_GRACE_MS) rmSync(path, { force: true });
    const isOwnKeep = name.endsWith(".keep") && (stat.mode & 0o777) === OWN_KEEP_MODE;
    if (isOwnKeep && ageMs >= graceMs) letGo(path);
  }
}

/** A pack without an index was never acknowledged; any other is from now on subject to git's housekeeping. */
function letGo(keep: string): void {
  const name = keep.slice(0, -".keep".length);
  if (!existsSync(`${name}.idx`)) rmSync(`${name}.pack`, { force: true });
  rmSync(keep, { force: true });
}

/** `gone`: it closed the repository, or there was none. */
function lastWriter(gitDir: string): "alive" | "dead" | "gone" {
  const noted = readText(join(gitDir, "loam", "writer"));
  if (noted === "") return "gone";
  return livesHere(noted) ? "alive" : "dead";
}

function noteWriter(gitDir: string): () => void {
  const path = join(gitDir, "loam", "writer");
  mkdirSync(join(gitDir, "loam"), { recursive: true });
  writeFileSync(path, processIdentity(process.pid));
  return () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // The note of a process that is gone says as much.
    }
  };
}

function list(folder: string, recursive = false): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive });
  } catch {
    return [];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
