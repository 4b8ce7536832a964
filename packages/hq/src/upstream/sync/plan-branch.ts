import type { Take, UpstreamQuestion } from "../connection/report.ts";

/** Kind of a branch. Only HQ writes `published`; branches of change requests can be rewritten. */
export type BranchKind = "main" | "published" | "change";

/** Commits of a branch on both sides and their relation. */
export interface BranchFacts {
  readonly kind: BranchKind;
  readonly here: string | undefined;
  readonly there: string | undefined;
  /** The last commit on which both sides agreed. */
  readonly was: string | undefined;
  /** Whether one side contains all commits of the other. */
  readonly hereHasThere: boolean;
  readonly thereHasHere: boolean;
  /** Whether each side still contains the commit on which both agreed. True without one. */
  readonly hereHasWas: boolean;
  readonly thereHasWas: boolean;
  /** Whether the two have a common commit. */
  readonly related: boolean;
  /** Whether the upstream has an unrelated branch with this name. */
  readonly taken: boolean;
}

/** How to sync a branch. */
export type BranchPlan =
  /** Nothing to do; `agreed` if both sides have the same commit. */
  | { readonly kind: "nothing" | "agreed" }
  /** Push HQ's commit to the upstream. */
  | { readonly kind: "push" }
  /** The upstream has an unrelated branch with this name, which is left alone. */
  | { readonly kind: "taken" }
  /** Take the upstream commit: fast-forward if HQ has no changes, otherwise merge or replace. */
  | { readonly kind: "take"; readonly how: "forward" | "merge" | "replace" }
  | { readonly kind: "ask"; readonly question: UpstreamQuestion };

/** Decides how to sync a branch, so that neither side loses anything without a user's decision. */
export function planBranch(facts: BranchFacts): BranchPlan {
  const { kind, here, there } = facts;
  if (here === undefined) return { kind: "nothing" };
  if (facts.taken) return { kind: here === there ? "nothing" : "taken" };
  if (here === there) return { kind: "agreed" };
  if (there === undefined) return planMissing(facts);
  if (kind === "published") {
    return facts.hereHasThere ? { kind: "push" } : ask("moved", facts, ["ours"]);
  }
  return kind === "main" ? planMain(facts) : planChange(facts);
}

function planMissing(facts: BranchFacts): BranchPlan {
  const isNew = facts.was === undefined || facts.kind === "published";
  return isNew ? { kind: "push" } : ask("deleted", facts, ["ours"]);
}

function planMain(facts: BranchFacts): BranchPlan {
  if (!facts.thereHasWas || !facts.hereHasWas) {
    return ask("rewritten", facts, ["theirs", "ours", "both"]);
  }
  if (facts.hereHasThere) return { kind: "push" };
  if (facts.thereHasHere) return { kind: "take", how: "forward" };
  if (facts.related) return { kind: "take", how: "merge" };
  return ask("unrelated", facts, ["both", "ours", "theirs"]);
}

/** Branches of change requests can be rewritten. If only one side changed, it is followed. */
function planChange(facts: BranchFacts): BranchPlan {
  const { here, there, was } = facts;
  if (!facts.thereHasWas || !facts.hereHasWas) {
    if (here === was) return { kind: "take", how: "replace" };
    if (there === was) return { kind: "push" };
    return ask("rewritten", facts, ["ours", "theirs"]);
  }
  if (facts.hereHasThere) return { kind: "push" };
  if (facts.thereHasHere) return { kind: "take", how: "forward" };
  return facts.related
    ? { kind: "take", how: "merge" }
    : ask("unrelated", facts, ["ours", "theirs"]);
}

/** Asks a user to decide. */
function ask(
  kind: UpstreamQuestion["kind"],
  { was }: Pick<BranchFacts, "was">,
  choices: readonly Take[],
): BranchPlan {
  return { kind: "ask", question: { kind, was: was ?? null, choices: [...choices] } };
}
