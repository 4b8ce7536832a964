import type {
  Precedence,
  ResolvedVariable,
  VariableScope,
  WorkerVariable,
} from "../../api/hub/variables.ts";

/** What a variable would be in a run. */
export interface ExpandedVariable {
  readonly name: string;
  /** Undefined where it has none, or the worker has one that it did not tell. */
  readonly value: string | undefined;
  /** Where it comes from; undefined where it is set nowhere. */
  readonly scope: VariableScope | undefined;
  /** Where else it is set. */
  readonly over: readonly VariableScope[];
}

interface Known {
  readonly atHq: ResolvedVariable | undefined;
  readonly atWorker: WorkerVariable | undefined;
  readonly precedence: Precedence;
}

/** Puts a worker's variable over what HQ knows, or under it. */
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
