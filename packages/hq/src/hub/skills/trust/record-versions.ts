import { CmsError } from "@loam/cms-core";
import { findRole } from "../../../people/workspaces/policies.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { WorkspaceRole } from "../../../platform/db/tables/workspaces.ts";
import type { SkillStore, SkillVersion } from "../skill-store.ts";
import { type Reviewer, reviewObstacle, unreviewedUpTo } from "./judge-review.ts";
import {
  recordSkillAuthors,
  putSkillReview,
  readSkillAuthors,
  readSkillReviews,
  type SkillReviews,
} from "./skill-reviews.ts";

/** Dependencies of reviewing versions. */
export interface ReviewParts {
  readonly database: ControlDatabase;
  readonly now: () => Date;
  readonly workspaceId: string;
  readonly store: SkillStore;
}

interface VersionAuthors {
  /** Id of the user who saved, pushed, or merged. */
  readonly by: string;
  /** For a merge, all authors of the merged commits. */
  readonly authors?: ReadonlySet<string>;
}

/**
 * Records the authors of new versions. A merge by someone else counts as a review, and so does any change by an admin
 * who is the only member. Both apply only if the previous version is reviewed, because no one has reviewed the base
 * otherwise.
 */
export async function recordVersions(
  parts: ReviewParts,
  created: readonly SkillVersion[],
  { by, authors }: VersionAuthors,
): Promise<void> {
  const { database, workspaceId } = parts;
  if (created.length === 0) return;
  const users = authors ?? new Set([by]);
  for (const { tree: place } of created)
    await recordSkillAuthors(database, { workspaceId, place, users });
  const isByAnother = authors !== undefined && !authors.has(by);
  const reviewer = await reviewerOf(parts, by);
  const isAloneAdmin = reviewer !== undefined && reviewer.isAlone && reviewer.role !== "member";
  if (!isByAnother && !isAloneAdmin) return;
  const reviews = await readSkillReviews(database, workspaceId);
  const { versions } = await parts.store.follow();
  for (const version of created) {
    const upTo = unreviewedUpTo(versions.get(version.name) ?? [], version.version, reviews);
    const isAllOfIt = upTo.every((one) => one.version === version.version);
    if (!isAllOfIt) continue;
    await putSkillReview(database, { ...version, workspaceId, by, alone: !isByAnother }, parts);
  }
}

async function reviewerOf(
  { database, workspaceId }: ReviewParts,
  userId: string,
): Promise<Reviewer | undefined> {
  const role = await findRole(database, workspaceId, userId);
  if (role === undefined) return undefined;
  return { userId, role, isAlone: await isOnlyMember(database, workspaceId) };
}

/** Whether the workspace has only one enabled user. */
async function isOnlyMember(database: ControlDatabase, workspaceId: string): Promise<boolean> {
  const members = await database
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select("users.id")
    .where("members.workspace_id", "=", workspaceId)
    .where("users.disabled_at", "is", null)
    .limit(2)
    .execute();
  return members.length === 1;
}

interface ReviewRequest {
  readonly version: SkillVersion;
  readonly by: { readonly userId: string; readonly role: WorkspaceRole };
}

/**
 * Reviews a version and all unreviewed versions before it. Existing reviews are kept.
 *
 * @throws CmsError `forbidden` for an author, or for a nonadmin if an author is unknown
 */
export async function reviewVersion(
  parts: ReviewParts,
  { version, by: { userId, role } }: ReviewRequest,
): Promise<void> {
  const { database, workspaceId } = parts;
  const reviews = await readSkillReviews(database, workspaceId, version.name);
  if (reviews.of(version) !== undefined) return;
  const authors = await authorsSinceReview(parts, version, reviews);
  const isAlone = await isOnlyMember(database, workspaceId);
  const obstacle = reviewObstacle(authors, { userId, role, isAlone });
  if (obstacle !== undefined) throw new CmsError("forbidden", OBSTACLES[obstacle]);
  const alone = authors.some((some) => some?.has(userId) === true);
  await putSkillReview(database, { ...version, workspaceId, by: userId, alone }, parts);
}

const OBSTACLES = {
  own: "You wrote part of this version. Someone else must review it.",
  unknown_author: "The author of this version is unknown. An admin must review it.",
} as const;

/** Returns the versions that a user can review now. */
export async function reviewableVersions(
  parts: ReviewParts,
  versions: readonly SkillVersion[],
  { userId, role }: ReviewRequest["by"],
): Promise<ReadonlySet<number>> {
  const { database, workspaceId } = parts;
  const [first] = versions;
  if (first === undefined) return new Set();
  const reviews = await readSkillReviews(database, workspaceId, first.name);
  const isAlone = await isOnlyMember(database, workspaceId);
  const known = await readSkillAuthors(
    database,
    workspaceId,
    versions.map(({ tree }) => tree),
  );
  const may = versions.filter((version) => {
    if (reviews.of(version) !== undefined) return false;
    const upTo = unreviewedUpTo(versions, version.version, reviews);
    const authors = upTo.map(({ tree }) => known.get(tree));
    return reviewObstacle(authors, { userId, role, isAlone }) === undefined;
  });
  return new Set(may.map(({ version }) => version));
}

async function authorsSinceReview(
  { database, workspaceId, store }: ReviewParts,
  { name, version }: SkillVersion,
  reviews: SkillReviews,
): Promise<readonly (ReadonlySet<string> | undefined)[]> {
  const all = (await store.versions(name)).toReversed();
  const trees = unreviewedUpTo(all, version, reviews).map(({ tree }) => tree);
  const known = await readSkillAuthors(database, workspaceId, trees);
  return trees.map((tree) => known.get(tree));
}
