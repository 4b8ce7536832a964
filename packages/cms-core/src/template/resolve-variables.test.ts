import { describe, expect, test } from "vitest";
import {
  parseVariableName,
  parseVariableValue,
  resolveVariables,
  type VariablePrecedence,
  type VariableScope,
} from "./resolve-variables.ts";

const SCOPES = ["workspace", "project", "workflow", "worker"] as const;

/** Every combination of scopes in which one name is set. */
const SUBSETS: readonly VariableScope[][] = Array.from({ length: 2 ** SCOPES.length }, (_, bits) =>
  SCOPES.filter((_scope, place) => (bits >> place) % 2 === 1),
);

/** The rule of the specification: scopes in order of precedence. */
const WINS: Readonly<Record<VariablePrecedence, readonly VariableScope[]>> = {
  "worker-last": ["worker", "workflow", "project", "workspace"],
  "workflow-last": ["workflow", "project", "worker"],
};

function given(scope: VariableScope): { readonly scope: VariableScope; readonly value: string } {
  return { scope, value: `of ${scope}` };
}

describe.for(["worker-last", "workflow-last"] as const)("with %s, a variable (SKL-07)", (order) => {
  test.for(SUBSETS)("set in %o comes from the scope with precedence", (subset) => {
    const scopes = Object.fromEntries(
      subset.map((scope) => [scope, new Map([["KEY", `of ${scope}`]])]),
    );
    const resolved = resolveVariables(scopes, order).get("KEY");
    const [first, ...others] = WINS[order].filter((scope) => subset.includes(scope));
    expect(resolved).toEqual(
      first === undefined ? undefined : { ...given(first), shadowed: others.map(given) },
    );
  });
});

test("does not affect variables with other names", () => {
  const scopes = { workspace: new Map([["A", "1"]]), worker: new Map([["a", "2"]]) };
  const resolved = resolveVariables(scopes, "worker-last");
  expect([...resolved].map(([name, { value }]) => [name, value])).toEqual([
    ["A", "1"],
    ["a", "2"],
  ]);
});

test("rejects unusable names and values", () => {
  expect(parseVariableName("__proto__")).toBe("__proto__");
  expect(parseVariableName(`9${"x".repeat(127)}`)).toHaveLength(128);
  for (const name of ["", "a b", "a-b", "é", "A\n", "x".repeat(129)]) {
    expect(() => parseVariableName(name)).toThrow(/is not a valid variable name/);
  }
  expect(parseVariableValue("é".repeat(32_768))).toHaveLength(32_768);
  for (const value of ["\0", "\ud800", "é".repeat(32_769)]) {
    expect(() => parseVariableValue(value)).toThrow(/The value of a variable/);
  }
});
