import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import {
  type Assignment,
  type Project,
  useAdvice,
  useAllAssignments,
  useProjects,
} from "../../api/hub/projects.ts";
import { useWorkers } from "../../api/hub/workers.ts";
import { useWorkspaces } from "../../api/sites.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ProjectDialog } from "./project-dialog.tsx";
import table from "../../ui/table.module.css";
import styles from "./projects.module.css";

/** The projects of the workspace. */
export function ProjectsScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.projects" });
  useTitle(title);
  const { data: workspace } = useWorkspace();
  const { data: projects, error } = useProjects();
  const { data: assignments = [] } = useAllAssignments(projects);
  const navigate = useNavigate();
  const [isNew, setIsNew] = useState(false);
  if (projects === undefined) return <Loading error={error} />;
  const manages = canManage(workspace);
  return (
    <>
      <ScreenHead title={title} count={projects.length}>
        {manages && (
          <Button look="primary" onPress={() => setIsNew(true)}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.newProject" />
          </Button>
        )}
      </ScreenHead>
      {projects.length === 0 ? (
        <EmptyState title="hub.noProjectsTitle">
          <p>
            <FormattedMessage id={manages ? "hub.noProjects" : "hub.noProjectsAskAdmin"} />
          </p>
        </EmptyState>
      ) : (
        <table className={table["table"]}>
          <thead>
            <tr>
              {(["projectOne", "site", "weight", "nav.workers"] as const).map((name) => (
                <th key={name} scope="col">
                  <FormattedMessage id={name === "nav.workers" ? name : `hub.${name}`} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <ProjectRow
                key={project.id}
                project={project}
                assignments={assignments.filter(({ projectId }) => projectId === project.id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <SuggestedGroups projects={projects} />
      {isNew && (
        <ProjectDialog onDone={({ id }) => void navigate(id)} onClose={() => setIsNew(false)} />
      )}
    </>
  );
}

interface ProjectRowProps {
  readonly project: Project;
  readonly assignments: readonly Assignment[];
}

function ProjectRow({ project, assignments }: ProjectRowProps): ReactNode {
  const { data: workers = [] } = useWorkers();
  const { data: workspaces = [] } = useWorkspaces();
  const { id, name, siteId, manifest } = project;
  const site = workspaces.flatMap(({ sites }) => sites).find((one) => one.id === siteId);
  return (
    <tr>
      <td className={table["first"]}>
        <Link to={id}>
          <b>{name}</b>
        </Link>
        <small>{manifest.workDir}</small>
      </td>
      <td>{site === undefined ? "–" : <Link to={`/sites/${site.id}`}>{site.name}</Link>}</td>
      <td>
        <FormattedMessage id={`hub.weight.${manifest.weight ?? "told"}`} />
      </td>
      <td>
        {assignments.length === 0 && "–"}
        {assignments.map(({ workerId, role }) => (
          <p key={workerId}>
            {workers.find((worker) => worker.id === workerId)?.name ?? workerId}{" "}
            <Tag>
              <FormattedMessage id={`hub.role.${role}`} />
            </Tag>
          </p>
        ))}
      </td>
    </tr>
  );
}

/** Shows which projects can share a worker, if not all of them can. */
function SuggestedGroups({ projects }: { readonly projects: readonly Project[] }): ReactNode {
  const { data: advice } = useAdvice();
  if (advice === undefined || advice.plan.length < 2) return null;
  const projectName = (id: string): string =>
    projects.find((project) => project.id === id)?.name ?? id;
  return (
    <div className={styles["plan"]}>
      <Note tone="ochre">
        <b>
          <FormattedMessage id="hub.plan" values={{ count: advice.plan.length }} />
        </b>
        <ol>
          {advice.plan.map((group, place) => (
            <li key={group.join(" ")}>
              <FormattedMessage
                id="hub.planGroup"
                values={{ number: place + 1, names: group.map(projectName).join(", ") }}
              />
            </li>
          ))}
        </ol>
      </Note>
    </div>
  );
}
