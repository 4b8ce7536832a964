import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedDate } from "react-intl";
import { Link } from "react-router";
import {
  hasEnded,
  type Run,
  runUrl,
  type RunDetails,
  useArtifacts,
  useWorkflowRuns,
} from "../../api/hub/runs.ts";
import { useWorkers, type Worker } from "../../api/hub/workers.ts";
import { useWorkflow } from "../../api/hub/workflows.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { Note } from "../../ui/notes/note.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { FileSize } from "../../ui/values/file-size.tsx";
import { isMissing, RequirementAdvices } from "../requirement-advice.tsx";
import { RunStateMark } from "../run-state.tsx";
import { Duration } from "./duration.tsx";
import { useRunNames } from "./run-names.ts";
import facts from "../../ui/facts.module.css";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./run-screen.module.css";

interface RunAsideProps {
  readonly details: RunDetails;
  /** Id of the step whose log is displayed. */
  readonly openStep: string | undefined;
  readonly onShow: (step: string) => void;
}

/** The steps and details of a run. */
export function RunAside({ details, openStep, onShow }: RunAsideProps): ReactNode {
  const { run, steps } = details;
  const step = run.kind === "skill" ? run : steps.find(({ id }) => id === openStep);
  return (
    <aside className={styles["aside"]}>
      {run.kind === "workflow" && (
        <Steps run={run} steps={steps} openStep={openStep} onShow={onShow} />
      )}
      {step !== undefined && <Outcome run={step} />}
      {run.kind === "workflow" && run.reason !== undefined && (
        <Note tone="madder">{run.reason}</Note>
      )}
      <About details={details} />
      {step !== undefined && hasEnded(step) && step.startedAt !== undefined && (
        <Artifacts run={step} />
      )}
      {run.workflowId !== undefined && <Earlier run={run} workflow={run.workflowId} />}
    </aside>
  );
}

interface StepsProps {
  readonly run: Run;
  readonly steps: readonly Run[];
  readonly openStep: string | undefined;
  readonly onShow: (step: string) => void;
}

/** All attempts of the started steps, and the waiting steps. */
function Steps({ run, steps, openStep, onShow }: StepsProps): ReactNode {
  const namesOf = useRunNames();
  const { data: workflow } = useWorkflow(run.workflowId ?? "", run.workflowId !== undefined);
  const lastStarted = Math.max(0, ...steps.map(({ step = 0 }) => step));
  const waiting = hasEnded(run) ? [] : (workflow?.steps.slice(lastStarted) ?? []);
  return (
    <ol className={styles["steps"]}>
      {steps.map((step) => (
        <li key={step.id}>
          <button
            type="button"
            className={styles["step"]}
            aria-current={step.id === openStep ? "step" : undefined}
            onClick={() => onShow(step.id)}
          >
            <RunStateMark state={step.state} isShapeAlone />
            <span>
              <b>{namesOf(step).title}</b>
              <small>
                <FormattedMessage
                  id="hub.stepLine"
                  values={{ version: step.skill?.version ?? 0, attempt: step.attempt }}
                />
              </small>
            </span>
            <small>
              <Duration run={step} />
            </small>
          </button>
        </li>
      ))}
      {waiting.map(({ skill }, place) => (
        // A waiting step has no id yet and keeps its position.
        <li key={`waits ${place}`} className={styles["waits"]}>
          <RunStateMark state="queued" isShapeAlone />
          <span>
            <b>{skill}</b>
            <small>
              <FormattedMessage id="hub.waitsForBefore" />
            </small>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Explains how the run ended and what to do. */
function Outcome({ run }: { readonly run: Run }): ReactNode {
  const { data: workers = [] } = useWorkers();
  const { state, exitCode, reason, items = [] } = run;
  const worker = workers.find(({ id }) => id === run.workerId);
  if (!hasEnded(run)) return state === "queued" && <WaitsFor worker={worker} />;
  if (state === "succeeded") return null;
  return (
    <Note tone={state === "cancelled" ? "ochre" : "madder"}>
      <b>
        <FormattedMessage
          id={`hub.outcome.${state}`}
          values={{ code: exitCode ?? "", hasCode: exitCode === undefined ? "no" : "yes" }}
        />
      </b>
      {reason !== undefined && <p>{reason}</p>}
      {worker !== undefined && (
        <RequirementAdvices items={items.filter(isMissing)} worker={worker} />
      )}
    </Note>
  );
}

/** Explains why the run hasn't started. */
function WaitsFor({ worker }: { readonly worker: Worker | undefined }): ReactNode {
  if (worker?.state !== "offline") return null;
  return (
    <Note tone="ochre">
      <FormattedMessage id="hub.runWaits" values={{ name: worker.name }} />
    </Note>
  );
}

function About({ details }: { readonly details: RunDetails }): ReactNode {
  const { run, ownVariables = [] } = details;
  // HQ doesn't know the worker's own values, only which variables they override.
  const fromHq = details.variables.filter(({ key }) => !ownVariables.includes(key));
  const variables = [
    ...fromHq,
    ...ownVariables.map((key) => ({ key, value: "", scope: "worker" as const })),
  ];
  const ws = useWorkspaceSlug();
  const { worker, project, by } = useRunNames()(run);
  const at = `/workspaces/${ws}`;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="hub.aboutRun" />
      </h2>
      <dl className={`${facts["facts"]} ${styles["facts"]}`}>
        <div>
          <dt>
            <FormattedMessage id="hub.asked" />
          </dt>
          <dd>
            {by} <FormattedDate value={run.createdAt} dateStyle="medium" timeStyle="short" />
          </dd>
        </div>
        {worker !== undefined && (
          <div>
            <dt>
              <FormattedMessage id="hub.workerOne" />
            </dt>
            <dd>
              <Link to={`${at}/workers/${run.workerId}`}>{worker}</Link>
            </dd>
          </div>
        )}
        {project !== undefined && (
          <div>
            <dt>
              <FormattedMessage id="hub.projectOne" />
            </dt>
            <dd>
              <Link to={`${at}/projects/${run.projectId}`}>{project}</Link>
            </dd>
          </div>
        )}
        {variables.length > 0 && (
          <div>
            <dt>
              <FormattedMessage id="nav.variables" />
            </dt>
            <dd>
              {variables.map(({ key, value, scope }) => (
                <p key={key} className={styles["variable"]}>
                  <code>{key}</code> {value}
                  <small className={text["faint"]}>
                    <FormattedMessage id={`hub.scope.${scope}`} />
                  </small>
                </p>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Artifacts of the run, available while its worker keeps them. */
function Artifacts({ run }: { readonly run: Run }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: artifacts = [] } = useArtifacts(run.id, true);
  if (artifacts.length === 0) return null;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="hub.artifacts" />
      </h2>
      <ul className={styles["artifacts"]}>
        {artifacts.map(({ path, byteSize }) => (
          <li key={path}>
            <a
              href={runUrl(ws, run.id, `artifacts/file?path=${encodeURIComponent(path)}`)}
              download
            >
              <Download size={14} aria-hidden="true" />
              {path.split("/").slice(3).join("/")}
            </a>
            <small className={text["faint"]}>
              <FileSize bytes={byteSize} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Earlier({ run, workflow }: { readonly run: Run; readonly workflow: string }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: runs = [] } = useWorkflowRuns(workflow);
  const others = runs.filter(({ id }) => id !== run.id);
  if (others.length === 0) return null;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="hub.otherRuns" />
      </h2>
      <ul className={styles["earlier"]}>
        {others.map((other) => (
          <li key={other.id}>
            <Link to={`/workspaces/${ws}/runs/${other.id}`}>
              <RunStateMark state={other.state} />
            </Link>
            <small className={text["faint"]}>
              <Ago time={other.createdAt} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
