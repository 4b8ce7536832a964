import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isCmsError } from "../../base/errors.ts";
import { streamGit } from "../program/git-program.ts";
import { refusePushes } from "./create-repository.ts";
import { findAbandonedFiles } from "./lock-owner.ts";
import { isRunningHere, processIdentity } from "./process-identity.ts";
import { OWN_LOCK_MODE } from "./refs.ts";
import { OWN_KEEP_MODE, UNFINISHED } from "./write-pack.ts";

/** Age at which Git's leftovers are removed when a container may hide their owner. Git itself waits two weeks. */
const LEFTOVER_GRACE_MS = 24 * 60 * 60 * 1000;
/** Writing a batch never takes this long. */
const SHARED_GRACE_MS = 60 * 60 * 1000;
/** Quarantine folder in which pushes are checked. */
export const INCOMING: string = join("loam", "incoming");
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;

/**
 * Removes the locks and unfinished files of a killed writer. Does nothing while the last process that opened the
 * repository is alive. With several processes, the caller must hold the data folder's lock. If others may be writing
 * (`shared`), files that could be theirs are kept, and locks are left to the processes that wait for them.
 *
 * @returns a function to call on close, which records that the writer ended cleanly
 */
export function recoverRepository(gitDir: string, shared: boolean): () => void {
  const last = shared ? "gone" : lastWriter(gitDir);
  if (last === "alive") return () => undefined;
  const clearWriterNote = shared ? () => undefined : noteWriter(gitDir);
  const graceMs = shared ? SHARED_GRACE_MS : 0;
  refusePushes(gitDir);
  removeEmptyObjects(join(gitDir, "objects"), graceMs);
  removeUnfinished(join(gitDir, "objects", "pack"), graceMs);
  removeIncoming(gitDir, graceMs);
  if (last === "dead") {
    for (const { path } of findLocks(gitDir).filter(isCreatedByLoam)) rmSync(path, { force: true });
  }
  removeStaleFiles(gitDir, shared);
  return clearWriterNote;
}

/**
 * Removes leftovers of killed Git processes: locks and unfinished packs, objects, and pushes. The locks would block Git
 * forever, and Git never deletes the rest.
 */
export function removeStaleFiles(gitDir: string, shared: boolean): void {
  const locks = findLocks(gitDir).filter((lock) => !(shared && isCreatedByLoam(lock)));
  const halves = findUnfinished(join(gitDir, "objects"));
  const left = [
    ...findAbandonedFiles(locks, { shared }),
    ...findAbandonedFiles(halves, { shared, unseenGraceMs: LEFTOVER_GRACE_MS }),
  ];
  for (const { path } of left) rmSync(path, { force: true, recursive: true });
}

interface FoundFile {
  readonly path: string;
  readonly mtimeMs: number;
  readonly mode: number;
}

function findLocks(gitDir: string): readonly FoundFile[] {
  const places = [
    ...readFolder(gitDir),
    ...readFolder(join(gitDir, "refs"), true),
    ...readFolder(join(gitDir, "objects", "info"), true),
    ...readFolder(join(gitDir, "objects", "pack")),
  ];
  return statFiles(places.filter((file) => file.isFile() && file.name.endsWith(".lock")));
}

/** Whether Loam created the file, as opposed to a push or another Git command. */
function isCreatedByLoam({ mode }: FoundFile): boolean {
  return (mode & 0o777) === OWN_LOCK_MODE;
}

/**
 * Finds files that Git hasn't given their final name yet: packs, incoming objects, loose objects, and commit graphs.
 */
function findUnfinished(objects: string): readonly FoundFile[] {
  const loose = readFolder(objects).filter((folder) => LOOSE_FOLDER.test(folder.name));
  const places = [
    ...readFolder(objects),
    ...loose.flatMap(({ name }) => readFolder(join(objects, name))),
    ...readFolder(join(objects, "pack")),
    ...readFolder(join(objects, "info", "commit-graphs")),
  ];
  return statFiles(places.filter(({ name }) => /^(?:\.tmp-|tmp_|incoming-)/.test(name)));
}

function statFiles(files: readonly Dirent[]): FoundFile[] {
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, mtimeMs: stat.mtimeMs, mode: stat.mode }];
  });
}

/** Git treats an empty object file as existing and never rewrites it, so the content would stay lost. */
function removeEmptyObjects(objects: string, graceMs: number): void {
  for (const folder of readFolder(objects)) {
    if (!folder.isDirectory() || !LOOSE_FOLDER.test(folder.name)) continue;
    for (const file of readFolder(join(objects, folder.name))) {
      const path = join(file.parentPath, file.name);
      const stat = statSync(path, { throwIfNoEntry: false });
      const isEmpty = stat?.size === 0 && isExpired(stat, graceMs);
      if (isEmpty) rmSync(path, { force: true });
    }
  }
}

function removeUnfinished(packs: string, graceMs: number): void {
  for (const { name } of readFolder(packs)) {
    const path = join(packs, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (!isExpired(stat, graceMs)) continue;
    if (name.startsWith(UNFINISHED)) rmSync(path, { force: true });
    const isOwnKeep = name.endsWith(".keep") && (stat.mode & 0o777) === OWN_KEEP_MODE;
    if (isOwnKeep) releasePack(path);
  }
}

/** A push that ended with its process was never acknowledged. */
function removeIncoming(gitDir: string, graceMs: number): void {
  for (const { name } of readFolder(join(gitDir, INCOMING))) {
    const path = join(gitDir, INCOMING, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    const isOver = stat !== undefined && isExpired(stat, graceMs);
    if (isOver) rmSync(path, { recursive: true, force: true });
  }
}

/** Without a grace period the clock is ignored: after a clock reset, files can have future timestamps. */
function isExpired({ mtimeMs }: { readonly mtimeMs: number }, graceMs: number): boolean {
  return graceMs === 0 || Date.now() - mtimeMs >= graceMs;
}

/** A pack without an index was never acknowledged. Any other pack is left to Git's housekeeping. */
function releasePack(keep: string): void {
  const name = keep.slice(0, -".keep".length);
  if (!existsSync(`${name}.idx`)) rmSync(`${name}.pack`, { force: true });
  rmSync(keep, { force: true });
}

/** State of the last writer. `gone`: it closed the repository, or there was no writer. */
function lastWriter(gitDir: string): "alive" | "dead" | "gone" {
  const noted = readText(join(gitDir, "loam", "writer"));
  if (noted === "") return "gone";
  return isRunningHere(noted) ? "alive" : "dead";
}

function noteWriter(gitDir: string): () => void {
  const path = join(gitDir, "loam", "writer");
  mkdirSync(join(gitDir, "loam"), { recursive: true });
  writeFileSync(path, processIdentity(process.pid));
  return () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // A stale note of a dead process doesn't matter.
    }
  };
}

function readFolder(folder: string, recursive = false): Dirent[] {
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

/** A damaged pack can cause one message per object; the first few identify it. */
const MAX_LINES = 20;

/**
 * Returns the problems that `git fsck` reports: refs without a commit, damaged packs, and missing or malformed objects.
 * Empty if the repository is intact. After a power cut, open the repository first, which repairs it.
 *
 * @throws CmsError `git_missing`
 */
export async function checkRepository(gitDir: string): Promise<readonly string[]> {
  const output: Uint8Array[] = [];
  try {
    const args = ["fsck", "--strict", "--no-dangling", "--no-progress"];
    for await (const chunk of streamGit(gitDir, args)) output.push(chunk);
    return [];
  } catch (error) {
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
    const complaints = `${String(error.details["stderr"])}\n${Buffer.concat(output).toString()}`;
    const lines = complaints
      .replaceAll(`${gitDir}/`, "")
      .split("\n")
      .map((line) => line.trim());
    const problems = lines.filter((line) => line !== "" && !line.startsWith("notice:"));
    return problems.length === 0 ? [error.message] : problems.slice(0, MAX_LINES);
  }
}
