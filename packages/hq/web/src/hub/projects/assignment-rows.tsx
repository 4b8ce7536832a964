import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type Assignment, useProjects, useUnassign } from "../../api/hub/projects.ts";
import { useWorkers } from "../../api/hub/workers.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { WorkerStateMark } from "../worker-state.tsx";
import list from "../../ui/list.module.css";
import styles from "../workers/workers.module.css";

interface AssignmentRowsProps {
  readonly assignments: readonly Assignment[];
  /** The side to display, as opposed to the page's own. */
  readonly show: "project" | "worker";
}

/** A list of assignments. */
export function AssignmentRows({ assignments, show }: AssignmentRowsProps): ReactNode {
  return (
    <ul className={`${list["rows"]} ${styles["rows"]}`}>
      {assignments.map((assignment) => (
        <AssignmentRow
          key={`${assignment.projectId} ${assignment.workerId}`}
          assignment={assignment}
          show={show}
        />
      ))}
    </ul>
  );
}

interface AssignmentRowProps {
  readonly assignment: Assignment;
  readonly show: "project" | "worker";
}

function AssignmentRow({ assignment, show }: AssignmentRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  const [isAsking, setIsAsking] = useState(false);
  const { project, worker, state } = useNames(assignment);
  const { projectId, workerId, role, reason } = assignment;
  const name = show === "project" ? project : worker;
  const at = show === "project" ? `projects/${projectId}` : `workers/${workerId}`;
  return (
    <li>
      <div>
        <Link to={`/workspaces/${ws}/${at}`}>
          <b>{name}</b>
        </Link>
        {reason !== undefined && (
          <small>
            <FormattedMessage id="hub.forcedBecause" values={{ reason }} />
          </small>
        )}
      </div>
      {show === "worker" && state !== undefined && <WorkerStateMark state={state} />}
      <Tag tone={role === "pm" ? "slate" : "plain"}>
        <FormattedMessage id={`hub.role.${role}`} />
      </Tag>
      {canManage(workspace) && (
        <Button
          look="quiet"
          aria-label={formatMessage({ id: "hub.unassignOf" }, { name })}
          onPress={() => setIsAsking(true)}
        >
          <FormattedMessage id="hub.unassign" />
        </Button>
      )}
      {isAsking && <UnassignDialog assignment={assignment} onClose={() => setIsAsking(false)} />}
    </li>
  );
}

/** Returns the names of the project and worker. */
function useNames({ projectId, workerId }: Assignment) {
  const { data: projects = [] } = useProjects();
  const { data: workers = [] } = useWorkers();
  const worker = workers.find(({ id }) => id === workerId);
  return {
    project: projects.find(({ id }) => id === projectId)?.name ?? projectId,
    worker: worker?.name ?? workerId,
    state: worker?.state,
  };
}

interface UnassignDialogProps {
  readonly assignment: Assignment;
  readonly onClose: () => void;
}

function UnassignDialog({ assignment, onClose }: UnassignDialogProps): ReactNode {
  const { project, worker } = useNames(assignment);
  const unassign = useUnassign();
  const which = { project: assignment.projectId, worker: assignment.workerId };
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.unassignAsk" values={{ worker, project }} />}
      act={<FormattedMessage id="hub.unassign" />}
      mutation={unassign}
      onAct={() => unassign.mutate(which, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormattedMessage id="hub.unassignText" />
    </ConfirmDialog>
  );
}
