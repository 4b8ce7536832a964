import { expect, test } from "vitest";
import type { ResolvedVariable } from "../../api/hub/variables.ts";
import { expand } from "./expand-variable.ts";

const atHq: ResolvedVariable = {
  key: "A",
  value: "of the project",
  scope: "project",
  shadowed: [{ value: "of all", scope: "workspace" }],
};
const atWorker = { key: "A", value: "here" };

test("a worker's value wins over HQ's, or loses, as the deployment has it", () => {
  expect(expand("A", { atHq, atWorker, precedence: "worker-last" })).toEqual({
    name: "A",
    value: "here",
    scope: "worker",
    over: ["project", "workspace"],
  });
  expect(expand("A", { atHq, atWorker, precedence: "workflow-last" })).toEqual({
    name: "A",
    value: "of the project",
    scope: "project",
    over: ["workspace", "worker"],
  });
});

test("what is set in one place comes from there, and what is set nowhere has no value", () => {
  const precedence = "workflow-last" as const;
  expect(expand("A", { atHq: undefined, atWorker, precedence })).toMatchObject({
    value: "here",
    scope: "worker",
    over: [],
  });
  expect(expand("A", { atHq, atWorker: undefined, precedence })).toMatchObject({
    scope: "project",
    over: ["workspace"],
  });
  expect(expand("A", { atHq: undefined, atWorker: undefined, precedence })).toMatchObject({
    value: undefined,
    scope: undefined,
  });
});
