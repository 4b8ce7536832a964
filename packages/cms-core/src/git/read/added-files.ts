import type { FileChange } from "./diff-reader.ts";
import { CHANGES, type LoggedCommit, readLog } from "./read-log.ts";

const HISTORY = [...CHANGES, "-m", "--first-parent", "HEAD", "--"];

export interface AddedFilesOptions {
  readonly paths: ReadonlySet<string>;
  /** Oldest commits of a shallow clone: the files they add can be of any age. */
  readonly shallow: ReadonlySet<string>;
}

/**
 * Returns when each file was added to the history of HEAD, in milliseconds since 1970 (author time). Follows renames as
 * long as the content is unchanged. Works on any repository and runs no code from it.
 *
 * @throws CmsError `git_failed`, `git_missing`
 */
export async function addedFiles(
  gitDir: string,
  { paths, shallow }: AddedFilesOptions,
): Promise<Map<string, number>> {
  const found: Found = { names: new Map([...paths].map((path) => [path, path])), added: new Map() };
  let last: LoggedCommit | undefined;
  let changes: FileChange[] = [];
  const finish = (): void => {
    if (last !== undefined && !shallow.has(last.commit)) stepBack(last.authored, changes, found);
  };
  await readLog(gitDir, HISTORY, (commit, change) => {
    if (change === undefined) {
      finish();
      last = commit;
      changes = [];
      return found.names.size > 0;
    }
    changes.push(change);
    return true;
  });
  finish();
  return found.added;
}

interface Found {
  /** Maps names at the current commit of the walk to names at HEAD. */
  readonly names: Map<string, string>;
  readonly added: Map<string, number>;
}

/** Steps back over one commit: files that it added didn't exist before, and moved files had another name. */
function stepBack(time: number, changes: readonly FileChange[], { names, added }: Found): void {
  const came = changes.filter(({ path, before }) => before === undefined && names.has(path));
  if (came.length === 0) return;
  const left = new Map(
    changes.flatMap(({ path, before, after }): [string, string][] =>
      before !== undefined && after === undefined ? [[before, path]] : [],
    ),
  );
  for (const { path, after } of came) {
    const now = names.get(path) ?? path;
    const old = after === undefined ? undefined : left.get(after);
    names.delete(path);
    if (old === undefined) added.set(now, time);
    else names.set(old, now);
  }
}
