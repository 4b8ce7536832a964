import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useAssignments } from "../../api/hub/projects.ts";
import { useStartWorkflowRun } from "../../api/hub/runs.ts";
import { useReadiness, useWorkers } from "../../api/hub/workers.ts";
import type { Workflow } from "../../api/hub/workflows.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { RequirementsCheck } from "./check.tsx";

interface StartWorkflowRunProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

/** Runs a workflow on a worker of its project after checking the requirements. */
export function StartWorkflowRun({ workflow, onClose }: StartWorkflowRunProps): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const { id, name, projectId, steps } = workflow;
  const { data: assignments } = useAssignments(projectId);
  const { data: workers = [] } = useWorkers();
  const { data: readiness } = useReadiness({ project: projectId, workflow: id });
  const start = useStartWorkflowRun();
  const assigned = (assignments ?? []).flatMap(({ workerId, role }) => {
    const worker = workers.find((one) => one.id === workerId);
    return worker === undefined || worker.state === "revoked" ? [] : [{ worker, role }];
  });
  const [chosen, setChosen] = useState<string>();
  const ordered = assigned.toSorted((left, right) => rankOf(left) - rankOf(right));
  const worker = (assigned.find((one) => one.worker.id === chosen) ?? ordered[0])?.worker;
  const variablesOf = (skill: string): ReadonlySet<string> => {
    const inputs = steps.filter((step) => step.skill === skill).map((step) => step.inputs);
    const [first = {}, ...others] = inputs;
    const names = Object.keys(first).filter((key) =>
      others.every((one) => Object.hasOwn(one, key)),
    );
    return new Set(names);
  };
  const send = (): void => {
    if (worker === undefined) return;
    start.mutate(
      { workflow: id, worker: worker.id },
      { onSuccess: (run) => void navigate(`/workspaces/${ws}/runs/${run.id}`) },
    );
  };
  return (
    <FormDialog
      title={<FormattedMessage id="hub.runSkill" values={{ name }} />}
      act={<FormattedMessage id="hub.runNow" />}
      mutation={start}
      isAllowed={worker !== undefined}
      onSend={send}
      onClose={onClose}
    >
      {worker === undefined ? (
        <Note tone="ochre">
          <FormattedMessage id="hub.nobodyWorks" />
        </Note>
      ) : (
        <>
          <SelectField
            label={formatMessage({ id: "hub.workerOne" })}
            options={ordered.map(
              ({ worker: one, role }) =>
                [
                  one.id,
                  one.name,
                  `${formatMessage({ id: `hub.role.${role}` })}, ${formatMessage({ id: `hub.worker.${one.state}` })}`,
                ] as const,
            )}
            value={worker.id}
            onChange={setChosen}
          />
          <RequirementsCheck
            skills={[...new Set(steps.map(({ skill }) => skill))]}
            worker={worker}
            readiness={readiness}
            extraVariables={variablesOf}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Prefers engineers over PMs and online workers over offline ones, as HQ does. */
function rankOf({
  worker,
  role,
}: {
  readonly worker: { readonly state: string };
  readonly role: string;
}): number {
  return (worker.state === "online" ? 0 : 2) + (role === "engineer" ? 0 : 1);
}
