import type { GitRepository } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { endBranch } from "./change-branch.ts";
import { type Change, findChangeOf, updateChange } from "./changes.ts";

/** What ending a change request takes. */
interface EndParts {
  readonly database: ControlDatabase;
  readonly repository: GitRepository;
  readonly now: () => Date;
  /** User id; null where nobody here did it. */
  readonly by: string | null;
}

/** Notes that what stood on its branch is in `main`, and removes the branch, as long as nobody pushed to it since. */
export async function endMerged(
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
  await endBranch(repository, change, merged.head);
  return ended;
}

/** Lines for who pushed. */
export function endedLines(
  state: "merged" | "closed",
  ended: readonly Pick<Change, "number" | "title">[],
): readonly string[] {
  return ended.map(({ number, title }) => `Change request ${number} is ${state}: ${title}`);
}

/** Closes the change request of a branch that somebody removes. @returns those that were open */
export async function endRemoved(
  parts: EndParts,
  repositoryId: string,
  branch: string,
): Promise<readonly Change[]> {
  const change = await findChangeOf(parts.database, repositoryId, branch);
  return change === undefined ? [] : [await endClosed(parts, change)];
}

/** Closes it without merging it; its branch stays. */
export async function endClosed(
  { database, repository, now, by }: EndParts,
  change: Change,
): Promise<Change> {
  const main = await repository.resolveRef(MAIN);
  // One whose branch is gone can be closed, too.
  const head = (await repository.resolveRef(change.branch)) ?? main ?? "";
  const base = (main && (await repository.mergeBase(head, main))) ?? head;
  const end = { state: "closed" as const, head, base, ended_by: by };
  return updateChange(database, change, { ...end, ended_at: now().toISOString() });
}
