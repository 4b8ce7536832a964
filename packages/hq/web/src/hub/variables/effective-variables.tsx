import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import type { Precedence, VariableScope } from "../../api/hub/variables.ts";
import { Tag } from "../../ui/tag.tsx";
import { RunContextFields, FromScope } from "./run-context-fields.tsx";
import { type RunContext, useExpanded } from "./use-expanded.ts";
import styles from "./variables.module.css";

/** The variables passed to a run of a project, workflow, and worker, with the values they override. */
export function EffectiveVariables(): ReactNode {
  const [of, setOf] = useState<RunContext>({});
  const { variables, precedence } = useExpanded(of);
  return (
    <aside className={styles["effective"]}>
      <h2>
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
        <p className={styles["soft"]}>
          <FormattedMessage id="hub.givenNothing" />
        </p>
      ) : (
        <dl className={styles["values"]}>
          {variables.map((variable) => (
            <div key={variable.name}>
              <dt>{variable.name}</dt>
              <dd>
                {variable.value ?? <FormattedMessage id="hub.valueThere" />}
                <small>
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
      <h2>
        <FormattedMessage id="hub.whichWins" />
      </h2>
      {(["worker-last", "workflow-last"] as const).map((order) => (
        <div key={order} className={order === precedence ? styles["ours"] : styles["other"]}>
          <p className={styles["order"]}>
            {ORDERS[order].map((scope, place) => (
              <Fragment key={scope}>
                {place > 0 && <ChevronRight size={13} aria-hidden="true" />}
                <Tag tone={order === precedence ? "slate" : "plain"}>
                  <FormattedMessage id={`hub.scope.${scope}`} />
                </Tag>
              </Fragment>
            ))}
          </p>
          <p className={styles["soft"]}>
            <FormattedMessage id={`hub.order.${order}`} />{" "}
            <FormattedMessage id={order === precedence ? "hub.orderHere" : "hub.orderElsewhere"} />
          </p>
        </div>
      ))}
      <p className={styles["soft"]}>
        <FormattedMessage
          id="hub.orderSetting"
          values={{ setting: <code>{`LOAM_VARIABLE_PRECEDENCE=${precedence}`}</code> }}
        />
      </p>
    </section>
  );
}
