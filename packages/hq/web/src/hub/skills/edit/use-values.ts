import { templateNames } from "@loam/cms-core/browser";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { useResolvedVariables, useWorkerVariables } from "../../../api/hub/variables.ts";
import { expand, type ExpandedVariable } from "../../variables/expand-variable.ts";

/** For what a skill is shown with values: as the address says. */
export interface ValuesFor {
  readonly project: string | undefined;
  readonly workflow: string | undefined;
  readonly worker: string | undefined;
}

const NAMES = ["project", "workflow", "worker"] as const;

/** For what values are shown, and how that is chosen. */
export function useValuesFor(): readonly [
  ValuesFor,
  (name: keyof ValuesFor, id: string | undefined) => void,
] {
  const [address, setAddress] = useSearchParams();
  const [project, workflow, worker] = NAMES.map((name) => address.get(name) ?? undefined);
  const choose = (name: keyof ValuesFor, id: string | undefined): void => {
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === undefined) after.delete(name);
        else after.set(name, id);
        // A workflow is of one project.
        if (name === "project") after.delete("workflow");
        return after;
      },
      { replace: true },
    );
  };
  return [{ project, workflow, worker }, choose];
}

/** The variables of a text, in the order in which they first stand in it, as a run would have them. */
export function useValues(text: string, of: ValuesFor): readonly ExpandedVariable[] {
  const { data: resolved } = useResolvedVariables(of);
  const { data: told } = useWorkerVariables(of.worker ?? "", of.worker !== undefined);
  return useMemo(() => {
    const own = of.worker === undefined ? [] : (told?.variables ?? []);
    return templateNames(text).map((name) => {
      const atHq = resolved?.variables.find(({ key }) => key === name);
      const atWorker = own.find(({ key }) => key === name);
      return expand(name, { atHq, atWorker, precedence: resolved?.precedence ?? "worker-last" });
    });
  }, [text, of.worker, resolved, told]);
}
