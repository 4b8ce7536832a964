import type { WorkflowStep } from "../../api/hub/workflows.ts";
import { randomName } from "../../api/random-name.ts";

/** A step being edited, with a key that is stable across moves. */
export interface DraftStep {
  readonly key: string;
  /** Empty if no skill is selected. */
  readonly skill: string;
  /** A fixed version. */
  readonly version: number | undefined;
  /** Which version to use at the start of a workflow if none is fixed; undefined for the workspace default. */
  readonly use: WorkflowStep["use"];
  readonly inputs: readonly DraftInput[];
  readonly onFailure: WorkflowStep["onFailure"];
}

interface DraftInput {
  readonly name: string;
  readonly value: string;
}

export function draftOf({ skill, version, use, inputs, onFailure }: WorkflowStep): DraftStep {
  return {
    key: randomName(),
    skill,
    version,
    use,
    inputs: Object.entries(inputs).map(([name, value]) => ({ name, value })),
    onFailure,
  };
}

export function newStep(): DraftStep {
  const none = { version: undefined, use: undefined };
  return { key: randomName(), skill: "", ...none, inputs: [], onFailure: "stop" };
}

/** Converts steps for saving. Inputs without a name are dropped. */
export function stepsOf(steps: readonly DraftStep[]): readonly WorkflowStep[] {
  return steps.map(({ skill, version, use, inputs, onFailure }) => ({
    skill,
    ...(version !== undefined && { version }),
    ...(use !== undefined && { use }),
    inputs: Object.fromEntries(
      inputs
        .filter(({ name }) => name.trim() !== "")
        .map(({ name, value }) => [name.trim(), value]),
    ),
    onFailure,
  }));
}

/** Moves steps before or after another one. */
export function moveSteps(
  steps: readonly DraftStep[],
  moved: ReadonlySet<unknown>,
  { key, isAfter }: { readonly key: unknown; readonly isAfter: boolean },
): readonly DraftStep[] {
  const movedSteps = steps.filter((step) => moved.has(step.key));
  const left = steps.filter((step) => !moved.has(step.key));
  const at = left.findIndex((step) => step.key === key);
  return at === -1 ? steps : left.toSpliced(isAfter ? at + 1 : at, 0, ...movedSteps);
}
