import { expandTemplate } from "@loam/cms-core/template";
import { expect, test } from "vitest";
import { addLink, storePrecedence, revokeLink } from "../state/links.ts";
import { temporaryState } from "../state/temporary-state.fixture.ts";
import { localPrecedence } from "./local-precedence.ts";
import { resolveRunVariables, valuesOf } from "./run-variables.ts";
import { deleteVariable, getVariable, listVariables, putVariable } from "./worker-variables.ts";

const AT = new Date("2026-11-20T09:30:00.000Z");

test("lists, updates, and deletes variables of this machine by name", async () => {
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
  expect(() => putVariable(state, { key: "a b", value: "", at: AT })).toThrow(
    /is not a valid variable name/,
  );
});

test.for([
  ["worker-last", "worker", "own of {{C}} c"],
  ["workflow-last", "workflow", "flow of {{C}} {{SPACE}}"],
] as const)(
  "with %s gives a run the value of the %s and expands it once",
  async ([precedence, scope, text]) => {
    const state = await temporaryState();
    putVariable(state, { key: "A", value: "own of {{C}}", at: AT });
    const variables = [
      { key: "A", value: "flow of {{C}}", scope: "workflow" },
      { key: "SPACE", value: "c", scope: "workspace" },
    ] as const;
    const resolved = resolveRunVariables(variables, listVariables(state), precedence);
    expect(resolved.get("A")?.scope).toBe(scope);
    expect(resolved.get("A")?.shadowed).toHaveLength(1);
    expect(expandTemplate("{{A}} {{SPACE}}", valuesOf(resolved))).toBe(text);
  },
);

test("uses the precedence of the workspace's HQ, then the worker's, then that of every HQ", async () => {
  const state = await temporaryState();
  const orderIn = (workspaceId: string, variablePrecedence?: "worker-last" | "workflow-last") =>
    localPrecedence(
      { config: { ...(variablePrecedence && { variablePrecedence }) }, state },
      workspaceId,
    );
  const link = (name: string): void =>
    addLink(state, {
      workerId: `worker-${name}`,
      hqUrl: `https://${name}.example`,
      workspaceId: name,
      workspaceName: name,
      sealedKey: "",
      createdAt: AT.toISOString(),
    });
  expect(orderIn("")).toBe("worker-last");
  expect(orderIn("", "workflow-last")).toBe("workflow-last");
  link("one");
  expect(orderIn("one")).toBe("worker-last");
  storePrecedence(state, "worker-one", "workflow-last");
  expect([orderIn("one"), orderIn("one", "worker-last")]).toEqual([
    "workflow-last",
    "workflow-last",
  ]);
  expect([orderIn(""), orderIn("", "worker-last")]).toEqual(["workflow-last", "worker-last"]);
  link("two");
  storePrecedence(state, "worker-two", "worker-last");
  expect([orderIn("one"), orderIn("two"), orderIn("")]).toEqual([
    "workflow-last",
    "worker-last",
    "worker-last",
  ]);
  revokeLink(state, "worker-two", AT);
  expect(orderIn("")).toBe("workflow-last");
});
