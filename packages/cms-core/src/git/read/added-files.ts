import type { FileChange } from "./diff-reader.ts";
import { CHANGES, type LoggedCommit, readLog } from "./read-log.ts";

const HISTORY = [...CHANGES, "-m", "--first-parent", "HEAD", "--"];

export interface AddedFilesOptions {
  readonly paths: ReadonlySet<string>;
  /** Commits before which a shallow clone knows nothing: what they add may be of any age. */
  readonly shallow: ReadonlySet<string>;
}

/**
 * When each file came into the history of HEAD, in milliseconds since 1970 (author's time), also under
 * another name as long as its content moved unchanged. Reads any repository, and runs nothing of it.
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
    if (last !== undefined && !shallow.has(last.commit)) goBack(last.authored, changes, found);
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
  /** Names as they were at the commit that is looked at, and as they are now. */
  readonly names: Map<string, string>;
  readonly added: Map<string, number>;
}

/** Goes one commit back: what it added was not there before, what it moved had another name. */
function goBack(time: number, changes: readonly FileChange[], { names, added }: Found): void {
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
