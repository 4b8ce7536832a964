import { asciiWords, CmsError } from "@loam/cms-core";
import { type GitRepository, parseRef } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { type Change, lastNumber, type NewChange, repositoryOf } from "./changes.ts";

const HEADS = "refs/heads/";
const OWN = /^refs\/heads\/change\/(\d{1,9})-/;
const MAX_SLUG = 40;

/** Branches that cannot have a change request, because everyone works on them. */
const KEPT: ReadonlySet<string> = new Set([MAIN, `${HEADS}published`]);

/** Returns an unused branch name for a new change request, and its number: `refs/heads/change/3-new-words`. */
export async function nameBranch(
  database: ControlDatabase,
  repository: GitRepository,
  { owner, title }: Pick<NewChange, "owner" | "title">,
): Promise<{ readonly branch: string; readonly number: number }> {
  const taken = [...(await repository.listRefs()).keys()].map((ref) =>
    Number(OWN.exec(ref)?.[1] ?? 0),
  );
  const number = Math.max(await lastNumber(database, repositoryOf(owner)), ...taken) + 1;
  return { branch: `${HEADS}change/${number}-${slugOf(title)}`, number };
}

/**
 * Keeps only characters that Git and every shell accept unquoted. A title in a non-Latin script leaves only the number.
 */
function slugOf(title: string): string {
  return asciiWords(title).slice(0, MAX_SLUG).replace(/-$/, "") || "change";
}

/** Creates a branch at the head of `main`. @throws CmsError `stale` if a branch with this name exists */
export async function createBranch(repository: GitRepository, branch: string): Promise<void> {
  const to = await repository.resolveRef(MAIN);
  if (to === undefined) throw new CmsError("conflict", "The branch main has no commits yet.");
  await repository.advance([{ ref: branch, from: null, to }], NOTHING_NEW);
}

/** Returns the full ref of a pushed branch. @throws CmsError `invalid`, `not_found` */
export async function requireBranch(repository: GitRepository, name: string): Promise<string> {
  const ref = parseRef(name.startsWith(HEADS) ? name : `${HEADS}${name}`);
  if (KEPT.has(ref))
    throw new CmsError("invalid", `A change request cannot be opened from ${name}.`);
  if ((await repository.resolveRef(ref)) !== undefined) return ref;
  throw new CmsError("not_found", `The repository has no branch ${name}. Push it first.`);
}

/** Moves a ref without adding objects. */
const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };

/** Returns the head of the branch of an open change request. @throws CmsError `conflict` if the branch was removed */
export async function branchHead(
  repository: GitRepository,
  { branch }: Pick<Change, "branch">,
): Promise<string> {
  const tip = await repository.resolveRef(branch);
  if (tip !== undefined) return tip;
  const name = branch.slice(HEADS.length);
  throw new CmsError(
    "conflict",
    `The branch ${name} was deleted. Push it again, or close the change request.`,
  );
}

/** Removes a branch after opening its change request failed. */
export async function discardBranch(repository: GitRepository, branch: string): Promise<void> {
  const tip = await repository.resolveRef(branch);
  if (tip !== undefined) await repository.removeRef(branch, tip);
}

/** Removes a merged branch, unless someone has pushed to it in the meantime. */
export async function removeMergedBranch(
  repository: GitRepository,
  { branch }: Change,
  tip: string,
): Promise<void> {
  if ((await repository.resolveRef(branch)) === tip) await repository.removeRef(branch, tip);
}
