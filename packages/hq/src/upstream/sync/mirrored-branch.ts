import type { GitRepository } from "@loam/cms-core/git";
import type { Change } from "../../content/changes/changes.ts";
import type { BranchReport, UpstreamProblem, UpstreamQuestion } from "../connection/report.ts";
import type { BranchKind } from "./plan-branch.ts";
import type { SyncContext } from "./sync-context.ts";
import { branchName } from "./tracking.ts";

/** A branch that is kept in sync. */
export interface MirroredBranch {
  /** The full ref in HQ. */
  readonly ref: string;
  readonly kind: BranchKind;
  /** Its upstream commit at the last fetch. */
  readonly there: string | undefined;
  /** The open change request that it belongs to. */
  readonly change?: Change;
}

/** How syncing a branch ended. */
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

/** Reports the commits that this sync looked at. Later saves count as new for the next sync. */
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

/** A rejected upstream commit isn't in the repository, so its distance is unknown. */
async function distance(
  repository: GitRepository,
  here: string | null,
  there: string | null,
): Promise<Pick<BranchReport, "ahead" | "behind">> {
  const isKnown = there !== null && (await repository.areAncestors([there], there));
  if (here === null || !isKnown) return { ahead: null, behind: null };
  return repository.divergence(here, there);
}

/** Returns the report of a branch that is skipped in this sync. */
export async function reportWaiting(
  context: SyncContext,
  branch: MirroredBranch,
  problem?: UpstreamProblem,
): Promise<BranchReport> {
  const step: Ended = problem === undefined ? { kind: "waiting" } : { kind: "refused", problem };
  const here = await context.store.repository.resolveRef(branch.ref);
  return reportBranch(context, { ...branch, here }, step);
}
