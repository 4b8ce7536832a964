import { CmsError } from "@loam/cms-core";
import type { WorkspaceRole } from "../../../platform/db/tables/workspaces.ts";
import type { SkillVersion } from "../skill-store.ts";
import type { SkillReviews } from "./skill-reviews.ts";

/** The user who wants to review a version. */
export interface Reviewer {
  readonly userId: string;
  readonly role: WorkspaceRole;
  /** Whether there are no other members in the workspace. */
  readonly isAlone: boolean;
}

/** Returns the version and the unreviewed versions before it. A review covers all of them. */
export function unreviewedUpTo(
  versions: readonly SkillVersion[],
  version: number,
  reviews: SkillReviews,
): readonly SkillVersion[] {
  const upTo = versions.filter((one) => one.version <= version);
  const last = upTo.findLastIndex((one) => reviews.of(one) !== undefined);
  return upTo.slice(last + 1);
}

/** Why a user cannot review a version. */
export type ReviewObstacle = "own" | "unknown_author";

/**
 * Returns what prevents a user from reviewing versions with these authors. No one can review their own work, except an
 * admin who is the only member. If HQ doesn't know an author, it could be anyone, so an admin must review.
 */
export function reviewObstacle(
  authors: readonly (ReadonlySet<string> | undefined)[],
  { userId, role, isAlone }: Reviewer,
): ReviewObstacle | undefined {
  const isAdmin = role !== "member";
  if (authors.some((some) => some?.has(userId) === true)) {
    return isAdmin && isAlone ? undefined : "own";
  }
  return authors.includes(undefined) && !isAdmin ? "unknown_author" : undefined;
}

/** The requested version of a skill to run. */
export interface WantedVersion {
  readonly version?: number | undefined;
  /** Applies without a version. Absent: the newest reviewed version if reviews are required, otherwise the newest. */
  readonly use?: "reviewed" | "newest" | undefined;
}

interface Choice {
  readonly name: string;
  /** All versions, oldest first. */
  readonly versions: readonly SkillVersion[];
  /** Absent if the skill was deleted. */
  readonly current: SkillVersion | undefined;
  readonly reviews: SkillReviews;
}

interface ReviewPolicy {
  /** Whether skills must be reviewed before they run with secrets. */
  readonly isRequired: boolean;
  /** The worker it would run on, if that has secrets. */
  readonly holder?: string | undefined;
}

/**
 * Returns the version to run.
 *
 * @throws CmsError `not_found`; `skill_unreviewed` if the version isn't reviewed and would run with access to secrets,
 * or if no version is reviewed
 */
export function chooseVersion(
  choice: Choice,
  wanted: WantedVersion,
  { isRequired, holder }: ReviewPolicy,
): SkillVersion {
  const usual = isRequired ? "reviewed" : "newest";
  if (wanted.version === undefined && (wanted.use ?? usual) === "reviewed") {
    return newestReviewed(choice);
  }
  const chosen = findVersion(choice, wanted.version);
  const isTrusted = choice.reviews.of(chosen) !== undefined;
  if (!isRequired || holder === undefined || isTrusted) return chosen;
  const { name, version } = chosen;
  throw unreviewedError(
    `${name} v${version} is not reviewed, and ${holder} has secrets. Ask someone other than its author to review it, or run it on a worker without secrets.`,
    { skill: name, version },
  );
}

function newestReviewed(choice: Choice): SkillVersion {
  const { version } = findVersion(choice, undefined);
  const { name, versions, reviews } = choice;
  const reviewed = versions.findLast((one) => reviews.of(one) !== undefined);
  if (reviewed !== undefined) return reviewed;
  throw unreviewedError(
    `No version of ${name} is reviewed. Ask someone other than its author to review v${version}, or to merge it as a change request.`,
    { skill: name },
  );
}

function findVersion(
  { name, versions, current }: Choice,
  version: number | undefined,
): SkillVersion {
  const found = version === undefined ? current : versions.find((one) => one.version === version);
  if (found !== undefined) return found;
  const suffix = version === undefined ? "" : ` v${version}`;
  throw new CmsError("not_found", `Skill ${name.slice(0, 64)}${suffix} not found.`);
}

function unreviewedError(message: string, details: Readonly<Record<string, unknown>>): CmsError {
  return new CmsError("skill_unreviewed", message, { details });
}
