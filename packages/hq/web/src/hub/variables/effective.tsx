import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useProjects } from "../../api/hub/projects.ts";
import {
  type Precedence,
  useResolvedVariables,
  useWorkerVariables,
  type VariableScope,
} from "../../api/hub/variables.ts";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { useWorkflows } from "../../api/hub/workflows.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Tag } from "../../ui/tag.tsx";
import { expand } from "./expand-variable.ts";
import styles from "./variables.module.css";

const NONE = "none";

interface ForWhat {
  readonly project?: string | undefined;
  readonly workflow?: string | undefined;
  readonly worker?: string | undefined;
}

/** What a run would be given, for a project, a workflow and a worker: each value, and what it won over. */
export function Effective(): ReactNode {
  const [forWhat, setForWhat] = useState<ForWhat>({});
  const { variables, precedence } = useEffective(forWhat);
  return (
    <aside className={styles["effective"]}>
      <h2>
        <FormattedMessage id="hub.inARun" />
      </h2>
      <ForWhatFields forWhat={forWhat} onChange={setForWhat} />
      {variables.length === 0 ? (
        <p className={styles["soft"]}>
          <FormattedMessage id="hub.givenNothing" />
        </p>
      ) : (
        <dl className={styles["values"]}>
          {variables.map((variable) => (
            <OneValue key={variable.name} variable={variable} />
          ))}
        </dl>
      )}
      <Orders precedence={precedence} />
    </aside>
  );
}

function useEffective({ project, workflow, worker }: ForWhat) {
  const { data: resolved } = useResolvedVariables({ project, workflow });
  const { data: told } = useWorkerVariables(worker ?? "", worker !== undefined);
  const precedence = resolved?.precedence ?? "worker-last";
  const atHq = resolved?.variables ?? [];
  const own = worker === undefined ? [] : (told?.variables ?? []);
  const names = [...new Set([...atHq, ...own].map(({ key }) => key))].toSorted();
  const variables = names.map((name) =>
    expand(name, {
      atHq: atHq.find(({ key }) => key === name),
      atWorker: own.find(({ key }) => key === name),
      precedence,
    }),
  );
  return { variables, precedence };
}

interface ForWhatFieldsProps {
  readonly forWhat: ForWhat;
  readonly onChange: (forWhat: ForWhat) => void;
}

function ForWhatFields({ forWhat, onChange }: ForWhatFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: projects = [] } = useProjects();
  const { data: workflows = [] } = useWorkflows();
  const { data: workers = [] } = useWorkers();
  const own = workflows.filter(({ projectId }) => projectId === forWhat.project);
  const choices = [
    ["project", projects],
    ["workflow", own],
    ["worker", workers.filter(isRegistered)],
  ] as const;
  return (
    <div className={styles["forWhat"]}>
      {choices.map(([name, options]) => (
        <SelectField
          key={name}
          label={formatMessage({ id: `hub.for.${name}` })}
          options={[
            { id: NONE, text: formatMessage({ id: "hub.none" }) },
            ...options.map((one) => ({ id: one.id, text: one.name })),
          ]}
          value={forWhat[name] ?? NONE}
          onChange={(id) =>
            onChange({
              ...forWhat,
              // A workflow is one of its project.
              ...(name === "project" && { workflow: undefined }),
              [name]: id === NONE ? undefined : id,
            })
          }
        />
      ))}
    </div>
  );
}

function OneValue({ variable }: { readonly variable: ReturnType<typeof expand> }): ReactNode {
  const { formatList, formatMessage } = useIntl();
  const { name, value, scope, over } = variable;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value ?? <FormattedMessage id="hub.valueThere" />}
        {scope !== undefined && (
          <small>
            <FormattedMessage
              id="hub.fromScope"
              values={{
                scope: formatMessage({ id: `hub.scope.${scope}` }),
                over: formatList(over.map((one) => formatMessage({ id: `hub.scope.${one}` }))),
                count: over.length,
              }}
            />
          </small>
        )}
      </dd>
    </div>
  );
}

const ORDERS: Readonly<Record<Precedence, readonly VariableScope[]>> = {
  "worker-last": ["workspace", "project", "workflow", "worker"],
  "workflow-last": ["worker", "project", "workflow"],
};

/** Both orders that there are, and which one this deployment has. */
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
