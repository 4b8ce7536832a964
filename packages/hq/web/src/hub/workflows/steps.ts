import type { WorkflowStep } from "../../api/hub/workflows.ts";
import { randomName } from "../../api/random-name.ts";

/** A step as it is written: with a name of its own, which stays when it is moved. */
export interface DraftStep {
  readonly key: string;
  /** Empty while none is chosen. */
  readonly skill: string;
  /** Always this one. */
  readonly version: number | undefined;
  /** Without a version, which one when the workflow starts; undefined: as the workspace has it. */
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

/** What is sent; an input without a name is none. */
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

/** The steps with some of them before or after another one. */
export function moveSteps(
  steps: readonly DraftStep[],
  moved: ReadonlySet<unknown>,
  { key, isAfter }: { readonly key: unknown; readonly isAfter: boolean },
): readonly DraftStep[] {
  const taken = steps.filter((step) => moved.has(step.key));
  const left = steps.filter((step) => !moved.has(step.key));
  const at = left.findIndex((step) => step.key === key);
  return at === -1 ? steps : left.toSpliced(isAfter ? at + 1 : at, 0, ...taken);
}
