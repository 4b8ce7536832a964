import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useProjects } from "../../api/hub/projects.ts";
import {
  type Precedence,
  useResolvedVariables,
  type VariableScope,
} from "../../api/hub/variables.ts";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { useWorkflows } from "../../api/hub/workflows.ts";
import { useTitle } from "../../shell/use-title.ts";
import { SelectField, type SelectOption } from "../../ui/fields/select-field.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { FromScope, RunContextFields } from "./run-context-fields.tsx";
import { type RunContext, useExpanded } from "./use-expanded.ts";
import type { AnyOwner } from "./variable-dialog.tsx";
import { VariableTable } from "./variable-table.tsx";
import facts from "../../ui/facts.module.css";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import panel from "../../ui/panel.module.css";
import text from "../../ui/text.module.css";
import styles from "./variables.module.css";

/** The variables of a workspace, by scope. */
const SCOPES = ["workspace", "project", "workflow", "worker"] as const;

type Scope = (typeof SCOPES)[number];

/** Variables by scope, and their effective values in a run. */
export function VariablesScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.variables" });
  useTitle(title);
  const [address, setAddress] = useSearchParams();
  const choices = useChoices();
  const scope = SCOPES.find((one) => one === address.get("scope")) ?? "workspace";
  const options = choices[scope];
  const [chosen] = options.find(([id]) => id === address.get("of")) ?? options[0] ?? [];
  const { data: resolved } = useResolvedVariables({ project: undefined, workflow: undefined });
  const owner = ownerOf(scope, chosen);
  return (
    <>
      <ScreenHead title={title} />
      <div className={`${panel["columns"]} ${styles["columns"]}`}>
        <div className={`${form["form"]} ${styles["table"]}`}>
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
            <p className={`${text["soft"]} ${styles["soft"]}`}>
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

/** The variables passed to a run of a project, workflow, and worker, with the values they override. */
function EffectiveVariables(): ReactNode {
  const [of, setOf] = useState<RunContext>({});
  const { variables, precedence } = useExpanded(of);
  return (
    <aside className={`${form["form"]} ${styles["effective"]}`}>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="hub.inARun" />
      </h2>
      <div className={styles["forWhat"]}>
        <RunContextFields
          of={of}
          onChoose={(name, id) =>
            // A workflow belongs to one project.
            setOf({ ...of, ...(name === "project" && { workflow: undefined }), [name]: id })
          }
        />
      </div>
      {variables.length === 0 ? (
        <p className={`${text["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id="hub.givenNothing" />
        </p>
      ) : (
        <dl className={`${facts["facts"]} ${facts["coded"]} ${styles["values"]}`}>
          {variables.map((variable) => (
            <div key={variable.name}>
              <dt>{variable.name}</dt>
              <dd>
                {variable.value ?? <FormattedMessage id="hub.valueThere" />}
                <small className={text["faint"]}>
                  <FromScope variable={variable} />
                </small>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Orders precedence={precedence} />
    </aside>
  );
}

const ORDERS: Readonly<Record<Precedence, readonly VariableScope[]>> = {
  "worker-last": ["workspace", "project", "workflow", "worker"],
  "workflow-last": ["worker", "project", "workflow"],
};

/** The two possible precedences, and which one is configured for this instance. */
function Orders({ precedence }: { readonly precedence: Precedence }): ReactNode {
  return (
    <section className={styles["orders"]}>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="hub.whichWins" />
      </h2>
      {(["worker-last", "workflow-last"] as const).map((order) => (
        <div key={order} className={order === precedence ? styles["ours"] : styles["other"]}>
          <p className={`${form["buttons"]} ${styles["order"]}`}>
            {ORDERS[order].map((scope, place) => (
              <Fragment key={scope}>
                {place > 0 && <ChevronRight size={13} aria-hidden="true" />}
                <Tag tone={order === precedence ? "slate" : "plain"}>
                  <FormattedMessage id={`hub.scope.${scope}`} />
                </Tag>
              </Fragment>
            ))}
          </p>
          <p className={`${text["soft"]} ${styles["soft"]}`}>
            <FormattedMessage id={`hub.order.${order}`} />{" "}
            <FormattedMessage id={order === precedence ? "hub.orderHere" : "hub.orderElsewhere"} />
          </p>
        </div>
      ))}
      <p className={`${text["soft"]} ${styles["soft"]}`}>
        <FormattedMessage
          id="hub.orderSetting"
          values={{ setting: <code>{`LOAM_VARIABLE_PRECEDENCE=${precedence}`}</code> }}
        />
      </p>
    </section>
  );
}
