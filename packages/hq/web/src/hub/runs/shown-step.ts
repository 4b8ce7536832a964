import type { Run } from "../../api/hub/runs.ts";

type Step = Pick<Run, "id" | "state" | "startedAt">;

/** The step whose log is shown: the one that somebody chose, else the one at work, else the last that has begun. */
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
