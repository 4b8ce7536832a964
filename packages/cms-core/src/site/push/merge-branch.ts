import type { Oid } from "../../git/objects/object-id.ts";
import type { RefMove } from "../../git/repository/advance-refs.ts";
import { lostRef } from "../../git/repository/guard-refs.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { MAIN } from "../read/branches.ts";
import { type SiteWriter, withRetries } from "../save/site-writer.ts";
import { type MergeCommits, mergeCommits } from "./merge-commits.ts";
import {
  type CheckedMerge,
  type HowToMerge,
  mergeConflict,
  type MergeNote,
  noCommonAncestor,
  refuseUnmergeable,
  stageCommit,
  stageMerge,
  stageReplacement,
} from "./stage-merge.ts";

export interface MergeBranch extends MergeNote, HowToMerge {
  /** Inspects the planned merge and throws to prevent it. */
  readonly allow: (checked: CheckedMerge) => Promise<void> | void;
}

export interface MergedBranch {
  /** Tip of `main` before the merge; the difference from it is what the merge added. */
  readonly from: Oid;
  /** Tip of `main` after the merge. */
  readonly commit: Oid;
  readonly checked: CheckedMerge;
}

/**
 * Checks a merge of a branch into `main` by the rules of a push. Writes nothing.
 *
 * @throws CmsError `conflict` if the branch and `main` have no common commit
 */
export async function checkMerge(writer: SiteWriter, tip: Oid): Promise<CheckedMerge> {
  await using merge = await stageMerge(writer, tip, { note: UNSEEN });
  return merge.checked;
}

/** Metadata of a commit that is never shown. */
const UNSEEN: MergeNote = {
  actor: { name: "Loam", email: "hq@loam.invalid" },
  message: "Merge",
  trailers: {},
};

/**
 * Merges a branch into `main`, entry by entry and field by field, as one commit with both as parents. By the rules of a
 * push, it lands completely or not at all.
 *
 * @throws CmsError `conflict`, `invalid` with the issues of the merged content, and what `allow` throws
 */
export async function mergeBranch(
  writer: SiteWriter,
  tip: Oid,
  { allow, forward = false, unrelated = false, ...note }: MergeBranch,
): Promise<MergedBranch> {
  return writer.lock.exclusive(async () =>
    withRetries(writer, async () => {
      await writer.refresh();
      const from = writer.index().head;
      await using merge = await stageMerge(writer, tip, { note, forward, unrelated });
      const { checked, staged } = merge;
      await allow(checked);
      if (staged === undefined) {
        refuseUnmergeable(checked);
        return { from, commit: from, checked };
      }
      await staged.land([{ ref: MAIN, from, to: staged.commit }]);
      await writer.refresh();
      return { from, commit: staged.commit, checked };
    }),
  );
}

export interface UpdatedBranch extends Pick<MergeCommits, "decide" | "rename"> {
  readonly ref: string;
  readonly tip: Oid;
  /** Commit to merge into the branch. @default the tip of `main` */
  readonly other?: Oid;
}

/**
 * Merges `main` or another commit into a branch, with a merge commit on the branch. The branch is our side; conflicts
 * are resolved there.
 *
 * @throws CmsError `conflict`, `stale` if the branch moves in the meantime
 */
export async function updateBranch(
  writer: SiteWriter,
  { ref, tip, other = writer.index().head, decide, rename }: UpdatedBranch,
  note: MergeNote,
): Promise<Oid> {
  const { repository } = writer;
  const base = await requireBase(repository, tip, other);
  if (base === other) return tip;
  const sides = { base, ours: tip, theirs: other };
  const how = { ...(decide && { decide }), ...(rename && { rename }) };
  const merged = await mergeCommits(repository, { ...sides, ...how });
  if (merged.conflicts.length > 0) throw mergeConflict(merged.conflicts);
  const composed = await stageCommit(writer, sides, { ...note, merged, mergeOf: [other] });
  await using incoming = composed.incoming;
  await incoming.land([{ ref, from: tip, to: composed.commit }]);
  return composed.commit;
}

async function requireBase(repository: GitRepository, from: Oid, tip: Oid): Promise<Oid> {
  const base = await repository.mergeBase(from, tip);
  if (base === undefined) throw noCommonAncestor();
  return base;
}

export interface ReplaceMain extends MergeNote {
  /** The new tip of `main`. */
  readonly to: Oid;
  /** Changes on `main` after this commit are kept as one commit on top of `to`. Absent: they are dropped. */
  readonly since?: Oid;
}

/**
 * Moves `main` to a commit that isn't a descendant, by the rules of a push. The previous tip is kept by a ref below
 * `refs/loam/lost`.
 *
 * @throws CmsError `conflict`, `invalid` with the issues of the new content
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
      const backupRef = await keepRef(writer.repository, from);
      await staged.land([{ ref: MAIN, from, to: staged.commit }, ...backupRef]);
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
