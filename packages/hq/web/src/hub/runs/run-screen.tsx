import { RotateCcw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useParams, useSearchParams } from "react-router";
import { hasEnded, type Run, type RunDetails, useCancelRun, useRun } from "../../api/hub/runs.ts";
import { useSkill } from "../../api/hub/skills.ts";
import { useWorkflow } from "../../api/hub/workflows.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { RunStateMark } from "../run-state.tsx";
import { Duration } from "./duration.tsx";
import { RunAside } from "./run-aside.tsx";
import { RunLog } from "./run-log.tsx";
import { useRunNames } from "./run-names.ts";
import { StartSkillRun } from "./start-skill-run.tsx";
import { StartWorkflowRun } from "./start-workflow-run.tsx";
import list from "../../ui/list.module.css";
import panel from "../../ui/panel.module.css";
import styles from "./run-screen.module.css";

export function RunScreen(): ReactNode {
  const { id = "" } = useParams();
  return <RunPage key={id} id={id} />;
}

/** A run: steps on the left, log on the right. */
function RunPage({ id }: { readonly id: string }): ReactNode {
  const { data, error } = useRun(id);
  if (data === undefined) return <Loading error={error} />;
  return <ShownRun details={data} />;
}

function ShownRun({ details }: { readonly details: RunDetails }): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const namesOf = useRunNames();
  const [address, setAddress] = useSearchParams();
  const { run, steps } = details;
  const { title } = namesOf(run);
  useTitle(title);
  const runs = `/workspaces/${ws}/runs`;
  const step = run.kind === "skill" ? run : shownStep(steps, address.get("step"));
  return (
    <>
      <PageBar
        trail={[{ label: formatMessage({ id: "nav.runs" }), address: runs }]}
        title={title}
        status={
          <span className={styles["status"]}>
            <RunStateMark state={run.state} />
            <b>
              <Duration run={run} />
            </b>
          </span>
        }
      >
        {details.seesLog && <RunActions run={run} />}
      </PageBar>
      <div className={`${panel["columns"]} ${styles["columns"]}`}>
        <RunAside
          details={details}
          openStep={step?.id}
          onShow={(stepId) => setAddress({ step: stepId }, { replace: true })}
        />
        {step === undefined || !details.seesLog ? (
          <p className={list["none"]}>
            <FormattedMessage id={details.seesLog ? "hub.notBegun" : "hub.logOfProject"} />
          </p>
        ) : (
          <RunLog key={step.id} run={step} title={namesOf(step).title} />
        )}
      </div>
    </>
  );
}

/** Cancels an active run, or runs a finished one again. */
function RunActions({ run }: { readonly run: Run }): ReactNode {
  const cancel = useCancelRun();
  const [isAgain, setIsAgain] = useState(false);
  if (hasEnded(run)) {
    return (
      <>
        <Button onPress={() => setIsAgain(true)}>
          <RotateCcw size={15} aria-hidden="true" />
          <FormattedMessage id="hub.runAgain" />
        </Button>
        {isAgain && <Again run={run} onClose={() => setIsAgain(false)} />}
      </>
    );
  }
  const isAsked = run.cancelledAt !== undefined || cancel.isPending;
  return (
    <>
      <Refusal error={cancel.error} />
      <Button look="danger" isWorking={isAsked} onPress={() => !isAsked && cancel.mutate(run.id)}>
        <FormattedMessage id={isAsked ? "hub.stopping" : "hub.stopRun"} />
      </Button>
    </>
  );
}

interface AgainProps {
  readonly run: Run;
  readonly onClose: () => void;
}

function Again({ run, onClose }: AgainProps): ReactNode {
  return run.skill === undefined ? (
    <WorkflowAgain id={run.workflowId ?? ""} onClose={onClose} />
  ) : (
    <SkillAgain run={run} name={run.skill.name} onClose={onClose} />
  );
}

function WorkflowAgain({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: workflow } = useWorkflow(id);
  return workflow === undefined ? null : <StartWorkflowRun workflow={workflow} onClose={onClose} />;
}

interface SkillAgainProps extends AgainProps {
  readonly name: string;
}

function SkillAgain({ run, name, onClose }: SkillAgainProps): ReactNode {
  const { data: skill } = useSkill(name);
  if (skill === undefined) return null;
  return (
    <StartSkillRun skill={skill} worker={run.workerId} project={run.projectId} onClose={onClose} />
  );
}

type Step = Pick<Run, "id" | "state" | "startedAt">;

/** Returns the step whose log is displayed: the selected one, the running one, or the last started one. */
function shownStep<Of extends Step>(steps: readonly Of[], chosen: string | null): Of | undefined {
  return (
    steps.find(({ id }) => id === chosen) ??
    steps.find(({ state }) => state === "running") ??
    steps.findLast(({ startedAt }) => startedAt !== undefined) ??
    steps[0]
  );
}
