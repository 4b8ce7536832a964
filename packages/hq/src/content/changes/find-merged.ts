import type { GitRepository } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { type Change, listOpenChanges } from "./changes.ts";
import { recordMerged } from "./end-change.ts";

interface EndParts {
  readonly database: ControlDatabase;
  readonly repository: GitRepository;
}

/** A push to `main`. */
interface PushedMain {
  readonly from: string;
  readonly to: string;
  /** User id. */
  readonly by: string;
  readonly now: () => Date;
}

/** Marks change requests as merged if a push brought their branches into `main`, for merges made locally. */
export async function recordPushedMerges(
  parts: EndParts,
  repositoryId: string,
  { from, to, by, now }: PushedMain,
): Promise<readonly Change[]> {
  const { database, repository } = parts;
  const open = await listOpenChanges(database, repositoryId);
  if (open.length === 0) return [];
  const merged = await repository.mergedBranches({ into: to, since: from });
  const ended: Change[] = [];
  for (const change of open) {
    const tip = merged.get(change.branch);
    if (tip === undefined) continue;
    const base = (await repository.mergeBase(from, tip)) ?? from;
    const commit = (await repository.findMerge({ tip, into: to }))?.commit ?? tip;
    ended.push(await recordMerged({ ...parts, by, now }, change, { head: tip, base, commit }));
  }
  return ended;
}

/**
 * Marks a change request as merged if HQ merged it but was interrupted before recording that. Returns undefined
 * otherwise. A branch with nothing to merge isn't enough, because it might be new.
 */
export async function recoverMerge(parts: EndParts, change: Change): Promise<Change | undefined> {
  const { database, repository } = parts;
  const [tip, main] = await Promise.all(
    [change.branch, MAIN].map((ref) => repository.resolveRef(ref)),
  );
  const merge =
    tip === undefined || main === undefined
      ? undefined
      : await repository.findMerge({ tip, into: main });
  if (tip === undefined || merge === undefined) return undefined;
  const { commit, onto } = merge;
  const { author, trailers, time } = await repository.readCommit(commit);
  const isOurs =
    trailers["Loam-Action"] === "merge-change" && trailers["Loam-Change"] === String(change.number);
  if (!isOurs) return undefined;
  const merger = await database
    .selectFrom("users")
    .select("id")
    .where("email", "=", author.email)
    .executeTakeFirst();
  const base = (await repository.mergeBase(onto, tip)) ?? onto;
  const at = new Date(time);
  const ending = { ...parts, by: merger?.id ?? null, now: () => at };
  return recordMerged(ending, change, { head: tip, base, commit });
}

/** Calls `recoverMerge` for every change request of a repository. @returns whether one was marked */
export async function recoverMerges(parts: EndParts, repositoryId: string): Promise<boolean> {
  const open = await listOpenChanges(parts.database, repositoryId);
  const main = open.length === 0 ? undefined : await parts.repository.resolveRef(MAIN);
  if (main === undefined) return false;
  const merged = await parts.repository.mergedBranches({ into: main });
  let isAny = false;
  for (const change of open) {
    if (merged.has(change.branch)) isAny ||= (await recoverMerge(parts, change)) !== undefined;
  }
  return isAny;
}
