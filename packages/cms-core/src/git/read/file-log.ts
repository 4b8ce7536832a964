import {
  type Author,
  MILLISECONDS,
  parseTrailers,
  timeOfCommit,
} from "../objects/commit-object.ts";
import { type Oid, parseOid } from "../objects/object-id.ts";
import { parseTreePath } from "../objects/tree.ts";
import { LOG } from "../program/git-program.ts";
import { readChangeLog } from "./change-log.ts";
import { type FileChange, rawChange } from "./diff-reader.ts";
import { readRecords, type TreeFile } from "./list-files.ts";

interface LoggedCommit {
  readonly commit: Oid;
  readonly parents: readonly Oid[];
  readonly author: Author;
  /** When it was committed, ms since 1970. */
  readonly time: number;
  /** First line of its message. */
  readonly subject: string;
  /** The `Key: value` lines that end its message. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** A commit with the changes that the log was asked for; of a merge, none are said. */
export interface LoggedChanges extends LoggedCommit {
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
  if (commits.length === 0) return found;
  const args = [
    ...LOG,
    FORMAT,
    `--max-count=${Math.max(1, Math.trunc(limit))}`,
    ...(message === undefined ? [] : ["--fixed-strings", `--grep=${message}`]),
    ...(text === undefined ? [] : [`-S${text}`]),
    ...(removals ? ["-m", "--first-parent", "--diff-filter=D"] : []),
    ...commits.map((commit) => parseOid(commit)),
    "--",
    ...(path === undefined ? [] : [parseTreePath(path)]),
  ];
  await readRecords(gitDir, args, recordReader(found));
  return found;
}

const FIELDS = 6;
// Every field ends in NUL, which no commit can hold, so that nothing in a message can pass for a field.
const FORMAT = "--format=%x01%H%x00%P%x00%an%x00%ae%x00%ct%x00%B";

/** Takes the records of a log one by one: six of a commit, then two for each file it changed. */
function recordReader(found: LoggedChanges[]): (record: string) => boolean {
  let header: string[] = [];
  let changes: FileChange[] = [];
  let raw: string | undefined;
  return (record) => {
    // A commit's first change follows its format text after a line break.
    const text = record.replace(/^\n+/, "");
    if (header.length > 0) {
      header.push(record);
    } else if (raw !== undefined) {
      changes.push(rawChange(raw, record));
      raw = undefined;
    } else if (text.startsWith(":")) raw = text;
    else if (text.startsWith("\u0001")) header = [text.slice(1)];
    if (header.length === FIELDS) {
      changes = [];
      found.push({ ...loggedCommit(header), changes });
      header = [];
    }
    return true;
  };
}

function loggedCommit([commit = "", parents = "", name = "", ...rest]: string[]): LoggedCommit {
  const [email = "", seconds = "", message = ""] = rest;
  const trailers = parseTrailers(message);
  return {
    commit,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name, email },
    time: timeOfCommit(seconds, trailers[MILLISECONDS]),
    subject: message.split("\n", 1)[0] ?? "",
    trailers,
  };
}

/**
 * When each of these files was last changed by a commit reachable from `commit`, in milliseconds
 * since 1970 (committer's time), from one streamed `git log` that ends when all are found.
 * With `since`, commits reachable from it are not looked at.
 */
export async function lastChanges(
  gitDir: string,
  commit: Oid,
  { paths, since }: { readonly paths: ReadonlySet<string>; readonly since?: Oid },
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (paths.size === 0) return found;
  await readChangeLog(gitDir, commit, {
    ...(since === undefined ? {} : { since }),
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
  let header = "";
  await readRecords(gitDir, [...EVERY_CHANGE, ...starts, "--", parseTreePath(folder)], (record) => {
    if (record.startsWith(":")) header = record;
    else {
      const { path, mode = "", after = "" } = rawChange(header, record);
      found.push({ path, mode, oid: after });
    }
    return true;
  });
  return found;
}

/** Without simplification: a merge may have taken the side on which the file never was. */
const EVERY_CHANGE = [...LOG, "-m", "--full-history", "--diff-filter=AM", "--format="];
