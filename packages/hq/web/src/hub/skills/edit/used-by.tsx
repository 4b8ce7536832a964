import { Workflow as WorkflowIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useProjects } from "../../../api/hub/projects.ts";
import { useWorkflows } from "../../../api/hub/workflows.ts";
import { useWorkspaceSlug } from "../../../api/workspaces.ts";
import styles from "./skill-side.module.css";

/** The workflows with the skill as a step, and the projects that deploy it. */
export function UsedBy({ name }: { readonly name: string }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: workflows = [] } = useWorkflows();
  const { data: projects = [] } = useProjects();
  const of = workflows.filter(({ steps }) => steps.some(({ skill }) => skill === name));
  const deploying = projects.filter(({ manifest }) => manifest.skills.includes(name));
  if (of.length + deploying.length === 0) return null;
  return (
    <section>
      <h2 className={styles["heading"]}>
        <FormattedMessage id="hub.usedBy" />
      </h2>
      <ul className={styles["usedBy"]}>
        {of.map(({ id, name: title, projectId }) => (
          <li key={id}>
            <WorkflowIcon size={15} aria-hidden="true" />
            <Link to={`/workspaces/${ws}/workflows/${id}`}>{title}</Link>
            <small>{projects.find((project) => project.id === projectId)?.name}</small>
          </li>
        ))}
        {deploying.map(({ id, name: title }) => (
          <li key={id}>
            <WorkflowIcon size={15} aria-hidden="true" />
            <Link to={`/workspaces/${ws}/projects/${id}`}>{title}</Link>
            <small>
              <FormattedMessage id="hub.deploysIt" />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
