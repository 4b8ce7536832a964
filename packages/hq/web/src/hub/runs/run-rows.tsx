import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import type { Run } from "../../api/hub/runs.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { RunStateMark } from "../run-state.tsx";
import { Duration } from "./duration.tsx";
import { useRunNames } from "./run-names.ts";
import table from "../../ui/table.module.css";

/** Runs, newest first. */
export function RunRows({ runs }: { readonly runs: readonly Run[] }): ReactNode {
  const ws = useWorkspaceSlug();
  const namesOf = useRunNames();
  return (
    <table className={table["table"]}>
      <thead>
        <tr>
          {(["whatRan", "state", "workerOne", "begun", "took"] as const).map((name) => (
            <th key={name} scope="col">
              <FormattedMessage id={`hub.${name}`} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => {
          const { title, worker, project, by } = namesOf(run);
          return (
            <tr key={run.id}>
              <td className={table["first"]}>
                <Link to={`/workspaces/${ws}/runs/${run.id}`}>
                  <b>{title}</b>
                </Link>
                {run.skill !== undefined && (
                  <Tag>
                    <FormattedMessage id="hub.versionN" values={{ version: run.skill.version }} />
                  </Tag>
                )}
                <small>{project}</small>
              </td>
              <td>
                <RunStateMark state={run.state} />
              </td>
              <td>{worker}</td>
              <td>
                <Ago time={run.startedAt ?? run.createdAt} />
                <small>{by}</small>
              </td>
              <td>
                <Duration run={run} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
