import { timeOfCommit } from "../objects/commit-object.ts";
import { LOG } from "../program/git-program.ts";
import { type FileChange, rawChange } from "./diff-reader.ts";
import { readRecords } from "./list-files.ts";

const HISTORY = [...LOG, "-m", "--first-parent", "--format=%x01%H %at", "HEAD"];

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
  // Names as they were at the commit that is looked at, and as they are now.
  const names = new Map([...paths].map((path) => [path, path]));
  const added = new Map<string, number>();
  let commit: Commit | undefined;
  let header: string | undefined;
  const finish = (): void => {
    if (commit !== undefined && !shallow.has(commit.id)) takeCommit(commit, names, added);
  };
  await readRecords(gitDir, [...HISTORY, "--"], (record) => {
    if (header !== undefined) {
      commit?.changes.push(rawChange(header, record));
      header = undefined;
      return true;
    }
    // With -z, a commit's first change follows its format text after a line break.
    const text = record.startsWith("\n") ? record.slice(1) : record;
    if (text.startsWith(":")) header = text;
    if (!text.startsWith("\u0001")) return true;
    finish();
    const [id = "", seconds = ""] = text.slice(1).split(" ");
    commit = { id, time: timeOfCommit(seconds), changes: [] };
    return names.size > 0;
  });
  finish();
  return added;
}

interface Commit {
  readonly id: string;
  readonly time: number;
  readonly changes: FileChange[];
}

/** Goes one commit back: what it added was not there before, what it moved had another name. */
function takeCommit(
  { time, changes }: Commit,
  names: Map<string, string>,
  added: Map<string, number>,
): void {
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
