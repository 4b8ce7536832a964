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
  /** Author time, ms since 1970, whole seconds. */
  readonly authored: number;
  /** Committer time, ms since 1970. */
  readonly time: number;
  readonly message: string;
  /** The `Key: value` lines at the end of the message. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Called with a commit, then with the same commit and each of its changes, until it returns false. */
export type TakeLogged = (commit: LoggedCommit, change?: FileChange) => boolean;

// Every field ends with NUL, which a commit cannot contain, so no message can imitate a field.
const FORMAT = "--format=%x01%H%x00%P%x00%an%x00%ae%x00%at%x00%ct%x00%B";
const FIELDS = 7;

/** Independent of the Git configuration. */
const LOG = [
  "--literal-pathspecs",
  "log",
  "-z",
  "--no-show-signature",
  "--no-color",
  "--no-notes",
  FORMAT,
];

/** Makes the log list what each commit changed. */
export const CHANGES: readonly string[] = [
  "--root",
  "--raw",
  "--no-abbrev",
  "--no-renames",
  "--no-ext-diff",
];

/**
 * Streams a `git log`. Arguments: options, then commits, `--`, and paths. With `-m`, a merge is returned once per
 * parent.
 *
 * @param env - Additional environment variables.
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
  await readRecords(streamGit(gitDir, [...LOG, ...args], "", { env }), (record) => {
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

/** Parses a header such as `:100644 100644 <before> <after> M`, which has a fixed width. */
function rawChange(header: string, path: string): FileChange {
  const mode = header.slice(8, 14);
  const before = header.slice(15, 55);
  const after = header.slice(56, 96);
  if (before === NO_OID) return { path, after, mode };
  return after === NO_OID ? { path, before } : { path, before, after, mode };
}

/** Passes each NUL-terminated record to `take` until it returns false. */
async function readRecords(
  output: AsyncIterable<Uint8Array>,
  take: (record: string) => boolean,
): Promise<void> {
  let partial: Uint8Array[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(0);
    partial.push(end === -1 ? chunk : chunk.subarray(0, end));
    if (end === -1) continue;
    // Decodes all complete records together: one by one takes longer than Git takes to print them.
    const records = Buffer.concat(partial).toString().split("\0");
    partial = [chunk.subarray(end + 1)];
    if (records.some((record) => !take(record))) return;
  }
}
