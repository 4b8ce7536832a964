import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { VariableOwner } from "../../../api/hub/variables.ts";
import { canManage, useWorkspace } from "../../../api/workspaces.ts";
import { Button } from "../../../ui/button.tsx";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import { RunContextFields, FromScope } from "../../variables/run-context-fields.tsx";
import type { RunContext } from "../../variables/use-expanded.ts";
import { VariableDialog } from "../../variables/variable-dialog.tsx";
import styles from "./skill-side.module.css";

interface ValuesUsedProps {
  readonly values: readonly ExpandedVariable[];
  readonly of: RunContext;
  readonly onChoose: (name: keyof RunContext, id: string | undefined) => void;
}

/** The value of each variable for a project, workflow, and worker. */
export function ValuesUsed({ values, of, onChoose }: ValuesUsedProps): ReactNode {
  const [set, setSet] = useState<string>();
  const { data: workspace } = useWorkspace();
  const mayGive = ownerOf(of).scope !== "workspace" || canManage(workspace);
  return (
    <section>
      <h2 className={styles["heading"]}>
        <FormattedMessage id="hub.valuesUsed" />
      </h2>
      <div className={styles["forWhat"]}>
        <RunContextFields of={of} onChoose={onChoose} />
      </div>
      {values.length === 0 && (
        <p className={styles["lead"]}>
          <FormattedMessage id="hub.noVariables" />
        </p>
      )}
      <dl className={styles["values"]}>
        {values.map((variable) => (
          <div key={variable.name}>
            <dt>{variable.name}</dt>
            {variable.scope === undefined ? (
              <dd className={styles["without"]}>
                <FormattedMessage id="hub.noValue" />
                {mayGive && (
                  <Button look="quiet" onPress={() => setSet(variable.name)}>
                    <FormattedMessage id="hub.giveValue" />
                  </Button>
                )}
              </dd>
            ) : (
              <dd>
                {variable.value ?? <FormattedMessage id="hub.valueThere" />}
                <small>
                  <FromScope variable={variable} />
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

/** A missing variable is set on the selected workflow or project, otherwise for all. */
function ownerOf({ project, workflow }: RunContext): VariableOwner {
  if (workflow !== undefined) return { scope: "workflow", id: workflow };
  return project === undefined ? { scope: "workspace" } : { scope: "project", id: project };
}
