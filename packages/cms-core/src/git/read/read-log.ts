import {
  type Author,
  MILLISECONDS,
  parseTrailers,
  timeOfCommit,
} from "../objects/commit-object.ts";
import type { Oid } from "../objects/object-id.ts";
import { streamGit } from "../program/git-program.ts";
import type { FileChange } from "./diff-reader.ts";

/** A commit of a log. */
export interface LoggedCommit {
  readonly commit: Oid;
  readonly parents: readonly Oid[];
  readonly author: Author;
  /** When it was written, ms since 1970 in whole seconds. */
  readonly authored: number;
  /** When it was committed, ms since 1970. */
  readonly time: number;
  readonly message: string;
  /** The `Key: value` lines that end its message. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Takes a commit, then each of its changes with the same commit, until it returns false. */
export type TakeLogged = (commit: LoggedCommit, change?: FileChange) => boolean;

// Every field ends in NUL, which no commit can hold, so that nothing in a message can pass for a field.
const FORMAT = "--format=%x01%H%x00%P%x00%an%x00%ae%x00%at%x00%ct%x00%B";
const FIELDS = 7;

/** Whatever the configuration says. */
const LOG = [
  "--literal-pathspecs",
  "log",
  "-z",
  "--no-show-signature",
  "--no-color",
  "--no-notes",
  FORMAT,
];

/** Has a log say what each commit changed. */
export const CHANGES: readonly string[] = [
  "--root",
  "--raw",
  "--no-abbrev",
  "--no-renames",
  "--no-ext-diff",
];

/**
 * A streamed `git log`: options, then commits, `--` and paths. A merge comes once for each parent where `-m` asks so.
 *
 * @param env - Variables besides those of every git.
 * @throws CmsError `git_failed`, `git_missing`
 */
export async function readLog(
  gitDir: string,
  args: readonly string[],
  take: TakeLogged,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  let fields: string[] = [];
  let commit: LoggedCommit | undefined;
  let header: string | undefined;
  await readRecords(streamGit(gitDir, [...LOG, ...args], "", env), (record) => {
    if (fields.length > 0) {
      fields.push(record);
      if (fields.length < FIELDS) return true;
      commit = commitOf(fields);
      fields = [];
      return take(commit);
    }
    if (header !== undefined && commit !== undefined) {
      const change = rawChange(header, record);
      header = undefined;
      return take(commit, change);
    }
    // A commit's first change follows its format text after a line break.
    const text = record.replace(/^\n+/, "");
    if (text.startsWith(":")) header = text;
    else if (text.startsWith("\u0001")) fields = [text.slice(1)];
    return true;
  });
}

function commitOf([commit = "", parents = "", name = "", email = "", ...rest]: string[]) {
  const [authored = "", committed = "", message = ""] = rest;
  const trailers = parseTrailers(message);
  return {
    commit,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name, email },
    authored: timeOfCommit(authored),
    time: timeOfCommit(committed, trailers[MILLISECONDS]),
    message,
    trailers,
  };
}

const NO_OID = "0".repeat(40);

/** A header is `:100644 100644 <before> <after> M`, always as wide. */
function rawChange(header: string, path: string): FileChange {
  const mode = header.slice(8, 14);
  const before = header.slice(15, 55);
  const after = header.slice(56, 96);
  if (before === NO_OID) return { path, after, mode };
  return after === NO_OID ? { path, before } : { path, before, after, mode };
}

/** Gives each NUL-ended record to `take` until it returns false. */
async function readRecords(
  output: AsyncIterable<Uint8Array>,
  take: (record: string) => boolean,
): Promise<void> {
  let begun: Uint8Array[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0);
    begun.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end === -1) continue;
    // All that ended in one go: one by one takes longer than git takes to print them.
    const records = Buffer.concat(begun).toString().split("\0");
    begun = [chunk.subarray(end + 1)];
    if (records.some((record) => !take(record))) return;
  }
}
