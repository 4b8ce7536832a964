import {
  type ResolvedVariable,
  resolveVariables,
  type VariablePrecedence,
  type VariableScope,
} from "@loam/cms-core/template";
import type { WorkerVariable } from "./worker-variables.ts";

/** A variable that comes with a run, and where it is set. */
export interface GivenVariable {
  readonly key: string;
  readonly value: string;
  readonly scope: VariableScope;
}

/**
 * What each variable of a run is, and which scope gave it: HQ's, or those of a call on this machine, together with the
 * worker's own. HQ cannot do this: it does not have to know what is set on a machine.
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

/** What `expandTemplate` of cms-core takes. */
export function valuesOf(
  variables: ReadonlyMap<string, ResolvedVariable>,
): ReadonlyMap<string, string> {
  return new Map([...variables].map(([key, { value }]) => [key, value]));
}
