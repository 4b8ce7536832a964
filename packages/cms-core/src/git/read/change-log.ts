import { CmsError, isCmsError } from "../../base/errors.ts";
import type { Author } from "../objects/commit-object.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import type { FileChange } from "./diff-reader.ts";
import { CHANGES, readLog, type TakeLogged } from "./read-log.ts";

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

const EVERY_COMMIT = [...CHANGES, "-m"];
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
  const range = [parseOid(commit), ...(since === undefined ? [] : [`^${parseOid(since)}`])];
  const args = [...(unchecked ? EVERY_COMMIT : FIRST_PARENTS), ...range, "--", ...paths];
  let count = 0;
  const takeNext: TakeLogged = ({ time, author }, change) => {
    if (change === undefined) {
      touch = { time, author };
      return true;
    }
    count += 1;
    if (unchecked && count > MOST_UNCHECKED) return false;
    return take({ ...change, time, touch });
  };
  if (!unchecked) return readLog(gitDir, args, takeNext);
  await readLog(gitDir, args, takeNext, UNCHECKED).catch((error: unknown) => {
    throw isCmsError(error) && isOutOfMemory(error) ? tooMany(error) : error;
  });
  if (count > MOST_UNCHECKED) throw tooMany();
}

/** What git says at `GIT_ALLOC_LIMIT`. */
export function isOutOfMemory({ details: { stderr } }: CmsError): boolean {
  return typeof stderr === "string" && stderr.includes("attempting to allocate");
}

function tooMany(cause?: CmsError): CmsError {
  const message = "The commits change too many files, or are too large.";
  return new CmsError("too_large", message, { cause });
}
