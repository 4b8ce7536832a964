import { readRecords } from "./list-files.ts";
import { parseOid, type Oid } from "./object-id.ts";

/**
 * When each of these files was last changed by a commit reachable from `commit`, in milliseconds
 * since 1970 (committer's time), from one streamed `git log` that ends when all are found.
 * With `since`, commits reachable from it are not looked at.
 */
export async function lastChanges(
  gitDir: string,
  commit: Oid,
  { paths, since }: { readonly paths: ReadonlySet<string>; readonly since?: Oid },
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  if (paths.size === 0) return found;
  let time = 0;
  await readRecords(gitDir, logArguments(commit, since), (record) => {
    // With -z, a commit's first path follows its format text after a line break.
    const text = record.startsWith("\n") ? record.slice(1) : record;
    if (text.startsWith("\u0001")) time = Number(text.slice(1)) * 1000;
    else if (paths.has(text) && !found.has(text)) found.set(text, time);
    return found.size < paths.size;
  });
  return found;
}

function logArguments(commit: Oid, since: Oid | undefined): string[] {
  return [
    "log",
    "-z",
    "-m",
    "--first-parent",
    "--root",
    "--name-only",
    "--no-renames",
    "--no-ext-diff",
    "--no-show-signature",
    "--no-color",
    "--no-notes",
    "--format=%x01%ct",
    parseOid(commit),
    ...(since === undefined ? [] : [`^${parseOid(since)}`]),
    "--",
  ];
}
