import type { FileChange } from "../git/diff-reader.ts";
import type { CommitStep } from "../git/first-parents.ts";
import type { GitRepository } from "../git/repository.ts";

/** So many commits are compared one by one; the log of more is read in one go. */
const FEW = 8;

/**
 * When each of these files was last changed on the way of first parents, ms since 1970. The log is
 * read while `files` is still on its way, and only until all are found.
 */
export async function lastTimes(
  repository: GitRepository,
  commit: string,
  files: Promise<readonly FileChange[]>,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  let missing: Set<string> | undefined;
  const log = repository.readChangeLog(commit, {
    take: ({ path, time }) => {
      if (!times.has(path)) times.set(path, time);
      missing?.delete(path);
      return missing === undefined || missing.size > 0;
    },
  });
  const listed = await files;
  missing = new Set(listed.flatMap(({ path }) => (times.has(path) ? [] : [path])));
  await log;
  return times;
}

/** When each file that one of these commits touched was last touched, ms since 1970. */
export async function timesOfSteps(
  repository: GitRepository,
  steps: readonly CommitStep[],
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return times;
  if (steps.length > FEW) {
    await repository.readChangeLog(last.commit, {
      ...(first.parent === undefined ? {} : { since: first.parent }),
      take: ({ path, time }) => {
        if (!times.has(path)) times.set(path, time);
        return true;
      },
    });
    return times;
  }
  for (const { commit, parent, time } of steps) {
    for (const { path } of await repository.changedFiles(parent, commit)) times.set(path, time);
  }
  return times;
}
