import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CmsError } from "../../base/errors.ts";
import { syncPath, syncTree, writeDurably } from "./durable-file.ts";

/**
 * A repository's own configuration. Pushes are checked and kept as packs; nothing is collected or
 * repacked behind our back; every file that git writes reaches the disk.
 */
export const OWN_CONFIG = `[core]
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

/** Where git looks for what is to be asked before a push into the folder. */
const REFUSAL = join("hooks", "pre-receive");
/** Of a push past HQ nothing would be checked; git by hand in the folder goes without it. */
const REFUSE_PUSH = `#!/bin/sh
echo "Pushes into this folder are refused, because HQ cannot check them." >&2
echo "Push over HTTP to the repository URL of HQ instead (see docs/guides/git.md)." >&2
exit 1
`;

/** In a repository that nobody has said to be a site. */
const UNCLAIMED = join("loam", "unclaimed");

const FOLDERS = ["hooks", "objects/info", "objects/pack", "refs/heads", "refs/tags"];

/** Drafts are nobody else's to read; whatever comes into the repository later stands below these folders. */
const PRIVATE = { recursive: true, mode: 0o700 } as const;

/** Makes an empty bare repository, complete or not at all, unless one is there already. */
export async function createRepository(gitDir: string): Promise<void> {
  const temporary = unfinishedPath(gitDir);
  const parent = dirname(gitDir);
  try {
    // One that stands may be of a call that failed before its name was on the disk.
    if (existsSync(join(gitDir, "HEAD"))) return await syncPath(parent);
    for (const folder of FOLDERS) mkdirSync(join(temporary, folder), PRIVATE);
    await writeDurably(join(temporary, "config"), Buffer.from(OWN_CONFIG));
    refusePushes(temporary);
    await writeDurably(join(temporary, "HEAD"), Buffer.from(OWN_HEAD));
    for (const folder of [...FOLDERS, "objects", "refs", "."]) {
      await syncPath(join(temporary, folder));
    }
    renameSync(temporary, gitDir);
    await syncPath(parent);
  } catch (cause) {
    clearAway(temporary);
    throw notMade(gitDir, cause);
  }
}

/** Makes git refuse pushes into the folder, where it does not yet. */
export function refusePushes(gitDir: string): void {
  const path = join(gitDir, REFUSAL);
  if (existsSync(path)) return;
  mkdirSync(dirname(path), PRIVATE);
  writeFileSync(path, REFUSE_PUSH, { mode: 0o755 });
}

/** What cannot be removed now is removed with what killed processes leave. */
function clearAway(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The failure before it is the one to tell.
  }
}

/**
 * Where what is to become the repository at `gitDir` is made: what a killed process leaves there is removed
 * by `removeUnfinishedRepositories`.
 */
export function unfinishedPath(gitDir: string): string {
  return `${gitDir}.new-${process.pid}-${randomBytes(8).toString("hex")}`;
}

/**
 * Gives a repository that was made at `unfinishedPath` its name. It is to be claimed by who says elsewhere that it is
 * a site; until then `removeUnfinishedRepositories` takes it for what was left half-made.
 *
 * @throws CmsError `storage_failed`; then there is nothing of this name
 */
export async function nameRepository(unfinished: string, gitDir: string): Promise<void> {
  try {
    mkdirSync(join(unfinished, "loam"), PRIVATE);
    writeFileSync(join(unfinished, UNCLAIMED), "");
    // Git brings contents to the disk, and not the names of its files.
    await syncTree(unfinished);
    renameSync(unfinished, gitDir);
  } catch (cause) {
    throw notMade(gitDir, cause);
  }
  try {
    await syncPath(dirname(gitDir));
  } catch (cause) {
    // Whoever asked is told that nothing was made.
    clearAway(gitDir);
    throw notMade(gitDir, cause);
  }
}

function notMade(gitDir: string, cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `Could not create a repository at ${gitDir}: ${reason}`;
  return new CmsError("storage_failed", message, { cause });
}

/** Says that a repository is a site; returns once that is durable. */
export async function claimRepository(gitDir: string): Promise<void> {
  rmSync(join(gitDir, UNCLAIMED), { force: true });
  await syncPath(join(gitDir, "loam"));
}

/**
 * Removes what is left in a folder of repositories that were never finished, or named and never claimed, because the
 * process that made them was killed. Only for who alone writes there; what another process is looking at stays.
 *
 * @param isSite - whether it is said of a repository that it is a site, by its file's name
 */
export async function removeUnfinishedRepositories(
  folder: string,
  isSite: (name: string) => boolean,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const pid = /\.git\.new-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isOtherProcess(Number(pid))) clearAway(path);
    if (pid !== undefined || !existsSync(join(path, UNCLAIMED))) continue;
    if (isSite(name)) await claimRepository(path);
    else clearAway(path);
  }
}

function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
