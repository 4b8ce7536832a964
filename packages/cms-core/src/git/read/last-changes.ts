import type { Oid } from "../objects/object-id.ts";
import { readChangeLog } from "./change-log.ts";

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
  await readChangeLog(gitDir, commit, {
    ...(since === undefined ? {} : { since }),
    take: ({ path, time }) => {
      if (paths.has(path) && !found.has(path)) found.set(path, time);
      return found.size < paths.size;
    },
  });
  return found;
}
