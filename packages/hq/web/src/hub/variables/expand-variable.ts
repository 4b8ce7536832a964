import type {
  Precedence,
  ResolvedVariable,
  VariableScope,
  WorkerVariable,
} from "../../api/hub/variables.ts";

/** A variable as a run would receive it. */
export interface ExpandedVariable {
  readonly name: string;
  /** Undefined if it has no value, or the worker has a value it didn't report. */
  readonly value: string | undefined;
  /** The scope of the value; undefined if no scope sets it. */
  readonly scope: VariableScope | undefined;
  /** Scopes whose values are overridden. */
  readonly over: readonly VariableScope[];
}

interface Known {
  readonly atHq: ResolvedVariable | undefined;
  readonly atWorker: WorkerVariable | undefined;
  readonly precedence: Precedence;
}

/** Combines the worker's value with HQ's, by precedence. */
export function expand(name: string, { atHq, atWorker, precedence }: Known): ExpandedVariable {
  const below = atHq?.shadowed.map(({ scope }) => scope) ?? [];
  if (atWorker !== undefined && (atHq === undefined || precedence === "worker-last")) {
    const over = atHq === undefined ? [] : [atHq.scope, ...below];
    return { name, value: atWorker.value, scope: "worker", over };
  }
  if (atHq === undefined) return { name, value: undefined, scope: undefined, over: [] };
  const over = atWorker === undefined ? below : [...below, "worker" as const];
  return { name, value: atHq.value, scope: atHq.scope, over };
}
