import { Play, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useBlocker, useNavigate, useParams, useSearchParams } from "react-router";
import { useProjects } from "../../api/hub/projects.ts";
import { useWorkflowRuns } from "../../api/hub/runs.ts";
import {
  useAddWorkflow,
  useChangeWorkflow,
  useDeleteWorkflow,
  useWorkflow,
  type Workflow,
} from "../../api/hub/workflows.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useSaveKey } from "../../shell/use-save-key.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { LeaveDialog } from "../leave-dialog.tsx";
import { RunRows } from "../runs/run-rows.tsx";
import { StartWorkflowRun } from "../runs/start-workflow-run.tsx";
import { VariableTable } from "../variables/variable-table.tsx";
import { StepEditor } from "./step-editor.tsx";
import { draftOf, type DraftStep, stepsOf } from "./steps.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import page from "../workers/workers.module.css";
import styles from "./workflows.module.css";

/** An existing workflow, or a new one. */
export function WorkflowScreen(): ReactNode {
  const { id = "new" } = useParams();
  return id === "new" ? <WorkflowEditor key={id} /> : <WorkflowPage key={id} id={id} />;
}

/** A workflow with its steps, variables, and runs. */
function WorkflowPage({ id }: { readonly id: string }): ReactNode {
  const { data: workflow, error } = useWorkflow(id);
  if (workflow === undefined) return <Loading error={error} />;
  return <WorkflowEditor workflow={workflow} />;
}

interface WorkflowFormValues {
  readonly name: string;
  readonly project: string | null;
  readonly steps: readonly DraftStep[];
}

function initialValues(workflow: Workflow | undefined, project: string | null): WorkflowFormValues {
  return {
    name: workflow?.name ?? "",
    project: workflow?.projectId ?? project,
    steps: (workflow?.steps ?? []).map(draftOf),
  };
}

/** Edits a workflow. For a new one, also selects its project. */
function WorkflowEditor({ workflow }: { readonly workflow?: Workflow }): ReactNode {
  const { formatMessage } = useIntl();
  const { data: workspace } = useWorkspace();
  const [address] = useSearchParams();
  const [values, setValues] = useState(() => initialValues(workflow, address.get("project")));
  const [dialog, setDialog] = useState<"run" | "delete">();
  const mayChange = canManage(workspace);
  const saving = useSaving(workflow, values);
  useTitle(values.name === "" ? formatMessage({ id: "hub.newWorkflow" }) : values.name);
  useSaveKey(saving.act);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      saving.isChanged &&
      nextLocation.state !== SETTLED &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <>
      <Head workflow={workflow} values={values} saving={saving} onOpenDialog={setDialog} />
      <div className={`${form["form"]} ${page["page"]}`}>
        <Refusal error={saving.error} />
        <NameAndProject
          values={values}
          isNew={workflow === undefined}
          mayChange={mayChange}
          isSubmitted={saving.isSubmitted}
          onChange={(change) => setValues({ ...values, ...change })}
        />
        <StepEditor
          steps={values.steps}
          mayChange={mayChange}
          isSubmitted={saving.isSubmitted}
          onChange={(make) => setValues((was) => ({ ...was, steps: make(was.steps) }))}
        />
        {workflow !== undefined && <Below workflow={workflow} />}
      </div>
      {dialog === "run" && workflow !== undefined && (
        <StartWorkflowRun workflow={workflow} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "delete" && workflow !== undefined && (
        <DeleteDialog workflow={workflow} onClose={() => setDialog(undefined)} />
      )}
      <LeaveDialog
        isAtRisk={saving.isChanged}
        isAsking={blocker.state === "blocked"}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </>
  );
}

/** Navigation state after saving or deleting, when there is nothing to lose. */
const SETTLED = "settled";

interface Saving {
  readonly act: () => void;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Whether to show errors for missing values. */
  readonly isSubmitted: boolean;
}

function useSaving(workflow: Workflow | undefined, values: WorkflowFormValues): Saving {
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const add = useAddWorkflow();
  const change = useChangeWorkflow(workflow?.id ?? "");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const save = workflow === undefined ? add : change;
  const before = initialValues(workflow, values.project);
  const isChanged =
    values.name !== before.name ||
    JSON.stringify(stepsOf(values.steps)) !== JSON.stringify(stepsOf(before.steps));
  return {
    isChanged,
    isPending: save.isPending,
    error: save.error,
    isSubmitted,
    act() {
      setIsSubmitted(true);
      const name = values.name.trim();
      const steps = stepsOf(values.steps);
      const isWhole = name !== "" && steps.length > 0 && steps.every(({ skill }) => skill !== "");
      if (!isWhole || values.project === null || save.isPending || !isChanged) return;
      if (workflow !== undefined) {
        change.mutate({ name, steps });
        return;
      }
      add.mutate(
        { name, steps, project: values.project },
        {
          onSuccess: ({ id }) =>
            void navigate(`/workspaces/${ws}/workflows/${id}`, { replace: true, state: SETTLED }),
        },
      );
    },
  };
}

interface HeadProps {
  readonly workflow: Workflow | undefined;
  readonly values: WorkflowFormValues;
  readonly saving: Saving;
  readonly onOpenDialog: (what: "run" | "delete") => void;
}

function Head({ workflow, values, saving, onOpenDialog }: HeadProps): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  const mayChange = canManage(workspace);
  const { data: projects = [] } = useProjects();
  const project = projects.find(({ id }) => id === workflow?.projectId);
  const label = formatMessage({ id: "nav.workflows" });
  return (
    <PageBar
      trail={[{ label, address: `/workspaces/${ws}/workflows` }]}
      title={values.name === "" ? <FormattedMessage id="hub.newWorkflow" /> : values.name}
    >
      {workflow !== undefined && mayChange && (
        <Button
          look="quiet"
          iconOnly
          aria-label={formatMessage({ id: "hub.deleteWorkflow" })}
          onPress={() => onOpenDialog("delete")}
        >
          <Trash2 size={15} aria-hidden="true" />
        </Button>
      )}
      {workflow !== undefined && project?.seesVariables === true && (
        <Button
          look={mayChange ? "plain" : "primary"}
          isDisabled={saving.isChanged}
          onPress={() => onOpenDialog("run")}
        >
          <Play size={15} aria-hidden="true" />
          <FormattedMessage id="hub.runIt" />
        </Button>
      )}
      {mayChange && (
        <Button
          look="primary"
          isDisabled={!saving.isChanged}
          isWorking={saving.isPending}
          onPress={saving.act}
        >
          <FormattedMessage id="hub.save" />
        </Button>
      )}
    </PageBar>
  );
}

interface NameAndProjectProps {
  readonly values: WorkflowFormValues;
  readonly isNew: boolean;
  readonly mayChange: boolean;
  readonly isSubmitted: boolean;
  readonly onChange: (change: Partial<WorkflowFormValues>) => void;
}

function NameAndProject(props: NameAndProjectProps): ReactNode {
  const { values, isNew, mayChange, isSubmitted, onChange } = props;
  const { formatMessage } = useIntl();
  const { data: projects = [] } = useProjects();
  const required = formatMessage({ id: "form.required" });
  const lacksName = isSubmitted && values.name.trim() === "";
  const lacksProject = isSubmitted && values.project === null;
  return (
    <div className={styles["names"]}>
      <TextField
        label={formatMessage({ id: "hub.workflowName" })}
        value={values.name}
        onChange={(name) => onChange({ name })}
        maxLength={100}
        isReadOnly={!mayChange}
        autoFocus={isNew}
        isInvalid={lacksName}
        error={lacksName ? required : undefined}
        validationBehavior="aria"
      />
      <SelectField
        label={formatMessage({ id: "hub.projectOne" })}
        placeholder={formatMessage({ id: "hub.choose" })}
        options={projects.map(({ id, name }) => [id, name] as const)}
        value={values.project}
        onChange={(project) => onChange({ project })}
        isDisabled={!isNew}
        error={lacksProject ? required : undefined}
      />
    </div>
  );
}

/** Sections of an existing workflow. */
function Below({ workflow }: { readonly workflow: Workflow }): ReactNode {
  const { data: runs = [] } = useWorkflowRuns(workflow.id);
  return (
    <>
      <section>
        <header className={`${heading["head"]} ${heading["lined"]} ${page["heading"]}`}>
          <h2 className={heading["heading"]}>
            <FormattedMessage id="nav.variables" />
          </h2>
        </header>
        <p className={`${text["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id="hub.workflowVariables" />
        </p>
        <VariableTable owner={{ scope: "workflow", id: workflow.id }} />
      </section>
      <section>
        <header className={`${heading["head"]} ${heading["lined"]} ${page["heading"]}`}>
          <h2 className={heading["heading"]}>
            <FormattedMessage id="nav.runs" />
          </h2>
        </header>
        {runs.length === 0 ? (
          <p className={`${text["soft"]} ${styles["soft"]}`}>
            <FormattedMessage id="hub.neverRan" />
          </p>
        ) : (
          <RunRows runs={runs} />
        )}
      </section>
    </>
  );
}

interface DeleteDialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

function DeleteDialog({ workflow: { id, name }, onClose }: DeleteDialogProps): ReactNode {
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const remove = useDeleteWorkflow(id);
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.deleteAsk" values={{ name }} />}
      act={<FormattedMessage id="hub.delete" />}
      mutation={remove}
      onAct={() =>
        remove.mutate(undefined, {
          onSuccess: () => void navigate(`/workspaces/${ws}/workflows`, { state: SETTLED }),
        })
      }
      onClose={onClose}
    >
      <FormattedMessage id="hub.deleteWorkflowText" />
    </ConfirmDialog>
  );
}
