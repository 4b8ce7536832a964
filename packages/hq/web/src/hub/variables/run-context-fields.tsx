import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useProjects } from "../../api/hub/projects.ts";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { useWorkflows } from "../../api/hub/workflows.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import type { ExpandedVariable } from "./expand-variable.ts";
import type { RunContext } from "./use-expanded.ts";

interface RunContextFieldsProps {
  readonly of: RunContext;
  readonly onChoose: (name: keyof RunContext, id: string | undefined) => void;
}

const NONE = "none";

/** Selects an optional project, workflow, and worker. */
export function RunContextFields({ of, onChoose }: RunContextFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: projects = [] } = useProjects();
  const { data: workflows = [] } = useWorkflows();
  const { data: workers = [] } = useWorkers();
  const choices = [
    ["project", projects.filter(({ seesVariables }) => seesVariables)],
    ["workflow", workflows.filter(({ projectId }) => projectId === of.project)],
    ["worker", workers.filter(isRegistered)],
  ] as const;
  return choices.map(([what, list]) => (
    <SelectField
      key={what}
      label={formatMessage({ id: `hub.for.${what}` })}
      options={[
        [NONE, formatMessage({ id: "hub.none" })],
        ...list.map(({ id, name }) => [id, name] as const),
      ]}
      value={of[what] ?? NONE}
      onChange={(id) => onChoose(what, id === NONE ? undefined : id)}
    />
  ));
}

/** The scope of a value, and the scopes it overrides. */
export function FromScope({ variable }: { readonly variable: ExpandedVariable }): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const { scope, over } = variable;
  if (scope === undefined) return null;
  return (
    <FormattedMessage
      id="hub.fromScope"
      values={{
        scope: formatMessage({ id: `hub.scope.${scope}` }),
        over: formatList(over.map((one) => formatMessage({ id: `hub.scope.${one}` }))),
        count: over.length,
      }}
    />
  );
}
