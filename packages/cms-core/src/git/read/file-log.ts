import { type Oid, parseOid } from "../objects/object-id.ts";
import { parseTreePath } from "../objects/tree.ts";
import { readChangeLog } from "./change-log.ts";
import type { FileChange } from "./diff-reader.ts";
import type { TreeFile } from "./list-files.ts";
import { CHANGES, type LoggedCommit, readLog } from "./read-log.ts";

/** A commit with the requested changes. Merges have no changes. */
export interface LoggedChanges extends LoggedCommit {
  /** First line of the message. */
  readonly subject: string;
  readonly changes: readonly FileChange[];
}

export interface FileLogOptions {
  /** Commits to start from. */
  readonly commits: readonly Oid[];
  /** Only commits that changed this file or folder. @default every commit */
  readonly path?: string;
  /** Only commits whose message contains this text. */
  readonly message?: string;
  /** Only commits that change how often a text occurs. Slow: reads every file. */
  readonly text?: string;
  /** Only commits that removed files, with just those files. A merge is compared with its first parent. */
  readonly removals?: boolean;
  readonly limit: number;
}

/**
 * Returns the commits that changed a file, newest first, with a single `git log`. If a merge took the file unchanged
 * from one side, only that side is followed, so the author of the change is returned, not the merger. A merge is
 * included if its file differs from all sides. (Asked for the changes of merges, Git would return every merge.)
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
 * Returns when each of these files was last changed by a commit reachable from `commit`, in milliseconds since 1970
 * (committer time). Uses one streamed `git log` that ends once all are found.
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
  /** Commits to start from; searches everything reachable from them. */
  readonly commits: readonly Oid[];
  /** A folder, without a trailing slash. */
  readonly folder: string;
}

/**
 * Returns all past contents of the files below a folder, newest first, including files removed since. A file is
 * returned once for each commit that changed it.
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

/** Without history simplification: a merge may have taken the side on which the file never existed. */
const EVERY_CHANGE = [...CHANGES, "-m", "--full-history", "--diff-filter=AM"];
