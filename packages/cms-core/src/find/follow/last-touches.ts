import type { Touch } from "../../git/read/change-log.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { CommitStep } from "../../git/read/first-parents.ts";
import type { GitRepository } from "../../git/repository/repository.ts";

/** So many commits, a batch of saves, are compared one by one; the log of more is read in one go. */
const FEW = 64;

/**
 * Who last changed each of these files on the way of first parents, and when, by path. The history is read only until
 * all are found.
 */
export async function lastTouches(
  repository: GitRepository,
  commit: string,
  files: readonly FileChange[],
): Promise<ReadonlyMap<string, Touch>> {
  const missing = new Set(files.map(({ path }) => path));
  const touches = new Map<string, Touch>();
  await repository.readChangeLog(commit, {
    take: ({ path, touch }) => {
      if (missing.delete(path)) touches.set(path, touch);
      return missing.size > 0;
    },
  });
  return touches;
}

/** Who last touched each file that one of these commits touched, and when. */
export async function touchesOfSteps(
  repository: GitRepository,
  steps: readonly CommitStep[],
): Promise<ReadonlyMap<string, Touch>> {
  const touches = new Map<string, Touch>();
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return touches;
  if (steps.length > FEW) {
    await repository.readChangeLog(last.commit, {
      ...(first.parent === undefined ? {} : { since: first.parent }),
      take: ({ path, touch }) => {
        if (!touches.has(path)) touches.set(path, touch);
        return true;
      },
    });
    return touches;
  }
  for (const step of steps) {
    for (const { path } of await repository.changedFiles(step.parent, step.commit)) {
      touches.set(path, step);
    }
  }
  return touches;
}
