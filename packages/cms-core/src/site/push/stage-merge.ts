import { CmsError } from "../../base/errors.ts";
import type { Oid } from "../../git/objects/object-id.ts";
import type { FileMode } from "../../git/objects/tree.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { receivePack, type Incoming } from "../../git/transport/receive-pack.ts";
import type { MergedTree, TreeConflict } from "../../merge/site/merge-trees.ts";
import type { Actor, SiteWriter } from "../save/site-writer.ts";
import { checkPush, type CheckedPush } from "./check-push.ts";
import { mergeCommits } from "./merge-commits.ts";

/** Result of a planned merge of a branch into `main`. */
export interface CheckedMerge extends CheckedPush {
  /** The common ancestor of the branch and `main`; the tip of `main` if there isn't one. */
  readonly base: Oid;
  /** Conflicting changes of both sides. If there are any, nothing else is checked. */
  readonly conflicts: readonly TreeConflict[];
  /** Whether the branch has no commits that `main` lacks. */
  readonly isMerged: boolean;
}

export interface MergeNote {
  readonly actor: Actor;
  readonly message: string;
  /** In addition to the site's trailer. */
  readonly trailers: Readonly<Record<string, string>>;
}

export interface HowToMerge {
  /** Whether `main` is fast-forwarded if possible. @default false */
  readonly forward?: boolean;
  /** Whether to merge commits without a common ancestor, so that everything counts as new. @default false */
  readonly unrelated?: boolean;
}

const NOTHING = { issues: [], touched: new Map(), incomplete: [], hints: [], removed: [] } as const;

/** A candidate for the new tip of `main`, in quarantine. */
interface Staged {
  readonly commit: Oid;
  readonly land: Incoming["land"];
}

export interface StagedMerge extends AsyncDisposable {
  readonly checked: CheckedMerge;
  /** Absent if there is nothing to merge, or the merge isn't allowed. */
  readonly staged?: Staged;
}

export async function stageMerge(
  writer: SiteWriter,
  tip: Oid,
  { note, forward = false, unrelated = false }: HowToMerge & { readonly note: MergeNote },
): Promise<StagedMerge> {
  const { repository } = writer;
  const from = writer.index().head;
  const common = await repository.mergeBase(from, tip);
  if (common === undefined && !unrelated) throw noCommonAncestor();
  const base = common ?? from;
  if (base === tip) return unstaged({ ...NOTHING, base, conflicts: [], isMerged: true });
  if (forward && common === from) {
    const land: Incoming["land"] = async (moves) => repository.advance(moves, NOTHING_NEW);
    const incoming = { repository, land, [Symbol.asyncDispose]: async () => Promise.resolve() };
    return checkStaged(writer, { base, commit: tip, incoming });
  }
  const sides = { base: common, ours: from, theirs: tip };
  const merged = await mergeCommits(repository, sides);
  const { conflicts } = merged;
  if (conflicts.length > 0) return unstaged({ ...NOTHING, base, conflicts, isMerged: false });
  const composed = await stageCommit(writer, sides, { ...note, merged, mergeOf: [tip] });
  return checkStaged(writer, { base, ...composed });
}

/** The objects already exist in the repository. */
const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };

/** Checks staged commits by the rules of a push, and discards them if they break one. */
async function checkStaged(
  writer: SiteWriter,
  { base, commit, incoming }: ComposedCommit & { readonly base: Oid },
): Promise<StagedMerge> {
  const dispose = async (): Promise<void> => incoming[Symbol.asyncDispose]();
  try {
    const index = writer.index();
    const { repository } = writer;
    const pushed = { repository, incoming: incoming.repository, from: index.head, to: commit };
    const checkedPush = await checkPush(index, { ...pushed, now: writer.now() });
    const checked = { ...checkedPush, base, conflicts: [], isMerged: false };
    if (checked.issues.length === 0) {
      const staged = { commit, land: incoming.land };
      return { checked, staged, [Symbol.asyncDispose]: dispose };
    }
    await dispose();
    return unstaged(checked);
  } catch (error) {
    await dispose();
    throw error;
  }
}

export function noCommonAncestor(): CmsError {
  const message = "The branch and main have no common commit. Create the branch from main.";
  return new CmsError("conflict", message);
}

/** Stages the changes on `main` after `since` as one commit on top of another commit. */
export async function stageReplacement(
  writer: SiteWriter,
  { to, since, note }: { readonly to: Oid; readonly since: Oid; readonly note: MergeNote },
): Promise<StagedMerge> {
  const { repository } = writer;
  const { head } = writer.index();
  const sides = { base: since, ours: to, theirs: head };
  const merged = await mergeCommits(repository, sides);
  const { conflicts } = merged;
  if (conflicts.length > 0)
    return unstaged({ ...NOTHING, base: since, conflicts, isMerged: false });
  const composed = await stageCommit(writer, sides, { ...note, merged });
  return checkStaged(writer, { base: since, ...composed });
}

export interface Sides {
  readonly base: Oid | undefined;
  readonly ours: Oid;
  readonly theirs: Oid;
}

function unstaged(checked: CheckedMerge): StagedMerge {
  return { checked, [Symbol.asyncDispose]: async () => Promise.resolve() };
}

export interface ComposedCommit {
  readonly commit: Oid;
  readonly incoming: Omit<Incoming, "add">;
}

/** Stages the merged files as a commit on ours, in quarantine. */
export async function stageCommit(
  { repository, now, index }: SiteWriter,
  sides: Sides,
  { trailers, ...note }: MergeNote & MergedNote,
): Promise<ComposedCommit> {
  const named = { "Loam-Site": index().site.id, ...trailers };
  return composeMerge(repository, sides, { ...note, trailers: named, when: now() });
}

interface MergedNote {
  readonly merged: MergedTree;
  /** Additional parents. @default none */
  readonly mergeOf?: readonly Oid[];
}

/** Like `stageCommit`, in any repository and with only these trailers. */
export async function composeMerge(
  repository: GitRepository,
  sides: Sides,
  note: ComposeNote,
): Promise<ComposedCommit> {
  const { commit, pack } = await composeMerged(repository, sides, note);
  const whole = { maxBytes: pack.length, maxObjects: Infinity, signal: NEVER };
  const incoming = await receivePack(repository, oneChunk(pack), whole);
  return { commit, incoming };
}

type ComposeNote = MergeNote & MergedNote & { readonly when: Date };

/** Creates a commit of the merged files on ours, and its pack. */
async function composeMerged(
  repository: GitRepository,
  { base, ours, theirs }: Sides,
  { actor, merged, ...note }: ComposeNote,
): ReturnType<GitRepository["composeCommit"]> {
  const modes = new Map<string, FileMode>();
  for (const { path, mode } of await repository.changedFiles(base, theirs)) {
    if (merged.files.get(path) && (mode === "100644" || mode === "100755")) modes.set(path, mode);
  }
  return repository.composeCommit({ ...note, author: actor, files: merged.files, modes }, ours);
}

/** Pushed commits in quarantine. */
export interface MergePushed extends Pick<Incoming, "add"> {
  readonly incoming: GitRepository;
  readonly to: Oid;
}

/**
 * Merges pushed commits with the current tip of `main`, in quarantine. The result must be checked like a push.
 *
 * @returns the new commit for `main`, or the conflicting changes
 * @throws CmsError `conflict` if they have no common commit
 */
export async function mergePushed(
  { index, now }: SiteWriter,
  { incoming, add, to }: MergePushed,
  { trailers, ...note }: MergeNote,
): Promise<{ readonly commit: Oid } | { readonly conflicts: readonly TreeConflict[] }> {
  const { head, site } = index();
  const base = await incoming.mergeBase(head, to);
  if (base === undefined) throw noCommonAncestor();
  if (base === head) return { commit: to };
  if (base === to) return { commit: head };
  const sides = { base, ours: head, theirs: to };
  const merged = await mergeCommits(incoming, sides);
  if (merged.conflicts.length > 0) return { conflicts: merged.conflicts };
  const named = { "Loam-Site": site.id, ...trailers };
  const parts = { ...note, trailers: named, when: now(), merged, mergeOf: [to] };
  const { commit, pack } = await composeMerged(incoming, sides, parts);
  await add(pack);
  return { commit };
}

const NEVER = new AbortController().signal;

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** @throws CmsError `conflict`, `invalid` */
export function refuseUnmergeable({ conflicts, issues }: CheckedMerge): void {
  if (conflicts.length > 0) throw mergeConflict(conflicts);
  if (issues.length === 0) return;
  throw new CmsError("invalid", "The merge would leave the site with errors.", { issues });
}

export function mergeConflict(conflicts: readonly TreeConflict[]): CmsError {
  const message = "Both sides changed the same place differently. Resolve the conflict.";
  return new CmsError("conflict", message, { details: { conflicts } });
}
