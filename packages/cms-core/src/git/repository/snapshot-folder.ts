import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { createRepository } from "../disk/create-repository.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import { runGit } from "../program/git-program.ts";
import { openRepository, type GitRepository } from "./repository.ts";

/** A folder as a commit, in a temporary repository that is removed on disposal. */
export interface FolderSnapshot extends AsyncDisposable {
  readonly repository: GitRepository;
  /** Contains the files as they are, except those that `.gitignore` excludes. */
  readonly commit: Oid;
  /** The base commit that the folder builds on, if any. */
  readonly since?: Oid;
}

export interface SnapshotOptions {
  /** Commit message. @default "Check" */
  readonly message?: string;
  /** A branch or commit of the folder's own repository. @default its `origin/main`, if it exists */
  readonly base?: string;
}

const DEFAULT_BASE = "refs/remotes/origin/main";
const PUBLISHED = "refs/remotes/origin/published";
const REVISION = /^[A-Za-z0-9_][\w./~^@{}-]{0,200}$/;
const WRITER = ["-c", "user.name=Loam", "-c", "user.email=loam@localhost"];
/** The repository is temporary, so its objects are neither synced nor compressed. */
const QUICK = ["-c", "core.bare=false", "-c", "core.fsync=none", "-c", "core.looseCompression=0"];

/**
 * Commits a folder's files as they are, whether or not they are committed in Git. Only reads the folder and its
 * repository.
 *
 * @throws CmsError `not_found`, `invalid` if the base doesn't exist, `git_failed`, `git_missing`
 */
export async function snapshotFolder(
  folder: string,
  options: SnapshotOptions = {},
): Promise<FolderSnapshot> {
  const root = resolve(folder);
  if (!(await isFolder(root)))
    throw new CmsError("not_found", `The folder ${folder} does not exist.`);
  const own = (await exists(join(root, ".git"))) ? join(root, ".git") : undefined;
  if (own === undefined && options.base !== undefined) {
    throw new CmsError(
      "invalid",
      `${folder} is not a Git repository, so it has no ${options.base}.`,
    );
  }
  const place = await mkdtemp(join(tmpdir(), "loam-check-"));
  const remove = async (): Promise<void> => rm(place, { recursive: true, force: true });
  const gitDir = join(place, "site.git");
  try {
    await createRepository(gitDir);
    const since = own === undefined ? undefined : await linkObjects(gitDir, own, options);
    await runGit(gitDir, [...QUICK, `--work-tree=${root}`, "add", "--all", "--", "."]);
    const tree = parseOid((await runGit(gitDir, ["write-tree"])).trim());
    const parents = since === undefined ? [] : ["-p", since];
    const { message = "Check" } = options;
    const commitOutput = await runGit(gitDir, [
      ...WRITER,
      "commit-tree",
      tree,
      "-m",
      message,
      ...parents,
    ]);
    const commit = parseOid(commitOutput.trim());
    await runGit(gitDir, ["update-ref", "refs/heads/main", since ?? commit]);
    const repository = await openRepository(gitDir);
    return {
      repository,
      commit,
      ...(since !== undefined && { since }),
      [Symbol.asyncDispose]: async () => {
        await repository.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Lets one repository read the objects of another. Returns the commit that the folder's files are based on. */
async function linkObjects(
  gitDir: string,
  own: string,
  { base }: SnapshotOptions,
): Promise<Oid | undefined> {
  const common = await runGit(own, ["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  const objects = join(common.trim(), "objects");
  await writeFile(join(gitDir, "objects/info/alternates"), `${objects}\n`);
  const head = await findCommitId(own, "HEAD");
  const tip = await findCommitId(own, base ?? DEFAULT_BASE);
  if (tip === undefined && base !== undefined) {
    throw new CmsError("invalid", `The repository has no branch or commit ${base}.`);
  }
  if (head === undefined || tip === undefined) return undefined;
  const published = await findCommitId(own, PUBLISHED);
  if (published !== undefined) {
    await runGit(gitDir, ["update-ref", "refs/heads/published", published]);
  }
  const shared = (await runGit(own, ["merge-base", tip, head]).catch(emptyOnExit)).trim();
  if (shared === "") return undefined;
  // Unchanged files needn't be read then.
  await runGit(gitDir, ["read-tree", head]);
  return parseOid(shared);
}

async function findCommitId(gitDir: string, name: string): Promise<Oid | undefined> {
  if (!REVISION.test(name)) throw new CmsError("invalid", `${name} is not the name of a commit.`);
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const found = (await runGit(gitDir, args).catch(emptyOnExit)).trim();
  return found === "" ? undefined : parseOid(found);
}

/** Git's exit code means that there is none. */
function emptyOnExit(error: unknown): string {
  if (isCmsError(error) && error.code === "git_failed") return "";
  throw error;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
