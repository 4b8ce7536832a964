import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CmsError } from "../../base/errors.ts";
import { isRunning } from "../../base/running.ts";
import { syncPath, syncTree, writeDurably } from "./durable-file.ts";

/**
 * Git configuration of every repository. Pushes are checked and kept as packs, automatic garbage collection and
 * repacking are off, and Git syncs every file it writes.
 */
export const REPOSITORY_CONFIG = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	fsync = all
	logAllRefUpdates = false
[gc]
	auto = 0
[maintenance]
	auto = false
[transfer]
	fsckObjects = true
	unpackLimit = 1
	bundleURI = false
[receive]
	autogc = false
[uploadpack]
	allowAnySHA1InWant = false
[http]
	getanyfile = false
`;

export const OWN_HEAD = "ref: refs/heads/main\n";

/** The hook that Git runs before it accepts a push into the folder. */
const HOOK_PATH = join("hooks", "pre-receive");
/** A direct push would bypass HQ's checks. Other Git commands in the folder don't run this hook. */
const HOOK_SCRIPT = `#!/bin/sh
echo "Pushes into this folder are refused, because HQ cannot check them." >&2
echo "Push over HTTP to the repository URL of HQ instead (see docs/how-to/work-with-git.md)." >&2
exit 1
`;

/** Marks a repository that isn't registered as a site yet. */
const UNCLAIMED_MARKER = join("loam", "unclaimed");

const FOLDERS = ["hooks", "objects/info", "objects/pack", "refs/heads", "refs/tags"];

/** Only this user can read drafts; everything added later is below these folders. */
const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

/** Creates an empty bare repository atomically, unless it already exists. */
export async function createRepository(gitDir: string): Promise<void> {
  const temporary = unfinishedPath(gitDir);
  const parent = dirname(gitDir);
  try {
    // An existing one may come from a call that failed before its name was synced.
    if (existsSync(join(gitDir, "HEAD"))) return await syncPath(parent);
    for (const folder of FOLDERS) mkdirSync(join(temporary, folder), PRIVATE_FOLDER);
    await writeDurably(join(temporary, "config"), Buffer.from(REPOSITORY_CONFIG));
    refusePushes(temporary);
    await writeDurably(join(temporary, "HEAD"), Buffer.from(OWN_HEAD));
    for (const folder of [...FOLDERS, "objects", "refs", "."]) {
      await syncPath(join(temporary, folder));
    }
    renameSync(temporary, gitDir);
    await syncPath(parent);
  } catch (cause) {
    removePartial(temporary);
    throw creationFailed(gitDir, cause);
  }
}

/** Makes Git refuse pushes into the folder. Does nothing if the hook is already installed. */
export function refusePushes(gitDir: string): void {
  const path = join(gitDir, HOOK_PATH);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), PRIVATE_FOLDER);
  writeFileSync(path, HOOK_SCRIPT, { mode: 0o755 });
}

/** If removal fails here, `removeUnfinishedRepositories` cleans up later. */
function removePartial(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The original failure is the one to report.
  }
}

/**
 * Returns the temporary path at which the repository for `gitDir` is created. Leftovers of killed processes are removed
 * by `removeUnfinishedRepositories`.
 */
export function unfinishedPath(gitDir: string): string {
  return `${gitDir}.new-${process.pid}-${randomBytes(8).toString("hex")}`;
}

/**
 * Moves a repository created at `unfinishedPath` to its final name. The caller must claim it with `claimRepository`
 * after registering it as a site; until then `removeUnfinishedRepositories` treats it as unfinished.
 *
 * @throws CmsError `storage_failed`; in that case nothing has this name
 */
export async function nameRepository(unfinished: string, gitDir: string): Promise<void> {
  try {
    mkdirSync(join(unfinished, "loam"), PRIVATE_FOLDER);
    writeFileSync(join(unfinished, UNCLAIMED_MARKER), "");
    // Git syncs file contents but not directory entries.
    await syncTree(unfinished);
    renameSync(unfinished, gitDir);
  } catch (cause) {
    throw creationFailed(gitDir, cause);
  }
  try {
    await syncPath(dirname(gitDir));
  } catch (cause) {
    // The caller gets an error, so nothing must remain.
    removePartial(gitDir);
    throw creationFailed(gitDir, cause);
  }
}

function creationFailed(gitDir: string, cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Could not create a repository at ${gitDir}: ${reason}`;
  return new CmsError("storage_failed", message, { cause });
}

/** Marks a repository as belonging to a site. Returns once that is durable. */
export async function claimRepository(gitDir: string): Promise<void> {
  rmSync(join(gitDir, UNCLAIMED_MARKER), { force: true });
  await syncPath(join(gitDir, "loam"));
}

/**
 * Removes repositories that a killed process never finished, or named but never claimed. Call only while this process
 * is the sole writer of the folder. Repositories that another process has open are kept.
 *
 * @param isSite - whether the repository with this file name is registered as a site
 */
export async function removeUnfinishedRepositories(
  folder: string,
  isSite: (name: string) => boolean,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const pid = /\.git\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isOtherProcess(Number(pid))) removePartial(path);
    if (pid !== undefined || !existsSync(join(path, UNCLAIMED_MARKER))) continue;
    if (isSite(name)) await claimRepository(path);
    else removePartial(path);
  }
}

function isOtherProcess(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}
