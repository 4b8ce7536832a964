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
import { leftBehind } from "./lock-owner.ts";
import { livesHere, processIdentity } from "./process-identity.ts";
import { OWN_LOCK_MODE } from "./refs.ts";
import { OWN_KEEP_MODE, UNFINISHED } from "./write-pack.ts";

/** Where a container may hide whose they are, git's leftovers; git itself waits two weeks. */
const LEFTOVER_GRACE_MS = 24 * 60 * 60 * 1000;
/** No batch takes this long to be written. */
const SHARED_GRACE_MS = 60 * 60 * 1000;
/** Where what is being pushed is looked at. */
export const INCOMING: string = join("loam", "incoming");
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;

/**
 * Removes what a killed writer left behind: its locks, and what it had not finished. Nothing is touched while the
 * process that opened the repository last is alive. Across processes the caller holds the data folder's lock.
 * Where others may be writing now (`shared`), what may be theirs stays, and a lock is looked at by who waits for it.
 *
 * @returns a function for the closing: says that the writer is gone in peace
 */
export function healRepository(gitDir: string, shared: boolean): () => void {
  const last = shared ? "gone" : lastWriter(gitDir);
  if (last === "alive") return () => undefined;
  const forgetWriter = shared ? () => undefined : noteWriter(gitDir);
  const graceMs = shared ? SHARED_GRACE_MS : 0;
  refusePushes(gitDir);
  removeEmptyObjects(join(gitDir, "objects"), graceMs);
  removeUnfinished(join(gitDir, "objects", "pack"), graceMs);
  removeIncoming(gitDir, graceMs);
  if (last === "dead") {
    for (const { path } of findLocks(gitDir).filter(isOurs)) rmSync(path, { force: true });
  }
  removeLeftBehind(gitDir, shared);
  return forgetWriter;
}

/**
 * Removes what git programs left that were killed: locks, and halves of packs, of objects and of pushes. Git would
 * trip over the locks for ever, and keep the rest.
 */
export function removeLeftBehind(gitDir: string, shared: boolean): void {
  const locks = findLocks(gitDir).filter((lock) => !(shared && isOurs(lock)));
  const halves = findHalves(join(gitDir, "objects"));
  const left = [
    ...leftBehind(locks, { shared }),
    ...leftBehind(halves, { shared, unseenGraceMs: LEFTOVER_GRACE_MS }),
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
    ...list(gitDir),
    ...list(join(gitDir, "refs"), true),
    ...list(join(gitDir, "objects", "info"), true),
    ...list(join(gitDir, "objects", "pack")),
  ];
  return found(places.filter((file) => file.isFile() && file.name.endsWith(".lock")));
}

/** Made by Loam, not by a push or another git command. */
function isOurs({ mode }: FoundFile): boolean {
  return (mode & 0o777) === OWN_LOCK_MODE;
}

/** What git has not named yet: packs, what comes with a push, single objects, commit graphs. */
function findHalves(objects: string): readonly FoundFile[] {
  const loose = list(objects).filter((folder) => LOOSE_FOLDER.test(folder.name));
  const places = [
    ...list(objects),
    ...loose.flatMap(({ name }) => list(join(objects, name))),
    ...list(join(objects, "pack")),
    ...list(join(objects, "info", "commit-graphs")),
  ];
  return found(places.filter(({ name }) => /^(?:\.tmp-|tmp_|incoming-)/.test(name)));
}

function found(files: readonly Dirent[]): FoundFile[] {
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, mtimeMs: stat.mtimeMs, mode: stat.mode }];
  });
}

/** git never replaces an object of no bytes by itself: "it exists", so its content stays lost. */
function removeEmptyObjects(objects: string, graceMs: number): void {
  for (const folder of list(objects)) {
    if (!folder.isDirectory() || !LOOSE_FOLDER.test(folder.name)) continue;
    for (const file of list(join(objects, folder.name))) {
      const path = join(file.parentPath, file.name);
      const stat = statSync(path, { throwIfNoEntry: false });
      const isEmpty = stat?.size === 0 && isPast(stat, graceMs);
      if (isEmpty) rmSync(path, { force: true });
    }
  }
}

function removeUnfinished(packs: string, graceMs: number): void {
  for (const { name } of list(packs)) {
    const path = join(packs, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (!isPast(stat, graceMs)) continue;
    if (name.startsWith(UNFINISHED)) rmSync(path, { force: true });
    const isOwnKeep = name.endsWith(".keep") && (stat.mode & 0o777) === OWN_KEEP_MODE;
    if (isOwnKeep) letGo(path);
  }
}

/** A push that was cut off with its process was never acknowledged. */
function removeIncoming(gitDir: string, graceMs: number): void {
  for (const { name } of list(join(gitDir, INCOMING))) {
    const path = join(gitDir, INCOMING, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    const isOver = stat !== undefined && isPast(stat, graceMs);
    if (isOver) rmSync(path, { recursive: true, force: true });
  }
}

/** Without a time of grace, whatever the clocks say: one that was set back makes files of tomorrow. */
function isPast({ mtimeMs }: { readonly mtimeMs: number }, graceMs: number): boolean {
  return graceMs === 0 || Date.now() - mtimeMs >= graceMs;
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

/** A damaged pack may have as many complaints as objects; the first say which one it is. */
const MAX_LINES = 20;

/**
 * What `git fsck` finds wrong with a repository: refs that lead to no commit, damaged packs, objects that are missing
 * or malformed. Empty when it is whole. After a power cut a repository is to be opened first, which heals it.
 *
 * @throws CmsError `git_missing`
 */
export async function checkRepository(gitDir: string): Promise<readonly string[]> {
  const said: Uint8Array[] = [];
  try {
    const args = ["fsck", "--strict", "--no-dangling", "--no-progress"];
    for await (const chunk of streamGit(gitDir, args)) said.push(chunk);
    return [];
  } catch (error) {
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
    const complaints = `${String(error.details["stderr"])}\n${Buffer.concat(said).toString()}`;
    const lines = complaints
      .replaceAll(`${gitDir}/`, "")
      .split("\n")
      .map((line) => line.trim());
    const kept = lines.filter((line) => line !== "" && !line.startsWith("notice:"));
    return kept.length === 0 ? [error.message] : kept.slice(0, MAX_LINES);
  }
}
