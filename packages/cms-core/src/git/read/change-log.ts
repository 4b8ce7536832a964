import { CmsError, isCmsError } from "../../base/errors.ts";
import type { Author } from "../objects/commit-object.ts";
import { parseOid, type Oid } from "../objects/object-id.ts";
import type { FileChange } from "./diff-reader.ts";
import { CHANGES, readLog, type TakeLogged } from "./read-log.ts";

/** One file change of one commit. */
interface LoggedChange extends FileChange {
  /** Committer time, ms since 1970. */
  readonly time: number;
  /** Shared by all files of the commit. */
  readonly touch: Touch;
}

/** Author and time of a change. */
export interface Touch {
  /** Committer time, ms since 1970. */
  readonly time: number;
  readonly author: Author;
}

export interface ReadChangeLog {
  /** Excludes commits reachable from this one. */
  readonly since?: Oid;
  /** Paths of files or folders. @default all */
  readonly paths?: readonly string[];
  /**
   * For commits of a push that isn't checked yet: includes commits that a merge added, and compares a merge with each
   * of its parents. Nested trees of such commits can name more files than fit in memory. @default false
   */
  readonly unchecked?: boolean;
  /** Receives the changes one by one, newest commit first, until it returns false. */
  readonly take: (change: LoggedChange) => boolean;
}

const EVERY_COMMIT = [...CHANGES, "-m"];
const FIRST_PARENTS = [...EVERY_COMMIT, "--first-parent"];

/** Limit for all commits that are checked together. */
const MOST_UNCHECKED = 1_000_000;
/** Limit per allocation: Git lists the changed files of a commit, eight bytes each, before it prints them. */
const UNCHECKED = { GIT_ALLOC_LIMIT: "8m" };

/**
 * Reads the changes of each commit compared with its first parent, with a single streamed `git log`.
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

/** Whether Git failed because of `GIT_ALLOC_LIMIT`. */
export function isOutOfMemory({ details: { stderr } }: CmsError): boolean {
  return typeof stderr === "string" && stderr.includes("attempting to allocate");
}

function tooMany(cause?: CmsError): CmsError {
  const message = "The commits change too many files, or are too large.";
  return new CmsError("too_large", message, { cause });
}
