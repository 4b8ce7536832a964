import type { Run } from "../../api/hub/runs.ts";

type Step = Pick<Run, "id" | "state" | "startedAt">;

/** Returns the step whose log is displayed: the selected one, the running one, or the last started one. */
export function shownStep<Of extends Step>(
  steps: readonly Of[],
  chosen: string | null,
): Of | undefined {
  return (
    steps.find(({ id }) => id === chosen) ??
    steps.find(({ state }) => state === "running") ??
    steps.findLast(({ startedAt }) => startedAt !== undefined) ??
    steps[0]
  );
}
