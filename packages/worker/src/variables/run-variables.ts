import {
  type ResolvedVariable,
  resolveVariables,
  type VariablePrecedence,
  type VariableScope,
} from "@loam/cms-core/template";
import type { WorkerVariable } from "./worker-variables.ts";

/** A variable of a run's request, and its scope. */
export interface GivenVariable {
  readonly key: string;
  readonly value: string;
  readonly scope: VariableScope;
}

/**
 * Determines the value and the scope of each variable of a run, from HQ's variables, or those of a request on this
 * machine, and the worker's own. HQ cannot do this, because it need not know a machine's variables.
 */
export function resolveRunVariables(
  given: readonly GivenVariable[],
  own: readonly WorkerVariable[],
  precedence: VariablePrecedence,
): ReadonlyMap<string, ResolvedVariable> {
  const of = (scope: VariableScope): ReadonlyMap<string, string> =>
    new Map(
      given.filter((variable) => variable.scope === scope).map(({ key, value }) => [key, value]),
    );
  return resolveVariables(
    {
      workspace: of("workspace"),
      project: of("project"),
      workflow: of("workflow"),
      worker: new Map(own.map(({ key, value }) => [key, value])),
    },
    precedence,
  );
}

/** Input for `expandTemplate` of cms-core. */
export function valuesOf(
  variables: ReadonlyMap<string, ResolvedVariable>,
): ReadonlyMap<string, string> {
  return new Map([...variables].map(([key, { value }]) => [key, value]));
}
