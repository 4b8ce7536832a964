import { CmsError, isCmsError } from "../../base/errors.ts";
import { type Author, MILLISECONDS, timeOfCommit } from "../objects/commit-object.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import { LOG } from "../program/git-program.ts";
import { type FileChange, rawChange } from "./diff-reader.ts";
import { readRecords } from "./list-files.ts";

/** What one commit changed of one file. */
interface LoggedChange extends FileChange {
  /** Committer's time of the commit, ms since 1970. */
  readonly time: number;
  /** The same value for all files of the commit. */
  readonly touch: Touch;
}

/** Who changed something, and when. */
export interface Touch {
  /** Committer's time, ms since 1970. */
  readonly time: number;
  readonly author: Author;
}

export interface ReadChangeLog {
  /** Commits reachable from it are not looked at. */
  readonly since?: Oid;
  /** Paths or folders to look at. @default all */
  readonly paths?: readonly string[];
  /**
   * For commits that somebody sends: also of those that a merge brought, and of a merge against each of its parents. Trees
   * can be nested so that a few of them name more files than any memory holds. @default false
   */
  readonly unchecked?: boolean;
  /** Given one change after the other, newest commit first, until it returns false. */
  readonly take: (change: LoggedChange) => boolean;
}

const TIME = `--format=%x01%ct %(trailers:key=${MILLISECONDS},valueonly,separator=%x20)%x02%an%x02%ae`;
const EVERY_COMMIT = [...LOG, "-m", TIME];
const FIRST_PARENTS = [...EVERY_COMMIT, "--first-parent"];

/** Of all commits that are checked together. */
const MOST_UNCHECKED = 1_000_000;
/** Of one piece of memory: git lists the files that a commit changed, eight bytes each, before it prints them. */
const UNCHECKED = { GIT_ALLOC_LIMIT: "8m" };

/**
 * What each commit changed against its first parent, from one streamed `git log`.
 *
 * @throws CmsError `too_large` for unchecked commits that change a million files
 */
export async function readChangeLog(
  gitDir: string,
  commit: Oid,
  { since, paths = [], unchecked = false, take }: ReadChangeLog,
): Promise<void> {
  let touch: Touch = { time: 0, author: { name: "", email: "" } };
  let header: string | undefined;
  const range = [parseOid(commit), ...(since === undefined ? [] : [`^${parseOid(since)}`])];
  const args = [...(unchecked ? EVERY_COMMIT : FIRST_PARENTS), ...range, "--", ...paths];
  let count = 0;
  const takeRecord = (record: string): boolean => {
    if (header !== undefined) {
      const change = rawChange(header, record);
      header = undefined;
      count += 1;
      if (unchecked && count > MOST_UNCHECKED) return false;
      return take({ ...change, time: touch.time, touch });
    }
    // With -z, a commit's first change follows its format text after a line break.
    const text = record.startsWith("\n") ? record.slice(1) : record;
    if (text.startsWith("\u0001")) {
      const [times = "", name = "", email = ""] = text.slice(1).split("\u0002");
      const [seconds = "", milliseconds] = times.split(" ");
      touch = { time: timeOfCommit(seconds, milliseconds), author: { name, email } };
    } else if (text.startsWith(":")) header = text;
    return true;
  };
  if (!unchecked) return readRecords(gitDir, args, takeRecord);
  await readRecords(gitDir, args, takeRecord, UNCHECKED).catch((error: unknown) => {
    throw isCmsError(error) && isOutOfMemory(error) ? tooMany(error) : error;
  });
  if (count > MOST_UNCHECKED) throw tooMany();
}

/** What git says at `GIT_ALLOC_LIMIT`. */
export function isOutOfMemory({ details: { stderr } }: CmsError): boolean {
  return typeof stderr === "string" && stderr.includes("attempting to allocate");
}

function tooMany(cause?: CmsError): CmsError {
  const message = "Its commits change too many files, or are too large themselves.";
  return new CmsError("too_large", message, { cause });
}
