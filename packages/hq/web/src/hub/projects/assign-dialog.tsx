import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import {
  type Assignment,
  type Finding,
  useAdvice,
  useAssign,
  useProjects,
} from "../../api/hub/projects.ts";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { FindingList } from "../finding-list.tsx";
import { FormDialog } from "../form-dialog.tsx";
import form from "../../ui/form.module.css";

interface AssignDialogProps {
  /** The side of the assignment that is already chosen. */
  readonly project?: string;
  readonly worker?: string;
  readonly onClose: () => void;
}

const ROLES: readonly Assignment["role"][] = ["engineer", "pm"];

/** Assigns a worker to a project after showing the advisor's findings. */
export function AssignDialog(props: AssignDialogProps): ReactNode {
  const { onClose } = props;
  const { formatMessage } = useIntl();
  const [project, setProject] = useState(props.project);
  const [worker, setWorker] = useState(props.worker);
  const [role, setRole] = useState<Assignment["role"]>("engineer");
  const [reason, setReason] = useState("");
  const assign = useAssign();
  const planned = project !== undefined && worker !== undefined ? { project, worker } : undefined;
  const advice = useAdvice(planned);
  const findings = findingsOf(planned, advice.data);
  const isBad = findings?.some(({ severity }) => severity === "error") === true;
  const isReasoned = !isBad || reason.trim() !== "";
  const send = (): void => {
    if (planned === undefined || !isReasoned) return;
    assign.mutate(
      { ...planned, role, ...(isBad && { reason: reason.trim() }) },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={<FormattedMessage id="hub.assignTitle" />}
      act={<FormattedMessage id={isBad ? "hub.assignAnyway" : "hub.assignNow"} />}
      look={isBad ? "danger" : "primary"}
      mutation={{ isPending: assign.isPending, error: unknownOf(assign.error) }}
      isAllowed={findings !== undefined && isReasoned}
      onSend={send}
      onClose={onClose}
    >
      <div className={form["two"]}>
        {props.project === undefined && <ProjectField value={project} onChange={setProject} />}
        {props.worker === undefined && <WorkerField value={worker} onChange={setWorker} />}
        <SelectField
          label={formatMessage({ id: "hub.roleThere" })}
          options={ROLES.map((id) => [id, formatMessage({ id: `hub.role.${id}` })] as const)}
          value={role}
          onChange={(id) => setRole(id === "pm" ? "pm" : "engineer")}
        />
      </div>
      {planned !== undefined && <Findings findings={findings} error={advice.error} />}
      {isBad && <ReasonField value={reason} onChange={setReason} />}
    </FormDialog>
  );
}

interface FindingsProps {
  readonly findings: readonly Finding[] | undefined;
  readonly error: Error | null;
}

/** What the advisor says about the planned assignment. */
function Findings({ findings, error }: FindingsProps): ReactNode {
  return findings === undefined ? <Loading error={error} /> : <FindingList findings={findings} />;
}

interface ChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Reason for assigning despite errors from the advisor. */
function ReasonField({ value, onChange }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <TextField
      label={formatMessage({ id: "hub.reason" })}
      help={formatMessage({ id: "hub.reasonHelp" })}
      value={value ?? ""}
      onChange={onChange}
      maxLength={500}
    />
  );
}

function ProjectField({ value, onChange }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: projects = [] } = useProjects();
  return (
    <SelectField
      label={formatMessage({ id: "hub.projectOne" })}
      placeholder={formatMessage({ id: "hub.choose" })}
      options={projects.map(({ id, name }) => [id, name] as const)}
      value={value ?? null}
      onChange={onChange}
    />
  );
}

function WorkerField({ value, onChange }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: workers = [] } = useWorkers();
  return (
    <SelectField
      label={formatMessage({ id: "hub.workerOne" })}
      placeholder={formatMessage({ id: "hub.choose" })}
      options={workers.filter(isRegistered).map(({ id, name }) => [id, name] as const)}
      value={value ?? null}
      onChange={onChange}
    />
  );
}

/** Returns the advisor's findings for an assignment; undefined while loading. */
function findingsOf(
  planned: { readonly project: string; readonly worker: string } | undefined,
  advice: ReturnType<typeof useAdvice>["data"],
): readonly Finding[] | undefined {
  if (planned === undefined || advice === undefined) return undefined;
  const of = advice.workers.find(({ workerId }) => workerId === planned.worker);
  return (of?.findings ?? []).filter(({ projects }) => projects.includes(planned.project));
}

/** Returns an error, unless the findings already explain it. */
function unknownOf(error: Error | null): Error | null {
  const isKnown = error instanceof RefusedError && error.problem.code === "assignment_refused";
  return isKnown ? null : error;
}
