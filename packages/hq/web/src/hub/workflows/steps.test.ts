import { expect, test } from "vitest";
import { draftOf, moveSteps, newStep, stepsOf } from "./steps.ts";

const STEP = { skill: "build", version: 2, inputs: { TARGET: "web" }, onFailure: 3 };

test("round-trips a step through the form and drops inputs without a name", () => {
  const draft = draftOf(STEP);
  const inputs = [...draft.inputs, { name: " ", value: "x" }];
  expect(stepsOf([{ ...draft, inputs }])).toEqual([STEP]);
  expect(stepsOf([newStep()])).toEqual([{ skill: "", inputs: {}, onFailure: "stop" }]);
});

test("moves steps before or after another one", () => {
  const steps = ["a", "b", "c"].map((skill) => Object.assign({}, newStep(), { skill, key: skill }));
  const moved = (keys: readonly string[], key: string, isAfter: boolean) =>
    moveSteps(steps, new Set(keys), { key, isAfter }).map(({ skill }) => skill);
  expect(moved(["a"], "c", true)).toEqual(["b", "c", "a"]);
  expect(moved(["c"], "a", false)).toEqual(["c", "a", "b"]);
  expect(moved(["b"], "b", true)).toEqual(["a", "b", "c"]);
});
