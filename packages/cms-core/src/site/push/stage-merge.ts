import { CmsError } from "../../base/errors.ts";
import type { Oid } from "../../git/objects/object-id.ts";
import type { FileMode } from "../../git/objects/tree.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { receivePack, type Incoming } from "../../git/transport/receive-pack.ts";
import type { MergedTree, TreeConflict } from "../../merge/site/merge-trees.ts";
import type { Actor, SiteWriter } from "../save/site-writer.ts";
import { checkPush, type CheckedPush } from "./check-push.ts";
import { mergeCommits } from "./merge-commits.ts";

/** What a merge of a branch into `main` would come to. */
export interface CheckedMerge extends CheckedPush {
  /** The commit that the branch and `main` grew from; where there is none, that of `main`. */
  readonly base: Oid;
  /** What both changed, and differently; while there are some, nothing else is checked. */
  readonly conflicts: readonly TreeConflict[];
  /** Whether the branch has anything that `main` has not. */
  readonly isMerged: boolean;
}

export interface MergeNote {
  readonly actor: Actor;
  readonly message: string;
  /** Besides that of the site. */
  readonly trailers: Readonly<Record<string, string>>;
}

export interface HowToMerge {
  /** Whether `main` just moves on to the branch where nothing else happened on it. @default false */
  readonly forward?: boolean;
  /** Whether the two may have no commit in common: all of both is new then. @default false */
  readonly unrelated?: boolean;
}

const NOTHING = { issues: [], touched: new Map(), incomplete: [], hints: [], removed: [] } as const;

/** What could become `main`, where nobody sees it yet. */
interface Staged {
  readonly commit: Oid;
  readonly land: Incoming["land"];
}

export interface StagedMerge extends AsyncDisposable {
  readonly checked: CheckedMerge;
  /** Absent where there is nothing to merge, or it must not be. */
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
  if (common === undefined && !unrelated) throw nothingInCommon();
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

/** Its objects are there. */
const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };

/** Checks it by the rules of a push, and lets go of it where it breaks one. */
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

export function nothingInCommon(): CmsError {
  const message = "The branch and main have no common commit. Create the branch from main.";
  return new CmsError("conflict", message);
}

/** What is on `main` after `since`, as one commit on top of another commit. */
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

/** What was merged as a commit on ours that nobody sees yet. */
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
  /** Its parents beside ours. @default none */
  readonly mergeOf?: readonly Oid[];
}

/** The same in any repository, with these trailers alone. */
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

/** A commit on ours of what was merged, and its pack. */
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

/** Commits that nobody sees yet. */
export interface MergePushed extends Pick<Incoming, "add"> {
  readonly incoming: GitRepository;
  readonly to: Oid;
}

/**
 * Merges what somebody pushes with where `main` stands by now, beside the store; it is to be checked like a push.
 *
 * @returns the commit that `main` is to stand at, or what both changed, and differently
 * @throws CmsError `conflict` when they have no commit in common
 */
export async function mergePushed(
  { index, now }: SiteWriter,
  { incoming, add, to }: MergePushed,
  { trailers, ...note }: MergeNote,
): Promise<{ readonly commit: Oid } | { readonly conflicts: readonly TreeConflict[] }> {
  const { head, site } = index();
  const base = await incoming.mergeBase(head, to);
  if (base === undefined) throw nothingInCommon();
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
