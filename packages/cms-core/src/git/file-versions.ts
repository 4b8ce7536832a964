import { readRecords, type TreeFile } from "./list-files.ts";
import { parseOid, type Oid } from "./object-id.ts";
import { parseTreePath } from "./tree-path.ts";

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
  const args = [...LOG, ...commits.map((commit) => parseOid(commit)), "--", parseTreePath(folder)];
  let header: readonly string[] = [];
  await readRecords(gitDir, args, (record) => {
    if (record.startsWith(":")) header = record.slice(1).split(" ");
    else found.push({ path: record, mode: header[1] ?? "", oid: header[3] ?? "" });
    return true;
  });
  return found;
}

/** Without simplification: a merge may have taken the side on which the file never was. */
const LOG = [
  "log",
  "-z",
  "-m",
  "--root",
  "--raw",
  "--no-abbrev",
  "--full-history",
  "--diff-filter=AM",
  "--no-renames",
  "--no-ext-diff",
  "--no-show-signature",
  "--no-color",
  "--no-notes",
  "--format=",
];
