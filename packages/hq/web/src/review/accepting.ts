import type { ChangeDetail } from "../api/changes/change.ts";
import type { ChangeChecks } from "../api/changes/checks.ts";
import type { Site } from "../api/sites.ts";
import { countingReviews } from "./stage.ts";

type Role = Site["role"];

/** Something that has to happen before a proposal can be accepted. */
export type Wait =
  | { readonly kind: "draft" | "empty" | "approval" }
  | { readonly kind: "conflicts"; readonly places: readonly ConflictPlace[] }
  | { readonly kind: "issues"; readonly count: number }
  /** Ids of people who want something changed. */
  | { readonly kind: "asked"; readonly people: readonly string[] }
  /** What it changes takes a higher role. */
  | { readonly kind: "rights"; readonly needs: "edit" | "admin" };

interface ConflictPlace {
  readonly title: string;
  /** API id, or what else differs. */
  readonly path: string;
}

/** Who looks at a proposal. */
export interface Onlooker {
  readonly userId: string;
  readonly role: Role;
  /** @default whether the person may say yes */
  readonly mayTidy?: boolean;
}

/** What a person may do with a proposal. */
export interface Rights {
  /** To say something, to write in it, to bring it up to date. */
  readonly propose: boolean;
  /** To say yes, or to ask for changes: not to what they wrote last themselves. */
  readonly judge: boolean;
  readonly askForChanges: boolean;
  /** To change what it is called and whom it asks, and to end it. */
  readonly manage: boolean;
  readonly accept: boolean;
}

export function rightsOf(
  { createdBy, pushedBy, state }: ChangeDetail["change"],
  onlooker: Onlooker,
): Rights {
  const isOpen = state === "open";
  const { userId, role } = onlooker;
  const mayApprove = isApprover(onlooker);
  const isOwn = createdBy === userId;
  return {
    propose: role !== "view",
    judge: isOpen && mayApprove && !isOwn && pushedBy !== userId,
    askForChanges: isOpen && mayApprove && !isOwn,
    manage: role !== "view" && (isOwn || tidies(onlooker)),
    accept: isOpen && role !== "view",
  };
}

function isApprover({ role }: Onlooker): boolean {
  return role === "edit" || role === "admin";
}

/** Whether somebody may end what others proposed, and take away what they said. */
export function tidies(onlooker: Onlooker): boolean {
  return onlooker.mayTidy ?? isApprover(onlooker);
}

/** What accepting waits for, the first thing to do first. */
export function waitsOf(detail: ChangeDetail, onlooker: Onlooker): readonly Wait[] {
  const { merge, change } = detail;
  if (merge === null) return [];
  const blocked = new Set(merge.blockedBy);
  const needs = neededRole(detail, onlooker.role);
  return [
    ...(blocked.has("nothing_to_merge") ? [{ kind: "empty" } as const] : []),
    ...(blocked.has("draft") ? [{ kind: "draft" } as const] : []),
    ...(blocked.has("conflicts")
      ? [{ kind: "conflicts", places: merge.conflicts.map(placeOf) } as const]
      : []),
    ...(blocked.has("issues") ? [{ kind: "issues", count: merge.issues.length } as const] : []),
    ...(blocked.has("changes_requested")
      ? [{ kind: "asked", people: whoAsked(change, onlooker) } as const].filter(
          ({ people }) => people.length > 0,
        )
      : []),
    ...(blocked.has("approval_missing") && !rightsOf(change, onlooker).judge
      ? [{ kind: "approval" } as const]
      : []),
    ...(needs === undefined ? [] : [{ kind: "rights", needs } as const]),
  ];
}

function placeOf({ file, path, entry }: NonNullable<ChangeDetail["merge"]>["conflicts"][number]) {
  return { title: entry?.title ?? file, path };
}

/** One's own wish for changes is taken back by accepting. */
function whoAsked(change: ChangeDetail["change"], onlooker: Onlooker): readonly string[] {
  const mayJudge = rightsOf(change, onlooker).judge;
  return countingReviews(change)
    .filter(({ verdict }) => verdict === "changes_requested")
    .map(({ userId }) => userId)
    .filter((userId) => !(mayJudge && userId === onlooker.userId));
}

/** Whoever accepts may change each of the things that are changed. */
function neededRole({ types, files }: ChangeDetail, role: Role): "edit" | "admin" | undefined {
  const isSite = files.some(({ path }) => path === "site.yml");
  if (isSite && role !== "admin") return "admin";
  const isBuilt = types.length + files.length > 0;
  return isBuilt && (role === "view" || role === "write") ? "edit" : undefined;
}

/** Whether accepting says yes first: where one is asked for, and the person's counts and is not given yet. */
export function isYesPart({ merge, change }: ChangeDetail, onlooker: Onlooker): boolean {
  const blocked = merge?.blockedBy ?? [];
  if (!rightsOf(change, onlooker).judge) return false;
  if (blocked.includes("approval_missing")) return true;
  const mine = countingReviews(change).find(({ userId }) => userId === onlooker.userId);
  return mine?.verdict === "changes_requested";
}

/** What keeps the entries of a proposal from being published with it: how many of them, and what. */
export function publishProblems(checks: ChangeChecks | undefined): ChangeChecks["entries"] {
  return (checks?.entries ?? []).filter(({ problems }) => problems.length > 0);
}
