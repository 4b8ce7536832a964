import type { GitRepository } from "@loam/cms-core/git";
import type { Change } from "../../content/changes/changes.ts";
import type { BranchReport, UpstreamProblem, UpstreamQuestion } from "../report.ts";
import type { BranchKind } from "./plan-branch.ts";
import type { SyncContext } from "./sync-context.ts";
import { branchName } from "./tracking.ts";

/** A branch that is mirrored. */
export interface MirroredBranch {
  /** The whole ref here. */
  readonly ref: string;
  readonly kind: BranchKind;
  /** Where it stands there, as far as it was fetched. */
  readonly there: string | undefined;
  /** The open change request that it belongs to. */
  readonly change?: Change;
}

/** How it ended to bring a branch together. */
export type Ended =
  | { readonly kind: "agreed" | "nothing" | "waiting" | "again"; readonly moved?: boolean }
  | {
      readonly kind: "held" | "rejected" | "refused";
      readonly problem: UpstreamProblem;
      readonly moved?: boolean;
    }
  | {
      readonly kind: "proposed";
      readonly problem: UpstreamProblem;
      readonly change: number;
      readonly moved?: boolean;
    }
  | {
      readonly kind: "question";
      readonly question: UpstreamQuestion;
      readonly problem?: UpstreamProblem;
      readonly moved?: boolean;
    };

const STATES = {
  agreed: "in_sync",
  nothing: "in_sync",
  waiting: "waiting",
  held: "held",
  again: "waiting",
  rejected: "rejected",
  refused: "refused",
  proposed: "proposed",
  question: "question",
} as const;

/** Tells of what was looked at here: what was saved meanwhile is news to the next look. */
export async function reportBranch(
  { store }: SyncContext,
  { ref, change, ...seen }: MirroredBranch & { readonly here: string | undefined },
  step: Ended,
): Promise<BranchReport> {
  const { repository } = store;
  const here = seen.here ?? null;
  const there = (step.kind === "agreed" ? seen.here : seen.there) ?? null;
  const isQuestion = step.kind === "question";
  return {
    name: branchName(ref),
    here,
    there,
    ...(await distance(repository, here, there)),
    state: STATES[step.kind],
    change: step.kind === "proposed" ? step.change : (change?.number ?? null),
    problem: "problem" in step && step.problem !== undefined ? step.problem : null,
    question: isQuestion ? step.question : null,
  };
}

/** What is refused as a tree is not here to be counted. */
async function distance(
  repository: GitRepository,
  here: string | null,
  there: string | null,
): Promise<Pick<BranchReport, "ahead" | "behind">> {
  const isKnown = there !== null && (await repository.areAncestors([there], there));
  if (here === null || !isKnown) return { ahead: null, behind: null };
  return repository.divergence(here, there);
}

/** What is told of a branch that is not looked at in this sync. */
export async function reportWaiting(
  context: SyncContext,
  branch: MirroredBranch,
  problem?: UpstreamProblem,
): Promise<BranchReport> {
  const step: Ended = problem === undefined ? { kind: "waiting" } : { kind: "refused", problem };
  const here = await context.store.repository.resolveRef(branch.ref);
  return reportBranch(context, { ...branch, here }, step);
}
