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
  code: z.string().meta({ description: "An error code, such as `upstream_denied`." }),
  message: z.string().meta({ description: "What is wrong, and what to do about it." }),
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
    .meta({ description: "Violations of the site's rules, by file." }),
});

const take = z.enum(["ours", "theirs", "both"]);

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

/** The parts of a report, for what is answered and what is kept. */
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

export const decisionInput: z.ZodType<Decision, Decision> = z.strictObject({
  branch: z.string().max(200),
  take,
  there: z
    .string()
    .nullable()
    .meta({ description: "The upstream commit that was reviewed: `there` of the branch." }),
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
