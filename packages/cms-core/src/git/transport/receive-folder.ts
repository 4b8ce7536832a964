import { existsSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { parseOid, parseRef, type Oid } from "../objects/object-id.ts";
import { runGit, streamGit } from "../program/git-program.ts";
import type { GitRepository } from "../repository/repository.ts";
import { snapshotFolder } from "../repository/snapshot-folder.ts";
import { type Incoming, receivePack, type ReceivePackOptions } from "./receive-pack.ts";

/** Content of a folder in quarantine. */
export interface ReceivedFolder extends AsyncDisposable {
  readonly tip: Oid;
  readonly incoming: Incoming;
}

export interface ReceiveFolderOptions extends ReceivePackOptions {
  /** @default the branch that is checked out */
  readonly branch?: string | undefined;
}

/**
 * Reads a branch of a Git repository in a folder with its history, or a folder without Git as a single commit. Writes
 * nothing there and runs nothing from its configuration.
 *
 * @throws CmsError `not_found`, `invalid` for a shallow clone or a missing branch, and as `receivePack`
 */
export async function receiveFolder(
  store: GitRepository,
  folder: string,
  { branch, ...options }: ReceiveFolderOptions,
): Promise<ReceivedFolder> {
  const root = resolve(folder);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new CmsError("not_found", `The folder ${folder} does not exist.`);
  }
  const own = findGitDir(root);
  if (own === undefined) return receiveFiles(store, root, { branch, ...options });
  const tip = await findTip(own, branch);
  await refuseShallow(own, folder);
  return receiveFrom(store, { gitDir: own, tip }, options);
}

function findGitDir(root: string): string | undefined {
  if (existsSync(join(root, ".git"))) return join(root, ".git");
  const isBare = ["HEAD", "objects", "refs"].every((name) => existsSync(join(root, name)));
  return isBare ? root : undefined;
}

async function findTip(gitDir: string, branch: string | undefined): Promise<Oid> {
  const name = branch === undefined ? "HEAD" : parseRef(`refs/heads/${branch}`);
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  try {
    return parseOid((await runGit(gitDir, args)).trim());
  } catch (error) {
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
    const what = branch === undefined ? "no commit" : `no branch ${branch}`;
    throw new CmsError("invalid", `The repository has ${what}.`, { cause: error });
  }
}

async function refuseShallow(gitDir: string, folder: string): Promise<void> {
  if ((await runGit(gitDir, ["rev-parse", "--is-shallow-repository"])).trim() !== "true") return;
  throw new CmsError("invalid", `${folder} is a shallow clone. Run in it: git fetch --unshallow`);
}

async function receiveFiles(
  store: GitRepository,
  root: string,
  { branch, ...options }: ReceiveFolderOptions,
): Promise<ReceivedFolder> {
  if (branch !== undefined) {
    throw new CmsError(
      "invalid",
      `${root} is not a Git repository, so it has no branch ${branch}.`,
    );
  }
  await using snapshot = await snapshotFolder(root, { message: `Add ${basename(root)}` });
  const { gitDir } = snapshot.repository;
  return await receiveFrom(store, { gitDir, tip: snapshot.commit }, options);
}

async function receiveFrom(
  store: GitRepository,
  { gitDir, tip }: { readonly gitDir: string; readonly tip: Oid },
  options: ReceivePackOptions,
): Promise<ReceivedFolder> {
  const args = ["pack-objects", "--revs", "--stdout", "--quiet", "--delta-base-offset"];
  const incoming = await receivePack(store, streamGit(gitDir, args, `${tip}\n`), options);
  return { tip, incoming, [Symbol.asyncDispose]: () => incoming[Symbol.asyncDispose]() };
}
