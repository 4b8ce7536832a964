import type { Issue } from "@loam/cms-core";
import { z } from "zod";
import { issueAnswer, type ShownIssue, showIssue } from "../../content/changes/detail-answer.ts";

/** What keeps one or all branches from being in sync. */
export interface UpstreamProblem {
  /** One of the error codes. */
  code: string;
  /** What is wrong and what to do, in sentences. */
  message: string;
  /** Violations of the site's rules, by file. */
  issues?: ShownIssue[];
}

/** Which of two histories to keep. */
export type Take = "ours" | "theirs" | "both";

/** A question about a branch that a user must decide. */
export interface UpstreamQuestion {
  kind: "rewritten" | "unrelated" | "deleted" | "moved" | "conflict";
  /** The last commit on which both sides agreed. */
  was: string | null;
  choices: Take[];
}

/** State of a branch on both sides after the last sync. */
export interface BranchReport {
  name: string;
  here: string | null;
  there: string | null;
  /** Number of commits that only HQ has. */
  ahead: number | null;
  /** Number of commits that only the upstream has. */
  behind: number | null;
  state: "in_sync" | "waiting" | "held" | "rejected" | "refused" | "proposed" | "question";
  /** Number of the change request that it belongs to or waits in. */
  change: number | null;
  problem: UpstreamProblem | null;
  question: UpstreamQuestion | null;
}

/** Result of a sync. */
export interface UpstreamReport {
  /** Why the sync failed as a whole. */
  problem: UpstreamProblem | null;
  forgeProblem: UpstreamProblem | null;
  branches: BranchReport[];
}

/** A user's decision. */
export interface Decision {
  branch: string;
  take: Take;
  /** The upstream commit that the user saw. */
  there: string | null;
}

const problem = z
  .object({
    code: z.string().meta({ description: "An error code, such as `upstream_denied`." }),
    message: z.string().meta({ description: "What is wrong, and what to do about it." }),
    issues: z
      .array(issueAnswer)
      .exactOptional()
      .meta({ description: "Violations of the site's rules, by file." }),
  })
  .meta({ id: "UpstreamProblem" });

const take = z.enum(["ours", "theirs", "both"]).meta({ id: "UpstreamChoice" });

const question = z
  .object({
    kind: z.enum(["rewritten", "unrelated", "deleted", "moved", "conflict"]),
    was: z
      .string()
      .nullable()
      .meta({ description: "The last commit that both sides had in common." }),
    choices: z.array(take),
  })
  .meta({
    description:
      "`rewritten`: the upstream branch no longer contains its earlier commit. `unrelated`: the histories have no commit in common. `deleted`: the branch was deleted upstream. `moved`: someone changed a branch upstream that only HQ writes. `conflict`: both sides made conflicting changes to the branch of a change request.",
  });

const branchReport = z
  .object({
    name: z.string().meta({ description: "Name in HQ. `main` can have another name upstream." }),
    here: z.string().nullable(),
    there: z.string().nullable(),
    ahead: z.int().nullable().meta({ description: "Number of commits that are only in HQ." }),
    behind: z.int().nullable().meta({ description: "Number of commits that are only upstream." }),
    state: z
      .enum(["in_sync", "waiting", "held", "rejected", "refused", "proposed", "question"])
      .meta({
        description:
          "`waiting`: continues with the next sync. `held`: contains files that its author cannot merge, and is pushed after someone who can has approved it. `rejected`: the upstream rejects the push. `refused`: the upstream content breaks the site's rules. `proposed`: the upstream changes are in a change request. `question`: someone must decide.",
      }),
    change: z.int().nullable().meta({
      description:
        "Number of the change request that the branch belongs to, or that contains its changes.",
    }),
    problem: problem.nullable(),
    question: question.nullable(),
  })
  .meta({ id: "UpstreamBranch" });

/** Schema of a report, for responses and for storage. */
export const reportShape: {
  readonly problem: z.ZodType<UpstreamProblem | null, UpstreamProblem | null>;
  readonly forgeProblem: z.ZodType<UpstreamProblem | null, UpstreamProblem | null>;
  readonly branches: z.ZodType<BranchReport[], BranchReport[]>;
} = {
  problem: problem.nullable().meta({ description: "Why the whole sync failed." }),
  forgeProblem: problem
    .nullable()
    .meta({ description: "What the Git host's API rejected. Branches are still synced." }),
  branches: z.array(branchReport),
};

export const upstreamReport: z.ZodType<UpstreamReport> = z.object(reportShape);

export const decisionInput: z.ZodType<Decision, Decision> = z
  .strictObject({
    branch: z.string().max(200),
    take,
    there: z
      .string()
      .nullable()
      .meta({ description: "The upstream commit that was reviewed: `there` of the branch." }),
  })
  .meta({ id: "UpstreamDecision" });

/** Whether a user must act. */
export function needsAttention({ branches }: UpstreamReport): boolean {
  return branches.some(({ state }) => state !== "in_sync" && state !== "waiting");
}

const MAX_ISSUES = 50;

/** Returns the problem for an upstream branch that violates HQ's rules. */
export function refusedBy(issues: readonly Issue[], message: string): UpstreamProblem {
  const shown = issues.slice(0, MAX_ISSUES).map(showIssue);
  return { code: "upstream_refused", message, ...(shown.length > 0 && { issues: shown }) };
}
