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
  nothingInCommon,
  refuseUnmergeable,
  stageCommit,
  stageMerge,
  stageReplacement,
} from "./stage-merge.ts";

export interface MergeBranch extends MergeNote, HowToMerge {
  /** Looks at what is about to be merged, and throws to leave it. */
  readonly allow: (checked: CheckedMerge) => Promise<void> | void;
}

export interface MergedBranch {
  /** Where `main` stood before it: what differs from there is what the merge brought. */
  readonly from: Oid;
  /** Where `main` stands after it. */
  readonly commit: Oid;
  readonly checked: CheckedMerge;
}

/**
 * Checks what a merge of a branch into `main` would come to, by the rules of a push; nothing is written.
 *
 * @throws CmsError `conflict` when the branch and `main` have nothing in common
 */
export async function checkMerge(writer: SiteWriter, tip: Oid): Promise<CheckedMerge> {
  await using merge = await stageMerge(writer, tip, { note: UNSEEN });
  return merge.checked;
}

/** Of a commit that nobody sees. */
const UNSEEN: MergeNote = {
  actor: { name: "Loam", email: "hq@loam.invalid" },
  message: "Merge",
  trailers: {},
};

/**
 * Merges a branch into `main`, entry by entry and field by field, as one commit with both as parents, by the rules
 * of a push: it lands whole, or nothing does.
 *
 * @throws CmsError `conflict`, `invalid` with the issues of what would not be right, and what `allow` throws
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
  /** What is merged into it. @default where `main` stands */
  readonly other?: Oid;
}

/**
 * Brings what happened on `main`, or at another commit, into a branch, as a merge on the branch: ours is the branch,
 * where conflicts are decided.
 *
 * @throws CmsError `conflict`, `stale` when the branch moves meanwhile
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
  if (base === undefined) throw nothingInCommon();
  return base;
}

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
