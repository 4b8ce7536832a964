import type { VariableScope } from "@loam/cms-core/template";
import { z } from "zod";
import type { RunState } from "../../platform/db/tables/hub.ts";
import { variableScope } from "../variables/variable-shapes.ts";

/** An immutable version of a skill. */
export interface PinnedSkill {
  readonly name: string;
  readonly version: number;
  readonly commit: string;
  /** Git tree id of its folder. Absent in plans of older HQ versions. */
  readonly tree?: string;
}

export interface RunVariable {
  readonly key: string;
  readonly value: string;
  readonly scope: VariableScope;
}

export interface PlannedStep {
  readonly skill: PinnedSkill;
  readonly inputs: Readonly<Record<string, string>>;
  readonly onFailure: "stop" | "continue" | number;
}

export const pinnedSkill: z.ZodType<PinnedSkill> = z
  .object({
    name: z.string(),
    version: z.int(),
    commit: z.string(),
    tree: z.string().exactOptional(),
  })
  .meta({ id: "PinnedSkill" });

export const runVariable: z.ZodType<RunVariable> = z
  .object({ key: z.string(), value: z.string(), scope: variableScope })
  .meta({ id: "RunVariable" });

const plannedStep: z.ZodType<PlannedStep> = z.object({
  skill: pinnedSkill,
  inputs: z.record(z.string(), z.string()),
  onFailure: z.union([z.enum(["stop", "continue"]), z.int()]),
});

/** The work of a run, captured when the run was requested. Later changes only affect later runs. */
export const runPlan: z.ZodType<RunPlan> = z.object({
  steps: z.array(plannedStep),
  variables: z.array(runVariable),
  limits: z.object({ seconds: z.int(), outputBytes: z.int() }),
  workDir: z.string().optional(),
  ownVariables: z.array(z.string()).optional(),
});

export interface RunPlan {
  /** A single step for a skill without a workflow. */
  readonly steps: readonly PlannedStep[];
  /** Variables of all steps. */
  readonly variables: readonly RunVariable[];
  readonly limits: RunLimits;
  readonly workDir?: string | undefined;
  /**
   * Reported by the worker at the start: names of its own variables that it used in the prompt instead of HQ's values.
   */
  readonly ownVariables?: readonly string[] | undefined;
}

export interface RunLimits {
  readonly seconds: number;
  readonly outputBytes: number;
}

export const FINAL_STATES: ReadonlySet<RunState> = new Set([
  "succeeded",
  "failed",
  "cancelled",
  "timed_out",
  "lost",
  "refused",
]);

/** What follows a step: another run, or the end of the workflow. */
export type NextStep =
  | { readonly kind: "run"; readonly step: number; readonly attempt: number }
  | { readonly kind: "end"; readonly state: RunState; readonly reason?: string };

interface EndedStep {
  readonly step: number;
  /** 1, 2, … */
  readonly attempt: number;
  readonly state: RunState;
}

/**
 * Returns what follows an ended step. Rejected and lost runs aren't retried: the former would be rejected again, and it
 * is unknown what the latter has done. Rejecting the first step rejects the whole workflow, because the worker has
 * checked all its steps.
 */
export function afterStep(steps: readonly PlannedStep[], ended: EndedStep): NextStep {
  const { step, attempt, state } = ended;
  const { onFailure = "stop", skill } = steps[step] ?? {};
  if (endsAll(ended))
    return { kind: "end", state, ...(state === "refused" && { reason: REFUSED }) };
  if (canRetry(ended, onFailure)) return { kind: "run", step, attempt: attempt + 1 };
  if (state === "succeeded" || onFailure === "continue") {
    return step + 1 < steps.length
      ? { kind: "run", step: step + 1, attempt: 1 }
      : { kind: "end", state: "succeeded" };
  }
  const reason = `Step ${step + 1} (${skill?.name ?? ""}) ${WORDS[state] ?? "failed"}.`;
  return { kind: "end", state: "failed", reason };
}

/** Regardless of the step's `onFailure`. */
function endsAll({ step, state }: EndedStep): boolean {
  return state === "cancelled" || (state === "refused" && step === 0);
}

function canRetry({ attempt, state }: EndedStep, onFailure: PlannedStep["onFailure"]): boolean {
  if (typeof onFailure !== "number" || attempt > onFailure) return false;
  return state === "failed" || state === "timed_out";
}

const REFUSED =
  "The worker is missing something that a step requires, so no step was started. See the first step.";

const WORDS: Partial<Record<RunState, string>> = {
  timed_out: "timed out",
  lost: "was lost",
  refused: "was rejected by the worker because of missing requirements",
};

/** Returns the variables of a step. Its own inputs take precedence over all other variables in HQ. */
export function variablesOf(
  { variables }: Pick<RunPlan, "variables">,
  inputs: Readonly<Record<string, string>>,
): readonly RunVariable[] {
  const own = Object.entries(inputs).map(([key, value]) => ({
    key,
    value,
    scope: "workflow" as const,
  }));
  return [...variables.filter(({ key }) => !Object.hasOwn(inputs, key)), ...own];
}
