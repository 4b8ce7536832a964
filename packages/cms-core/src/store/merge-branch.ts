import { CmsError } from "../base/errors.ts";
import type { FileMode } from "../git/change.ts";
import type { Oid } from "../git/object-id.ts";
import { receivePack, type Incoming } from "../git/receive-pack.ts";
import type { GitRepository } from "../git/repository.ts";
import type { MergedTree, TreeConflict } from "../merge/merge-trees.ts";
import { MAIN } from "./branches.ts";
import { type MergeCommits, mergeCommits } from "./merge-commits.ts";
import { checkPush, type CheckedPush } from "./push/check-push.ts";
import { withRetries, type Actor, type SiteWriter } from "./site-writer.ts";

/** What a merge of a branch into `main` would come to. */
export interface CheckedMerge extends CheckedPush {
  /** The commit that the branch and `main` grew from. */
  readonly base: Oid;
  /** What both changed, and differently; while there are some, nothing else is checked. */
  readonly conflicts: readonly TreeConflict[];
  /** Whether the branch has anything that `main` has not. */
  readonly isMerged: boolean;
}

export interface MergeNote {
  readonly actor: Actor;
  readonly message: string;
  /** Besides `Loam-Site`. */
  readonly trailers: Readonly<Record<string, string>>;
}

export interface MergeBranch extends MergeNote {
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

const NOTHING = { issues: [], touched: new Map(), incomplete: [] } as const;

/**
 * Checks what a merge of a branch into `main` would come to, by the rules of a push; nothing is written.
 *
 * @throws CmsError `conflict` when the branch and `main` have nothing in common
 */
export async function checkMerge(writer: SiteWriter, tip: Oid): Promise<CheckedMerge> {
  await using merge = await stageMerge(writer, tip, UNSEEN);
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
  { allow, ...note }: MergeBranch,
): Promise<MergedBranch> {
  return writer.lock.exclusive(async () =>
    withRetries(writer, async () => {
      await writer.refresh();
      const from = writer.index().head;
      await using merge = await stageMerge(writer, tip, note);
      const { checked, staged } = merge;
      await allow(checked);
      if (staged === undefined) {
        refuseUnmergeable(checked);
        return { from, commit: from, checked };
      }
      await staged.incoming.land([{ ref: MAIN, from, to: staged.commit }]);
      await writer.refresh();
      return { from, commit: staged.commit, checked };
    }),
  );
}

/** @throws CmsError `conflict`, `invalid` */
function refuseUnmergeable({ conflicts, issues }: CheckedMerge): void {
  if (conflicts.length > 0) throw mergeConflict(conflicts);
  if (issues.length === 0) return;
  throw new CmsError("invalid", "With this merge the site would not be right.", { issues });
}

function mergeConflict(conflicts: readonly TreeConflict[]): CmsError {
  const message = "Both sides changed the same, and differently; decide what is to stand.";
  return new CmsError("conflict", message, { details: { conflicts } });
}

interface Staged {
  readonly commit: Oid;
  readonly incoming: Incoming;
}

interface StagedMerge extends AsyncDisposable {
  readonly checked: CheckedMerge;
  /** Absent where there is nothing to merge, or it must not be. */
  readonly staged?: Staged;
}

async function stageMerge(writer: SiteWriter, tip: Oid, note: MergeNote): Promise<StagedMerge> {
  const { repository } = writer;
  const index = writer.index();
  const from = index.head;
  const base = await requireBase(repository, from, tip);
  if (base === tip) return unstaged({ ...NOTHING, base, conflicts: [], isMerged: true });
  const merged = await mergeCommits(repository, { base, ours: from, theirs: tip });
  const { conflicts } = merged;
  if (conflicts.length > 0) return unstaged({ ...NOTHING, base, conflicts, isMerged: false });

  const trailers = { "Loam-Site": index.site.id, ...note.trailers };
  const sides = { base, ours: from, theirs: tip };
  const staged = await stageCommit(repository, sides, {
    ...note,
    trailers,
    merged,
    now: writer.now(),
  });
  try {
    const { incoming, commit } = staged;
    const pushed = { repository, incoming: incoming.repository, from, to: commit };
    const pushChecked = await checkPush(index, { ...pushed, now: writer.now() });
    const checked = { ...pushChecked, base, conflicts, isMerged: false };
    const dispose = async (): Promise<void> => incoming[Symbol.asyncDispose]();
    if (checked.issues.length > 0) {
      await dispose();
      return unstaged(checked);
    }
    return { checked, staged, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await staged.incoming[Symbol.asyncDispose]();
    throw error;
  }
}

async function requireBase(repository: GitRepository, from: Oid, tip: Oid): Promise<Oid> {
  const base = await repository.mergeBase(from, tip);
  if (base !== undefined) return base;
  const message = "The branch and main have no commit in common; begin a branch at main.";
  throw new CmsError("conflict", message);
}

export interface UpdatedBranch extends Pick<MergeCommits, "decide"> {
  readonly ref: string;
  readonly tip: Oid;
}

/**
 * Brings what happened on `main` into a branch, as a merge on the branch: ours is the branch, where conflicts are decided.
 *
 * @throws CmsError `conflict`, `stale` when the branch moves meanwhile
 */
export async function updateBranch(
  { repository, index, now }: SiteWriter,
  { ref, tip, decide }: UpdatedBranch,
  note: MergeNote,
): Promise<Oid> {
  const { head, site } = index();
  const base = await requireBase(repository, tip, head);
  if (base === head) return tip;
  const sides = { base, ours: tip, theirs: head };
  const merged = await mergeCommits(repository, { ...sides, ...(decide && { decide }) });
  if (merged.conflicts.length > 0) throw mergeConflict(merged.conflicts);
  const trailers = { "Loam-Site": site.id, ...note.trailers };
  const made = await stageCommit(repository, sides, { ...note, trailers, merged, now: now() });
  await using incoming = made.incoming;
  await incoming.land([{ ref, from: tip, to: made.commit }]);
  return made.commit;
}

interface Sides {
  readonly base: Oid;
  readonly ours: Oid;
  readonly theirs: Oid;
}

function unstaged(checked: CheckedMerge): StagedMerge {
  return { checked, [Symbol.asyncDispose]: async () => Promise.resolve() };
}

/** The merge as a commit on ours that nobody sees yet. */
async function stageCommit(
  repository: GitRepository,
  { base, ours, theirs }: Sides,
  { actor, merged, now, ...note }: MergeNote & { readonly merged: MergedTree; readonly now: Date },
): Promise<Staged> {
  const modes = new Map<string, FileMode>();
  for (const { path, mode } of await repository.changedFiles(base, theirs)) {
    if (merged.files.get(path) && (mode === "100644" || mode === "100755")) modes.set(path, mode);
  }
  const change = { ...note, author: actor, when: now, files: merged.files, modes };
  const { commit, pack } = await repository.composeCommit({ ...change, mergeOf: [theirs] }, ours);
  const whole = { maxBytes: pack.length, maxObjects: Infinity, signal: NEVER };
  const incoming = await receivePack(repository, oneChunk(pack), whole);
  return { commit, incoming };
}

const NEVER = new AbortController().signal;

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
