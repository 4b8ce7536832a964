import { type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useProjects } from "../../api/hub/projects.ts";
import { useResolvedVariables } from "../../api/hub/variables.ts";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { useWorkflows } from "../../api/hub/workflows.ts";
import { SelectField, type SelectOption } from "../../ui/fields/select-field.tsx";
import { ListHead } from "../list-head.tsx";
import { EffectiveVariables } from "./effective-variables.tsx";
import type { AnyOwner } from "./variable-dialog.tsx";
import { VariableTable } from "./variable-table.tsx";
import styles from "./variables.module.css";

const SCOPES = ["workspace", "project", "workflow", "worker"] as const;

type Scope = (typeof SCOPES)[number];

/** Variables by scope, and their effective values in a run. */
export function VariablesPage(): ReactNode {
  const { formatMessage } = useIntl();
  const [address, setAddress] = useSearchParams();
  const choices = useChoices();
  const scope = SCOPES.find((one) => one === address.get("scope")) ?? "workspace";
  const options = choices[scope];
  const [chosen] = options.find(([id]) => id === address.get("of")) ?? options[0] ?? [];
  const { data: resolved } = useResolvedVariables({ project: undefined, workflow: undefined });
  const owner = ownerOf(scope, chosen);
  return (
    <>
      <ListHead title="nav.variables" />
      <div className={styles["columns"]}>
        <div className={styles["table"]}>
          <div className={styles["tools"]}>
            <SelectField
              label={formatMessage({ id: "hub.setIn" })}
              options={SCOPES.map(
                (id) => [id, formatMessage({ id: `hub.scopeName.${id}` })] as const,
              )}
              value={scope}
              onChange={(id) => setAddress({ scope: id }, { replace: true })}
            />
            {scope !== "workspace" && (
              <SelectField
                label={formatMessage({ id: `hub.for.${scope}` })}
                placeholder={formatMessage({ id: "hub.none" })}
                options={options}
                value={chosen ?? null}
                onChange={(id) => setAddress({ scope, of: id }, { replace: true })}
              />
            )}
          </div>
          {owner === undefined ? (
            <p className={styles["soft"]}>
              <FormattedMessage id="hub.noneOfScope" values={{ scope }} />
            </p>
          ) : (
            <VariableTable
              key={JSON.stringify(owner)}
              owner={owner}
              isOff={scope === "workspace" && resolved?.precedence === "workflow-last"}
            />
          )}
        </div>
        <EffectiveVariables />
      </div>
    </>
  );
}

function ownerOf(scope: Scope, id: string | undefined): AnyOwner | undefined {
  if (scope === "workspace") return { scope };
  return id === undefined ? undefined : { scope, id };
}

/** Returns the options of each scope. */
function useChoices(): Readonly<Record<Scope, readonly SelectOption[]>> {
  const { data: projects = [] } = useProjects();
  const { data: workflows = [] } = useWorkflows();
  const { data: workers = [] } = useWorkers();
  const visible = projects.filter(({ seesVariables }) => seesVariables);
  return {
    workspace: [],
    project: named(visible),
    workflow: named(
      workflows.filter(({ projectId }) => visible.some(({ id }) => id === projectId)),
    ),
    worker: named(workers.filter(isRegistered)),
  };
}

function named(
  list: readonly { readonly id: string; readonly name: string }[],
): readonly SelectOption[] {
  return list.map(({ id, name }) => [id, name]);
}
