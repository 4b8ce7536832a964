import { expandTemplate } from "@loam/cms-core/template";
import { expect, test } from "vitest";
import { temporaryState } from "../state/temporary-state.fixture.ts";
import { resolveRunVariables, valuesOf } from "./run-variables.ts";
import { deleteVariable, getVariable, listVariables, putVariable } from "./worker-variables.ts";

const AT = new Date("2026-11-20T09:30:00.000Z");

test("variables of this machine are listed by name, changed and deleted", async () => {
  const state = await temporaryState();
  putVariable(state, { key: "B", value: "2", at: AT });
  putVariable(state, { key: "A", value: "", at: AT });
  putVariable(state, { key: "B", value: "two", at: AT });
  expect(listVariables(state).map(({ key, value }) => [key, value])).toEqual([
    ["A", ""],
    ["B", "two"],
  ]);
  expect([deleteVariable(state, "A"), deleteVariable(state, "A")]).toEqual([true, false]);
  expect(() => getVariable(state, "A")).toThrow(/no variable A/);
  expect(() => putVariable(state, { key: "a b", value: "", at: AT })).toThrow(/cannot be the name/);
});

test.for([
  ["worker-last", "worker", "own of {{C}} c"],
  ["workflow-last", "workflow", "flow of {{C}} {{SPACE}}"],
] as const)(
  "with %s a run has what the %s says, and its text is expanded once",
  async ([precedence, scope, text]) => {
    const state = await temporaryState();
    putVariable(state, { key: "A", value: "own of {{C}}", at: AT });
    const given = [
      { key: "A", value: "flow of {{C}}", scope: "workflow" },
      { key: "SPACE", value: "c", scope: "workspace" },
    ] as const;
    const resolved = resolveRunVariables(given, listVariables(state), precedence);
    expect(resolved.get("A")?.scope).toBe(scope);
    expect(resolved.get("A")?.shadowed).toHaveLength(1);
    expect(expandTemplate("{{A}} {{SPACE}}", valuesOf(resolved))).toBe(text);
  },
);
