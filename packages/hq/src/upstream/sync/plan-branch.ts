import type { Take, UpstreamQuestion } from "../report.ts";

/** What kind of branch it is: HQ alone writes `published`, and people may rewrite that of a change request. */
export type BranchKind = "main" | "published" | "change";

/** Where a branch stands on both sides, and how the two belong together. */
export interface BranchFacts {
  readonly kind: BranchKind;
  readonly here: string | undefined;
  readonly there: string | undefined;
  /** The commit on which both sides agreed last. */
  readonly was: string | undefined;
  /** Whether one has all that the other has. */
  readonly hereHasThere: boolean;
  readonly thereHasHere: boolean;
  /** Whether each still has the commit on which both agreed; true without one. */
  readonly hereHasWas: boolean;
  readonly thereHasWas: boolean;
  /** Whether the two have a commit in common. */
  readonly related: boolean;
  /** Whether the name belongs to another branch there, which a change request has nothing to do with. */
  readonly taken: boolean;
}

/** What is to be done with a branch. */
export type BranchPlan =
  /** Nothing; `agreed` where both stand at one commit. */
  | { readonly kind: "nothing" | "agreed" }
  /** There is moved to where it stands here. */
  | { readonly kind: "push" }
  /** There is a branch of that name which is none of HQ's; it is left alone. */
  | { readonly kind: "taken" }
  /** What is there is brought in: nothing else happened here, or it is merged. */
  | { readonly kind: "take"; readonly how: "forward" | "merge" | "replace" }
  | { readonly kind: "ask"; readonly question: UpstreamQuestion };

/** Decides what brings a branch together, so that nothing of either side is lost without somebody saying so. */
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

/** People rewrite what they propose: where one side did, and nothing happened on the other, it is followed. */
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

/** That somebody has to decide. */
function ask(
  kind: UpstreamQuestion["kind"],
  { was }: Pick<BranchFacts, "was">,
  choices: readonly Take[],
): BranchPlan {
  return { kind: "ask", question: { kind, was: was ?? null, choices: [...choices] } };
}
