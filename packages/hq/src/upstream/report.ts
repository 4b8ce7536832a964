import type { Issue } from "@loam/cms-core";
import { z } from "zod";
import { type ShownIssue, showIssue } from "../content/changes/detail-answer.ts";

/** What keeps a branch, or all of them, from being the same on both sides. */
export interface UpstreamProblem {
  /** One of the error codes. */
  code: string;
  /** What is wrong, and what to do, in sentences. */
  message: string;
  /** Of what breaks the rules of the site, file by file. */
  issues?: ShownIssue[];
}

/** Which of two histories is to stand. */
export type Take = "ours" | "theirs" | "both";

/** What somebody has to decide of a branch. */
export interface UpstreamQuestion {
  kind: "rewritten" | "unrelated" | "deleted" | "moved" | "conflict";
  /** The commit on which both sides agreed last. */
  was: string | null;
  choices: Take[];
}

/** One branch on both sides, as the last sync left it. */
export interface BranchReport {
  name: string;
  here: string | null;
  there: string | null;
  /** Commits that are here alone. */
  ahead: number | null;
  /** Commits that are there alone. */
  behind: number | null;
  state: "in_sync" | "waiting" | "held" | "rejected" | "refused" | "proposed" | "question";
  /** Number of the change request that it belongs to, or waits in. */
  change: number | null;
  problem: UpstreamProblem | null;
  question: UpstreamQuestion | null;
}

/** What became of a sync. */
export interface UpstreamReport {
  /** What kept it from being done at all. */
  problem: UpstreamProblem | null;
  forgeProblem: UpstreamProblem | null;
  branches: BranchReport[];
}

/** What somebody decided of a question. */
export interface Decision {
  branch: string;
  take: Take;
  /** The commit that was looked at. */
  there: string | null;
}

const problem = z.object({
  code: z.string().meta({ description: "One of the error codes, such as `upstream_denied`." }),
  message: z.string().meta({ description: "What is wrong, and what to do, in sentences." }),
  issues: z
    .array(
      z.object({
        code: z.string(),
        message: z.string(),
        path: z.string().exactOptional(),
        line: z.int().exactOptional(),
        field: z.string().exactOptional(),
      }),
    )
    .exactOptional()
    .meta({ description: "Of what breaks the rules of the site, file by file." }),
});

const take = z.enum(["ours", "theirs", "both"]);

const question = z
  .object({
    kind: z.enum(["rewritten", "unrelated", "deleted", "moved", "conflict"]),
    was: z.string().nullable().meta({ description: "The commit on which both sides agreed last." }),
    choices: z.array(take),
  })
  .meta({
    description:
      "`rewritten`: the branch there does not lead to what it led to before. `unrelated`: the two have no commit in common. `deleted`: it is gone there. `moved`: somebody else moved what HQ alone writes. `conflict`: both sides of a change request's branch changed the same.",
  });

const branchReport = z
  .object({
    name: z.string().meta({ description: "Here; `main` may be called otherwise there." }),
    here: z.string().nullable(),
    there: z.string().nullable(),
    ahead: z.int().nullable().meta({ description: "Commits that are here alone." }),
    behind: z.int().nullable().meta({ description: "Commits that are there alone." }),
    state: z
      .enum(["in_sync", "waiting", "held", "rejected", "refused", "proposed", "question"])
      .meta({
        description:
          "`waiting`: goes on with the next sync. `held`: it has files that whoever pushed them could not merge, and is sent once somebody who could has approved it. `rejected`: the other side does not take what is here. `refused`: what is there breaks the rules here. `proposed`: what came from there waits in a change request. `question`: somebody has to decide.",
      }),
    change: z.int().nullable().meta({
      description: "Number of the change request that it belongs to, or that it waits in.",
    }),
    problem: problem.nullable(),
    question: question.nullable(),
  })
  .meta({ id: "UpstreamBranch" });

/** The parts of a report, for what is answered and what is kept. */
export const reportShape: {
  readonly problem: z.ZodType<UpstreamProblem | null, UpstreamProblem | null>;
  readonly forgeProblem: z.ZodType<UpstreamProblem | null, UpstreamProblem | null>;
  readonly branches: z.ZodType<BranchReport[], BranchReport[]>;
} = {
  problem: problem.nullable().meta({ description: "What kept the sync from being done at all." }),
  forgeProblem: problem
    .nullable()
    .meta({ description: "What the API of the forge refuses; branches go on without it." }),
  branches: z.array(branchReport),
};

export const upstreamReport: z.ZodType<UpstreamReport> = z.object(reportShape);

export const decisionInput: z.ZodType<Decision, Decision> = z.strictObject({
  branch: z.string().max(200),
  take,
  there: z
    .string()
    .nullable()
    .meta({ description: "The commit that was looked at, as `there` of the branch says." }),
});

/** Whether somebody has to do something. */
export function needsAttention({ branches }: UpstreamReport): boolean {
  return branches.some(({ state }) => state !== "in_sync" && state !== "waiting");
}

const MOST_ISSUES = 50;

/** That what stands there breaks the rules here. */
export function refusedBy(issues: readonly Issue[], message: string): UpstreamProblem {
  const shown = issues.slice(0, MOST_ISSUES).map(showIssue);
  return { code: "upstream_refused", message, ...(shown.length > 0 && { issues: shown }) };
}
