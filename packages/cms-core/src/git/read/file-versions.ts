import { parseOid, type Oid } from "../objects/object-id.ts";
import { parseTreePath } from "../objects/tree-path.ts";
import { LOG } from "../program/log-arguments.ts";
import { rawChange } from "./diff-reader.ts";
import { readRecords, type TreeFile } from "./list-files.ts";

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
