import type { Oid } from "../../git/objects/object-id.ts";
import type { RefMove } from "../../git/repository/advance-refs.ts";
import { lostRef } from "../../git/repository/guard-refs.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { MAIN } from "../read/branches.ts";
import { withRetries, type SiteWriter } from "../save/site-writer.ts";
import type { MergedBranch } from "./merge-branch.ts";
import { type MergeNote, refuseUnmergeable, stageReplacement } from "./stage-merge.ts";

export interface ReplaceMain extends MergeNote {
  /** The commit that `main` is to lead to. */
  readonly to: Oid;
  /**
   * What was done on `main` after this commit is brought along, as one commit on top; absent, it is left behind.
   */
  readonly since?: Oid;
}

/**
 * Moves `main` to a commit that is not built on it, by the rules of a push. Where it stood is kept by a ref below
 * `refs/loam/lost`.
 *
 * @throws CmsError `conflict`, `invalid` with the issues of what would not be right
 */
export async function replaceMain(
  writer: SiteWriter,
  { to, since, ...note }: ReplaceMain,
): Promise<MergedBranch> {
  return writer.lock.exclusive(async () =>
    withRetries(writer, async () => {
      await writer.refresh();
      const from = writer.index().head;
      await using merge = await stageReplacement(writer, { to, since: since ?? from, note });
      const { checked, staged } = merge;
      refuseUnmergeable(checked);
      if (staged === undefined) return { from, commit: from, checked };
      const kept = await keepRef(writer.repository, from);
      await staged.land([{ ref: MAIN, from, to: staged.commit }, ...kept]);
      await writer.refresh();
      return { from, commit: staged.commit, checked };
    }),
  );
}

async function keepRef(repository: GitRepository, commit: Oid): Promise<readonly RefMove[]> {
  const ref = lostRef(MAIN, commit);
  if ((await repository.resolveRef(ref)) !== undefined) return [];
  return [{ ref, from: null, to: commit }];
}
