import { SKIP_REASONS, type SkipReason, type SkippedFiles } from "./report.ts";
import type { SourceTree } from "./source-tree.ts";

/**
 * Groups all that was not taken by its reason. A folder of which nothing was taken stands for its files.
 *
 * @param aside reasons by path; a folder that was not looked into ends with a slash
 * @param taken paths of files that are entries, media or failures
 */
export function groupSkipped(
  { files, aside: unread }: Pick<SourceTree, "files" | "aside">,
  aside: ReadonlyMap<string, SkipReason>,
  taken: ReadonlySet<string>,
): SkippedFiles[] {
  const left = [...files.keys()].filter((path) => !taken.has(path));
  const reasons = new Map([
    ...unread,
    ...left.map((path): [string, SkipReason] => [path, aside.get(path) ?? "unused"]),
  ]);
  const whole = wholeFolders(new Map([...files.keys()].map((path) => [path, reasons.get(path)])));
  const groups = Map.groupBy(reasons, ([, reason]) => reason);
  return [...groups]
    .map(([reason, members]): SkippedFiles => {
      const places = Map.groupBy(members, ([path]) => folderOf(path, whole) ?? path);
      return {
        reason,
        message: SKIP_REASONS[reason],
        count: members.length,
        places: [...places].map(([path, { length: count }]) => ({ path, count })),
      };
    })
    .toSorted((a, b) => b.count - a.count);
}

/** Folders all of whose files have one reason, each with its slash. */
function wholeFolders(reasons: ReadonlyMap<string, SkipReason | undefined>): Set<string> {
  const folders = new Map<string, SkipReason | undefined>();
  for (const [path, reason] of reasons) {
    for (const folder of foldersOf(path)) {
      const isSame = !folders.has(folder) || folders.get(folder) === reason;
      folders.set(folder, isSame ? reason : undefined);
    }
  }
  return new Set([...folders].filter(([, reason]) => reason !== undefined).map(([path]) => path));
}

function folderOf(path: string, whole: ReadonlySet<string>): string | undefined {
  return foldersOf(path).find((folder) => whole.has(folder));
}

/** The folders that a path lies in, the outermost first; not those above the site in its project. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  const folders = parts.map((_, index) => `${parts.slice(0, index + 1).join("/")}/`);
  return folders.slice(parts.filter((part) => part === "..").length);
}
