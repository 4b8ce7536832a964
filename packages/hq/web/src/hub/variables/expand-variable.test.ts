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

test("applies the configured precedence of worker and HQ values", () => {
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

test("returns the only scope, or no value for an unset variable", () => {
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
