import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useProjects } from "../../../api/hub/projects.ts";
import type { VariableOwner } from "../../../api/hub/variables.ts";
import { isRegistered, useWorkers } from "../../../api/hub/workers.ts";
import { useWorkflows } from "../../../api/hub/workflows.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, type SelectOption } from "../../../ui/fields/select-field.tsx";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import { VariableDialog } from "../../variables/variable-dialog.tsx";
import type { ValuesFor } from "./use-values.ts";
import styles from "./skill-side.module.css";

interface ValuesUsedProps {
  readonly values: readonly ExpandedVariable[];
  readonly of: ValuesFor;
  readonly onChoose: (name: keyof ValuesFor, id: string | undefined) => void;
}

const NONE = "none";

/** What each variable would be, for a project, a workflow and a worker. */
export function ValuesUsed({ values, of, onChoose }: ValuesUsedProps): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const [set, setSet] = useState<string>();
  return (
    <section>
      <h2 className={styles["heading"]}>
        <FormattedMessage id="hub.valuesUsed" />
      </h2>
      <ForWhat of={of} onChoose={onChoose} />
      {values.length === 0 && (
        <p className={styles["lead"]}>
          <FormattedMessage id="hub.noVariables" />
        </p>
      )}
      <dl className={styles["values"]}>
        {values.map(({ name, value, scope, over }) => (
          <div key={name}>
            <dt>{name}</dt>
            {scope === undefined ? (
              <dd className={styles["without"]}>
                <FormattedMessage id="hub.noValue" />
                <Button look="quiet" onPress={() => setSet(name)}>
                  <FormattedMessage id="hub.giveValue" />
                </Button>
              </dd>
            ) : (
              <dd>
                {value ?? <FormattedMessage id="hub.valueThere" />}
                <small>
                  <FormattedMessage
                    id="hub.fromScope"
                    values={{
                      scope: formatMessage({ id: `hub.scope.${scope}` }),
                      over: formatList(
                        over.map((one) => formatMessage({ id: `hub.scope.${one}` })),
                      ),
                      count: over.length,
                    }}
                  />
                </small>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {set !== undefined && (
        <VariableDialog owner={ownerOf(of)} name={set} onClose={() => setSet(undefined)} />
      )}
    </section>
  );
}

/** A missing value is set where it is missed: for the workflow or project that was chosen, else for all. */
function ownerOf({ project, workflow }: ValuesFor): VariableOwner {
  if (workflow !== undefined) return { scope: "workflow", id: workflow };
  return project === undefined ? { scope: "workspace" } : { scope: "project", id: project };
}

function ForWhat({ of, onChoose }: Pick<ValuesUsedProps, "of" | "onChoose">): ReactNode {
  const { formatMessage } = useIntl();
  const { data: projects = [] } = useProjects();
  const { data: workflows = [] } = useWorkflows();
  const { data: workers = [] } = useWorkers();
  const named = (list: readonly { readonly id: string; readonly name: string }[]) => [
    { id: NONE, text: formatMessage({ id: "hub.none" }) },
    ...list.map(({ id, name }): SelectOption => ({ id, text: name })),
  ];
  const choices = [
    ["project", named(projects)],
    ["workflow", named(workflows.filter(({ projectId }) => projectId === of.project))],
    ["worker", named(workers.filter(isRegistered))],
  ] as const;
  return (
    <div className={styles["forWhat"]}>
      {choices.map(([name, options]) => (
        <SelectField
          key={name}
          label={formatMessage({ id: `hub.for.${name}` })}
          options={options}
          value={of[name] ?? NONE}
          onChange={(id) => onChoose(name, id === NONE ? undefined : id)}
        />
      ))}
    </div>
  );
}
