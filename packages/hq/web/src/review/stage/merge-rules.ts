import type { ChangeDetail } from "../../api/changes/change.ts";
import type { ChangeChecks } from "../../api/changes/checks.ts";
import type { Site } from "../../api/sites.ts";
import { countingReviews } from "./stage.ts";

type Role = Site["role"];

/** A condition that must be met before a change request can be merged. */
export type MergeCondition =
  | { readonly kind: "draft" | "empty" | "approval" }
  | { readonly kind: "conflicts"; readonly places: readonly ConflictPlace[] }
  | { readonly kind: "issues"; readonly count: number }
  /** Ids of people who requested changes. */
  | { readonly kind: "asked"; readonly people: readonly string[] }
  /** The changes require a higher role. */
  | { readonly kind: "rights"; readonly needs: "edit" | "admin" };

interface ConflictPlace {
  readonly title: string;
  /** API ID, or the name of another part that differs. */
  readonly path: string;
}

/** The user who views a change request. */
export interface ChangeViewer {
  readonly userId: string;
  readonly role: Role;
  /** @default same as the permission to approve */
  readonly mayTidy?: boolean;
}

/** The user's permissions for a change request. */
export interface Rights {
  /** Comment, edit, and update from `main`. */
  readonly propose: boolean;
  /** Approve or request changes, except for one's own latest changes. */
  readonly judge: boolean;
  readonly askForChanges: boolean;
  /** Edit title and reviewers, and close the change request. */
  readonly manage: boolean;
  readonly accept: boolean;
}

export function rightsOf(
  { createdBy, pushedBy, state }: ChangeDetail["change"],
  onlooker: ChangeViewer,
): Rights {
  const isOpen = state === "open";
  const { userId, role } = onlooker;
  const mayApprove = isApprover(onlooker);
  const isOwn = createdBy === userId;
  return {
    propose: role !== "view",
    judge: isOpen && mayApprove && !isOwn && pushedBy !== userId,
    askForChanges: isOpen && mayApprove && !isOwn,
    manage: role !== "view" && (isOwn || canModerate(onlooker)),
    accept: isOpen && role !== "view",
  };
}

function isApprover({ role }: ChangeViewer): boolean {
  return role === "edit" || role === "admin";
}

/** Returns whether the user can close change requests and delete comments of others. */
export function canModerate(onlooker: ChangeViewer): boolean {
  return onlooker.mayTidy ?? isApprover(onlooker);
}

/** Returns the unmet conditions for merging, the most urgent first. */
export function unmetConditions(
  detail: ChangeDetail,
  onlooker: ChangeViewer,
): readonly MergeCondition[] {
  const { merge, change } = detail;
  if (merge === null) return [];
  const blocked = new Set(merge.blockedBy);
  const needs = neededRole(detail, onlooker.role);
  return [
    ...(blocked.has("nothing_to_merge") ? [{ kind: "empty" } as const] : []),
    ...(blocked.has("draft") ? [{ kind: "draft" } as const] : []),
    ...(blocked.has("conflicts")
      ? [{ kind: "conflicts", places: merge.conflicts.map(conflictSubject) } as const]
      : []),
    ...(blocked.has("issues") ? [{ kind: "issues", count: merge.issues.length } as const] : []),
    ...(blocked.has("changes_requested")
      ? [{ kind: "asked", people: changeRequesters(change, onlooker) } as const].filter(
          ({ people }) => people.length > 0,
        )
      : []),
    ...(blocked.has("approval_missing") && !rightsOf(change, onlooker).judge
      ? [{ kind: "approval" } as const]
      : []),
    ...(needs === undefined ? [] : [{ kind: "rights", needs } as const]),
  ];
}

function conflictSubject({
  file,
  path,
  entry,
}: NonNullable<ChangeDetail["merge"]>["conflicts"][number]) {
  return { title: entry?.title ?? file, path };
}

/** Merging withdraws the user's own request for changes. */
function changeRequesters(
  change: ChangeDetail["change"],
  onlooker: ChangeViewer,
): readonly string[] {
  const mayJudge = rightsOf(change, onlooker).judge;
  return countingReviews(change)
    .filter(({ verdict }) => verdict === "changes_requested")
    .map(({ userId }) => userId)
    .filter((userId) => !(mayJudge && userId === onlooker.userId));
}

/** The user who merges must be allowed to make each of the changes. */
function neededRole({ types, files }: ChangeDetail, role: Role): "edit" | "admin" | undefined {
  const isSite = files.some(({ path }) => path === "site.yml");
  if (isSite && role !== "admin") return "admin";
  const isBuilt = types.length + files.length > 0;
  return isBuilt && (role === "view" || role === "write") ? "edit" : undefined;
}

/** Returns whether merging includes approving: if approval is required and the user can give it but hasn't. */
export function includesApproval({ merge, change }: ChangeDetail, onlooker: ChangeViewer): boolean {
  const blocked = merge?.blockedBy ?? [];
  if (!rightsOf(change, onlooker).judge) return false;
  if (blocked.includes("approval_missing")) return true;
  const mine = countingReviews(change).find(({ userId }) => userId === onlooker.userId);
  return mine?.verdict === "changes_requested";
}

/** Returns the entries with problems that would prevent publishing them on merge. */
export function publishProblems(checks: ChangeChecks | undefined): ChangeChecks["entries"] {
  return (checks?.entries ?? []).filter(({ problems }) => problems.length > 0);
}
