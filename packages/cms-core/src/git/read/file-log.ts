import { type Oid, parseOid } from "../objects/object-id.ts";
import { parseTreePath } from "../objects/tree.ts";
import { readChangeLog } from "./change-log.ts";
import type { FileChange } from "./diff-reader.ts";
import type { TreeFile } from "./list-files.ts";
import { CHANGES, type LoggedCommit, readLog } from "./read-log.ts";

/** A commit with the changes that the log was asked for; of a merge, none are said. */
export interface LoggedChanges extends LoggedCommit {
  /** First line of its message. */
  readonly subject: string;
  readonly changes: readonly FileChange[];
}

export interface FileLogOptions {
  /** Where to begin. */
  readonly commits: readonly Oid[];
  /** Only commits that changed this file or folder; every commit unless given. */
  readonly path?: string;
  /** Only commits whose message holds this text. */
  readonly message?: string;
  /** Only commits after which a text occurs more or less often in what they changed. Slow: reads every file. */
  readonly text?: string;
  /** Only commits that removed files, with those alone; a merge as what it changed of its first side. */
  readonly removals?: boolean;
  readonly limit: number;
}

/**
 * The commits that changed a file, newest first, from one `git log`. Where the file comes from one side of
 * a merge as it is, only that side is looked at: whoever made the change stands there, not who merged.
 * A merge itself is given when its file is that of no side. (Asked for the changes of merges, git would give
 * every merge.)
 */
export async function fileLog(
  gitDir: string,
  { commits, path, message, text, removals = false, limit }: FileLogOptions,
): Promise<LoggedChanges[]> {
  const found: LoggedChanges[] = [];
  let changes: FileChange[] = [];
  if (commits.length === 0) return found;
  const args = [
    ...CHANGES,
    `--max-count=${Math.max(1, Math.trunc(limit))}`,
    ...(message === undefined ? [] : ["--fixed-strings", `--grep=${message}`]),
    ...(text === undefined ? [] : [`-S${text}`]),
    ...(removals ? ["-m", "--first-parent", "--diff-filter=D"] : []),
    ...commits.map((commit) => parseOid(commit)),
    "--",
    ...(path === undefined ? [] : [parseTreePath(path)]),
  ];
  await readLog(gitDir, args, (commit, change) => {
    if (change === undefined) {
      changes = [];
      found.push({ ...commit, subject: commit.message.split("\n", 1)[0] ?? "", changes });
    } else changes.push(change);
    return true;
  });
  return found;
}

/**
 * When each of these files was last changed by a commit reachable from `commit`, in milliseconds
 * since 1970 (committer's time), from one streamed `git log` that ends when all are found.
 */
export async function lastChanges(
  gitDir: string,
  commit: Oid,
  { paths }: { readonly paths: ReadonlySet<string> },
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (paths.size === 0) return found;
  await readChangeLog(gitDir, commit, {
    take: ({ path, time }) => {
      if (paths.has(path) && !found.has(path)) found.set(path, time);
      return found.size < paths.size;
    },
  });
  return found;
}

export interface FileVersionsOptions {
  /** Where to begin: everything that led to these is looked at. */
  readonly commits: readonly Oid[];
  /** A folder, without a slash at its end. */
  readonly folder: string;
}

/**
 * What the files below a folder ever held, newest first, also those that were removed since. The same
 * file comes once for each commit that changed it.
 */
export async function fileVersions(
  gitDir: string,
  { commits, folder }: FileVersionsOptions,
): Promise<TreeFile[]> {
  const found: TreeFile[] = [];
  if (commits.length === 0) return found;
  const starts = commits.map((commit) => parseOid(commit));
  const args = [...EVERY_CHANGE, ...starts, "--", parseTreePath(folder)];
  await readLog(gitDir, args, (_commit, change) => {
    if (change !== undefined) {
      found.push({ path: change.path, mode: change.mode ?? "", oid: change.after ?? "" });
    }
    return true;
  });
  return found;
}

/** Without simplification: a merge may have taken the side on which the file never was. */
const EVERY_CHANGE = [...CHANGES, "-m", "--full-history", "--diff-filter=AM"];
