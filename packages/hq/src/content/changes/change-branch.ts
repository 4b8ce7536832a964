import { CmsError } from "@loam/cms-core";
import { type GitRepository, parseRef } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { type Change, lastNumber, type NewChange, repositoryOf } from "./changes.ts";

const HEADS = "refs/heads/";
const OWN = /^refs\/heads\/change\/(\d{1,9})-/;
const MAX_SLUG = 40;

/** Branches that are no change request's: people work on these themselves. */
const KEPT: ReadonlySet<string> = new Set([MAIN, `${HEADS}published`]);

/** A free name for the branch of a new change request, and its number: `refs/heads/change/3-new-words`. */
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

/** What git and every shell take as it is; other scripts than Latin leave it to the number. */
function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const slug = words.join("-").slice(0, MAX_SLUG).replace(/-$/, "");
  return slug === "" ? "change" : slug;
}

/** Makes a branch that begins where `main` stands. @throws CmsError `stale` when there is one of this name */
export async function beginBranch(repository: GitRepository, branch: string): Promise<void> {
  const to = await repository.resolveRef(MAIN);
  if (to === undefined) throw new CmsError("conflict", "The branch main has no commits yet.");
  await repository.advance([{ ref: branch, from: null, to }], NOTHING_NEW);
}

/** The whole ref of a branch that somebody pushed. @throws CmsError `invalid`, `not_found` */
export async function requireBranch(repository: GitRepository, name: string): Promise<string> {
  const ref = parseRef(name.startsWith(HEADS) ? name : `${HEADS}${name}`);
  if (KEPT.has(ref))
    throw new CmsError("invalid", `A change request cannot be opened from ${name}.`);
  if ((await repository.resolveRef(ref)) !== undefined) return ref;
  throw new CmsError("not_found", `The repository has no branch ${name}. Push it first.`);
}

/** Its objects are there. */
const NOTHING_NEW = { land: async (): Promise<() => void> => Promise.resolve(() => undefined) };

/** Where the branch of an open change request stands. @throws CmsError `conflict` when somebody removed it */
export async function tipOf(
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

/** Removes a branch that was begun in vain. */
export async function dropBranch(repository: GitRepository, branch: string): Promise<void> {
  const tip = await repository.resolveRef(branch);
  if (tip !== undefined) await repository.removeRef(branch, tip);
}

/** Removes a branch that was merged, as long as nobody pushed to it since. */
export async function endBranch(
  repository: GitRepository,
  { branch }: Change,
  tip: string,
): Promise<void> {
  if ((await repository.resolveRef(branch)) === tip) await repository.removeRef(branch, tip);
}
