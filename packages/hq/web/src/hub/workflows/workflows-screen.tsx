import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type Project, useProjects } from "../../api/hub/projects.ts";
import { useWorkflowRuns } from "../../api/hub/runs.ts";
import { useWorkflows, type Workflow } from "../../api/hub/workflows.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { RunStateMark } from "../run-state.tsx";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import table from "../../ui/table.module.css";
import text from "../../ui/text.module.css";
import page from "../workers/workers.module.css";

/** The workflows of all projects. */
export function WorkflowsScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.workflows" });
  useTitle(title);
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  const { data: workflows, error } = useWorkflows();
  const { data: projects = [] } = useProjects();
  if (workflows === undefined) return <Loading error={error} />;
  const mayMake = canManage(workspace) && projects.length > 0;
  return (
    <>
      <ScreenHead title={title} count={workflows.length}>
        {mayMake && (
          <ButtonLink look="primary" href={`/workspaces/${ws}/workflows/new`}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.newWorkflow" />
          </ButtonLink>
        )}
      </ScreenHead>
      {workflows.length === 0 ? (
        <EmptyState title="hub.noWorkflowsTitle">
          <p>
            <FormattedMessage
              id={projects.length === 0 ? "hub.noWorkflowsNoProject" : "hub.noWorkflows"}
            />
          </p>
        </EmptyState>
      ) : (
        <Rows workflows={workflows} projects={projects} />
      )}
    </>
  );
}

/** The workflows of one project. */
export function WorkflowRows({ project }: { readonly project: string }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  const { data: workflows, error } = useWorkflows();
  if (workflows === undefined) return <Loading error={error} />;
  const own = workflows.filter(({ projectId }) => projectId === project);
  return (
    <section>
      <header className={`${heading["head"]} ${heading["lined"]} ${page["heading"]}`}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="nav.workflows" />
        </h2>
        {canManage(workspace) && (
          <ButtonLink href={`/workspaces/${ws}/workflows/new?project=${project}`}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.newWorkflow" />
          </ButtonLink>
        )}
      </header>
      {own.length === 0 ? (
        <p className={text["soft"]}>
          <FormattedMessage id="hub.noWorkflows" />
        </p>
      ) : (
        <ul className={`${list["rows"]} ${page["rows"]}`}>
          {own.map(({ id, name, steps }) => (
            <li key={id}>
              <Link to={`/workspaces/${ws}/workflows/${id}`}>
                <b>{name}</b>
              </Link>
              <FormattedMessage id="hub.stepCount" values={{ count: steps.length }} />
              <LastRun id={id} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RowsProps {
  readonly workflows: readonly Workflow[];
  readonly projects: readonly Project[];
}

function Rows({ workflows, projects }: RowsProps): ReactNode {
  return (
    <table className={table["table"]}>
      <thead>
        <tr>
          {(["workflowOne", "projectOne", "steps", "lastRun"] as const).map((name) => (
            <th key={name} scope="col">
              <FormattedMessage id={`hub.${name}`} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {workflows.map(({ id, name, projectId, steps }) => (
          <tr key={id}>
            <td className={table["first"]}>
              <Link to={id}>
                <b>{name}</b>
              </Link>
            </td>
            <td>{projects.find((project) => project.id === projectId)?.name}</td>
            <td>
              <FormattedMessage id="hub.stepCount" values={{ count: steps.length }} />
              <small>{steps.map(({ skill }) => skill).join(" → ")}</small>
            </td>
            <td>
              <LastRun id={id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LastRun({ id }: { readonly id: string }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: runs = [] } = useWorkflowRuns(id);
  const [last] = runs;
  if (last === undefined) return <FormattedMessage id="hub.neverRan" />;
  return (
    <Link to={`/workspaces/${ws}/runs/${last.id}`}>
      <RunStateMark state={last.state} />
      <small>
        <Ago time={last.createdAt} />
      </small>
    </Link>
  );
}
