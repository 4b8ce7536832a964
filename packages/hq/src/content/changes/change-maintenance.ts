import type { GitRepository } from "@loam/cms-core/git";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { removeMergedBranch } from "./change-branch.ts";
import { listEndedChanges, listOpenChanges } from "./changes.ts";
import { recoverMerges } from "./find-merged.ts";

/** How long closed branches are kept, in case someone reopens them. Their commits are pruned two weeks later. */
const CLOSED_KEPT_MS = 30 * 24 * 60 * 60_000;
const PRUNE_EVERY_MS = 60 * 60_000;
/** Only branches with these names are removed. Others belong to users. */
const CHANGE_BRANCH = /^refs\/heads\/change\/\d/;

interface MaintenanceParts {
  readonly database: ControlDatabase;
  readonly repository: GitRepository;
  readonly now: () => Date;
}

/** Maintains change requests and their branches. */
export interface ChangeMaintenance {
  /** Runs due maintenance for a repository. Can be called often. @returns whether it ended a change request */
  run(repositoryId: string, repository: GitRepository): Promise<boolean>;
}

export function createChangeMaintenance({
  database,
  now,
}: Omit<MaintenanceParts, "repository">): ChangeMaintenance {
  const pruned = new Map<string, number>();
  return {
    async run(repositoryId, repository) {
      const last = pruned.get(repositoryId);
      // Interrupted merges can only be from before this process started.
      const hasEnded =
        last === undefined && (await recoverMerges({ database, repository }, repositoryId));
      if (last !== undefined && now().getTime() - last < PRUNE_EVERY_MS) return false;
      pruned.set(repositoryId, now().getTime());
      await pruneBranches({ database, repository, now }, repositoryId);
      return hasEnded;
    },
  };
}

/** Removes merged branches immediately and closed branches after some time. */
async function pruneBranches(
  { database, repository, now }: MaintenanceParts,
  repositoryId: string,
): Promise<void> {
  const branches = [...(await repository.listRefs()).keys()].filter((ref) =>
    CHANGE_BRANCH.test(ref),
  );
  if (branches.length === 0) return;
  const open = new Set((await listOpenChanges(database, repositoryId)).map(({ branch }) => branch));
  const before = new Date(now().getTime() - CLOSED_KEPT_MS).toISOString();
  for (const change of await listEndedChanges(database, repositoryId, branches)) {
    const { state, end, branch } = change;
    const isDue = end !== undefined && (state === "merged" || end.at < before);
    if (isDue && !open.has(branch)) await removeMergedBranch(repository, change, end.head);
  }
}
