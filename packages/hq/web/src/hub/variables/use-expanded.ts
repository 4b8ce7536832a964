import { useMemo } from "react";
import {
  type Precedence,
  useResolvedVariables,
  useWorkerVariables,
} from "../../api/hub/variables.ts";
import { expand, type ExpandedVariable } from "./expand-variable.ts";

/** The context of a run in which variables are resolved. */
export interface RunContext {
  readonly project?: string | undefined;
  readonly workflow?: string | undefined;
  readonly worker?: string | undefined;
}

interface Expanded {
  readonly variables: readonly ExpandedVariable[];
  readonly precedence: Precedence;
}

/**
 * Loads the variables of a run.
 *
 * @param names - The variables; absent for all that have a value.
 */
export function useExpanded(of: RunContext, names?: readonly string[]): Expanded {
  const { project, workflow, worker } = of;
  const { data: resolved } = useResolvedVariables({ project, workflow });
  const { data: ofWorker } = useWorkerVariables(worker ?? "", worker !== undefined);
  return useMemo(() => {
    const precedence = resolved?.precedence ?? "worker-last";
    const atHq = resolved?.variables ?? [];
    const own = worker === undefined ? [] : (ofWorker?.variables ?? []);
    const all = names ?? [...new Set([...atHq, ...own].map(({ key }) => key))].toSorted();
    const variables = all.map((name) =>
      expand(name, {
        atHq: atHq.find(({ key }) => key === name),
        atWorker: own.find(({ key }) => key === name),
        precedence,
      }),
    );
    return { variables, precedence };
  }, [worker, resolved, ofWorker, names]);
}
