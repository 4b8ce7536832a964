import { assert, constantFrom, integer, oneof, property, array, tuple } from "fast-check";
import { expect, test } from "vitest";
import type { RunState } from "../../platform/db/tables/hub.ts";
import { afterStep, type PlannedStep, variablesOf } from "./run-plan.ts";

function steps(...rules: readonly PlannedStep["onFailure"][]): readonly PlannedStep[] {
  return rules.map((onFailure, at) => ({
    skill: { name: `skill-${at}`, version: 1, commit: "c" },
    inputs: {},
    onFailure,
  }));
}

const run = (step: number, attempt = 1) => ({ kind: "run", step, attempt });
const failed = (reason: string) => ({ kind: "end", state: "failed", reason });

test.for([
  ["stop", "succeeded", 1, run(1)],
  ["stop", "failed", 1, failed("Step 1 (skill-0) failed.")],
  ["continue", "failed", 1, run(1)],
  ["continue", "lost", 1, run(1)],
  [2, "failed", 1, run(0, 2)],
  [2, "timed_out", 2, run(0, 3)],
  [2, "failed", 3, failed("Step 1 (skill-0) failed.")],
  [2, "lost", 1, failed("Step 1 (skill-0) was lost.")],
  ["continue", "cancelled", 1, { kind: "end", state: "cancelled" }],
] as const)(
  "plans after a step with %s that is %s after %i tries",
  ([rule, state, attempt, next]) => {
    expect(afterStep(steps(rule, "stop"), { step: 0, attempt, state })).toEqual(next);
  },
);

test("does not retry a step rejected by the worker", () => {
  expect(afterStep(steps(1, 3), { step: 1, attempt: 1, state: "refused" })).toMatchObject({
    kind: "end",
    state: "failed",
  });
});

test("rejects a workflow if its first step is rejected", () => {
  for (const rule of ["continue", "stop", 3] as const) {
    const refused = { step: 0, attempt: 1, state: "refused" } as const;
    expect(afterStep(steps(rule, "stop"), refused)).toMatchObject({
      kind: "end",
      state: "refused",
    });
  }
});

test("ends every workflow, whatever the results of its steps", () => {
  const rule = oneof(
    constantFrom("stop" as const, "continue" as const),
    integer({ min: 1, max: 4 }),
  );
  const state = constantFrom<RunState[]>("succeeded", "failed", "timed_out", "lost", "refused");
  assert(
    property(
      tuple(
        array(rule, { minLength: 1, maxLength: 5 }),
        array(state, { minLength: 40, maxLength: 40 }),
      ),
      ([rules, states]) => {
        const planned = steps(...rules);
        let at = { step: 0, attempt: 1 };
        for (const ended of states) {
          const next = afterStep(planned, { ...at, state: ended });
          if (next.kind === "end") {
            const isRefused = at.step === 0 && ended === "refused";
            return isRefused || next.state === "succeeded" || next.state === "failed";
          }
          // It never goes back and never skips a step.
          const isAgain = next.step === at.step && next.attempt === at.attempt + 1;
          const isNext = next.step === at.step + 1 && next.attempt === 1;
          if (!isAgain && !isNext) return false;
          at = next;
        }
        return false;
      },
    ),
  );
});

test("gives inputs of a step precedence over variables", () => {
  const variables = [
    { key: "A", value: "1", scope: "workspace" },
    { key: "B", value: "2", scope: "project" },
  ] as const;
  expect(variablesOf({ variables }, { A: "mine" })).toEqual([
    { key: "B", value: "2", scope: "project" },
    { key: "A", value: "mine", scope: "workflow" },
  ]);
});
