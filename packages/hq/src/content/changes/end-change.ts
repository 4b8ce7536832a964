import type { GitRepository } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { removeMergedBranch } from "./change-branch.ts";
import { type Change, findChangeOf, updateChange } from "./changes.ts";

/** Dependencies of ending a change request. */
interface EndParts {
  readonly database: ControlDatabase;
  readonly repository: GitRepository;
  readonly now: () => Date;
  /** User id. Null if no user of HQ did it. */
  readonly by: string | null;
}

/**
 * Records that a branch was merged into `main`, and removes the branch unless someone has pushed to it in the meantime.
 */
export async function recordMerged(
  { database, repository, now, by }: EndParts,
  change: Change,
  merged: { readonly head: string; readonly base: string; readonly commit: string },
): Promise<Change> {
  const ended = await updateChange(database, change, {
    state: "merged",
    head: merged.head,
    base: merged.base,
    merged_commit: merged.commit,
    ended_by: by,
    ended_at: now().toISOString(),
  });
  await removeMergedBranch(repository, change, merged.head);
  return ended;
}

/** Returns the lines to show to the pusher. */
export function endedLines(
  state: "merged" | "closed",
  ended: readonly Pick<Change, "number" | "title">[],
): readonly string[] {
  return ended.map(({ number, title }) => `Change request ${number} is ${state}: ${title}`);
}

/** Closes the change request of a branch that is being removed. @returns those that were open */
export async function closeForRemovedBranch(
  parts: EndParts,
  repositoryId: string,
  branch: string,
): Promise<readonly Change[]> {
  const change = await findChangeOf(parts.database, repositoryId, branch);
  return change === undefined ? [] : [await closeChange(parts, change)];
}

/** Closes a change request without merging it. The branch stays. */
export async function closeChange(
  { database, repository, now, by }: EndParts,
  change: Change,
): Promise<Change> {
  const main = await repository.resolveRef(MAIN);
  // Also works after the branch was removed.
  const head = (await repository.resolveRef(change.branch)) ?? main ?? "";
  const base = (main && (await repository.mergeBase(head, main))) ?? head;
  const end = { state: "closed" as const, head, base, ended_by: by };
  return updateChange(database, change, { ...end, ended_at: now().toISOString() });
}
