import { templateNames } from "@loam/cms-core/browser";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import { type RunContext, useExpanded } from "../../variables/use-expanded.ts";

const NAMES = ["project", "workflow", "worker"] as const;

/** Returns the context for variable values from the URL, and its setter. */
export function useValuesFor(): readonly [
  RunContext,
  (name: keyof RunContext, id: string | undefined) => void,
] {
  const [address, setAddress] = useSearchParams();
  const [project, workflow, worker] = NAMES.map((name) => address.get(name) ?? undefined);
  const choose = (name: keyof RunContext, id: string | undefined): void => {
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === undefined) after.delete(name);
        else after.set(name, id);
        // A workflow belongs to one project.
        if (name === "project") after.delete("workflow");
        return after;
      },
      { replace: true },
    );
  };
  return [{ project, workflow, worker }, choose];
}

/** Returns the variables of a text, in order of first use, with their values in a run. */
export function useValues(text: string, of: RunContext): readonly ExpandedVariable[] {
  const names = useMemo(() => templateNames(text), [text]);
  return useExpanded(of, names).variables;
}
