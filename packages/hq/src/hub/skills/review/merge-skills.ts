import { CmsError, type Issue, isCmsError } from "@loam/cms-core";
import type { Author, GitRepository, Oid } from "@loam/cms-core/git";
import { type CheckedMerge, composeMerge, MAIN, mergeCommits } from "@loam/cms-core/site";
import { checkSkillPush } from "../check-push.ts";
import type { SkillStore } from "../skill-store.ts";

type Conflict = CheckedMerge["conflicts"][number];
type Decide = (file: string) => "ours" | "theirs" | undefined;

/** The expected result of merging a branch of skills into `main`. */
export interface CheckedSkillMerge {
  /** The merge base. */
  readonly base: Oid;
  /** Files that both sides changed in the same lines. */
  readonly conflicts: readonly Conflict[];
  readonly issues: readonly Issue[];
  /** Whether `main` already contains the branch. */
  readonly isMerged: boolean;
}

interface MergeNote {
  readonly actor: Author;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
  readonly when: Date;
}

const ATTEMPTS = 5;
/** Skills have no site files, so all files are merged by lines, as in Git. */
const NO_SITE = { id: "", name: "", paths: {}, routes: {} };

/** @throws CmsError `conflict` if the branch and `main` have no common history */
export async function checkSkillMerge(
  repository: GitRepository,
  tip: Oid,
): Promise<CheckedSkillMerge> {
  await using staged = await stage(repository, { tip, note: UNSEEN });
  return staged.checked;
}

/** For a trial merge, whose commit is discarded. */
const UNSEEN: MergeNote = {
  actor: { name: "Loam", email: "hq@loam.invalid" },
  message: "Merge",
  trailers: {},
  when: new Date(0),
};

/**
 * Merges a branch of skills into `main` and creates versions of the changed skills.
 *
 * @returns the new head of `main`
 * @throws CmsError `conflict`, or `invalid` with the problems of invalid skills
 */
export async function mergeSkills(
  store: SkillStore,
  tip: Oid,
  note: MergeNote,
): Promise<{ readonly commit: Oid; readonly checked: CheckedSkillMerge }> {
  const { repository } = store;
  for (let attempt = 1; ; attempt += 1) {
    // The base must have its versions first.
    const { head: from = null } = await store.follow();
    await using staged = await stage(repository, { tip, note });
    const { checked, commit, land } = staged;
    if (checked.isMerged) return { commit: from ?? tip, checked };
    refuseUnmergeable(checked);
    if (commit === undefined || land === undefined) throw new Error("A merge failed.");
    try {
      await land(from);
    } catch (error) {
      if (isCmsError(error) && error.code === "stale" && attempt < ATTEMPTS) continue;
      throw error;
    }
    await store.follow({ commit, by: note.actor });
    return { commit, checked };
  }
}

/** Merges `main` into a branch. @returns the new head of the branch @throws CmsError `conflict`, `stale` */
export async function updateSkillBranch(
  repository: GitRepository,
  { ref, tip, decide }: { readonly ref: string; readonly tip: Oid; readonly decide: Decide },
  note: MergeNote,
): Promise<Oid> {
  const other = await headOf(repository);
  const base = await commonBase(repository, tip, other);
  if (base === other) return tip;
  const sides = { base, ours: tip, theirs: other };
  const merged = await mergeCommits(repository, { ...sides, site: NO_SITE, decide });
  if (merged.conflicts.length > 0) throw conflictError(merged.conflicts);
  const composed = await composeMerge(repository, sides, { ...note, merged, mergeOf: [other] });
  await using incoming = composed.incoming;
  await incoming.land([{ ref, from: tip, to: composed.commit }]);
  return composed.commit;
}

interface Staged extends AsyncDisposable {
  readonly checked: CheckedSkillMerge;
  readonly commit?: Oid;
  readonly land?: (from: Oid | null) => Promise<void>;
}

async function stage(
  repository: GitRepository,
  { tip, note }: { readonly tip: Oid; readonly note: MergeNote },
): Promise<Staged> {
  const from = await headOf(repository);
  const base = await commonBase(repository, tip, from);
  const checked = { base, conflicts: [], issues: [], isMerged: base === tip };
  if (checked.isMerged) return { checked, [Symbol.asyncDispose]: doNothing };
  const sides = { base, ours: from, theirs: tip };
  const merged = await mergeCommits(repository, { ...sides, site: NO_SITE });
  if (merged.conflicts.length > 0) {
    const { conflicts } = merged;
    return { checked: { ...checked, conflicts }, [Symbol.asyncDispose]: doNothing };
  }
  const created = await composeMerge(repository, sides, { ...note, merged, mergeOf: [tip] });
  const { commit, incoming } = created;
  const moves = [{ ref: MAIN, from, to: commit }];
  const issues = await checkSkillPush({ moves, incoming: incoming.repository });
  return {
    checked: { ...checked, issues },
    commit,
    land: async (at) => {
      await incoming.land([{ ref: MAIN, from: at, to: commit }]);
    },
    [Symbol.asyncDispose]: () => incoming[Symbol.asyncDispose](),
  };
}

const doNothing = async (): Promise<void> => Promise.resolve();

async function headOf(repository: GitRepository): Promise<Oid> {
  const head = await repository.resolveRef(MAIN);
  if (head !== undefined) return head;
  throw new CmsError("conflict", "There are no skills yet. Save one, or push to main.");
}

async function commonBase(repository: GitRepository, tip: Oid, main: Oid): Promise<Oid> {
  const base = await repository.mergeBase(main, tip);
  if (base !== undefined) return base;
  const message = "The branch and main have no commit in common. Start the branch from main.";
  throw new CmsError("conflict", message);
}

function refuseUnmergeable({ conflicts, issues }: CheckedSkillMerge): void {
  if (conflicts.length > 0) throw conflictError(conflicts);
  if (issues.length === 0) return;
  throw new CmsError("invalid", "A skill would be invalid after this merge.", { issues });
}

function conflictError(conflicts: readonly Conflict[]): CmsError {
  const message = "Both sides changed the same lines. Choose which file to keep.";
  const issues = conflicts.map(({ file: path }): Issue => {
    return { code: "conflict", message: "main changed the same lines.", path };
  });
  return new CmsError("conflict", message, { issues });
}
