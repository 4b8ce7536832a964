import { templateNames } from "@loam/cms-core/browser";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { type Project, useProjectsOfWorker } from "../../api/hub/projects.ts";
import { useStartSkillRun } from "../../api/hub/runs.ts";
import { useSkillReview } from "../../api/hub/skill-review.ts";
import { useSkillVersions } from "../../api/hub/skills.ts";
import { useResolvedVariables } from "../../api/hub/variables.ts";
import { isRegistered, useReadiness, useWorkers, type Worker } from "../../api/hub/workers.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { RequirementsCheck } from "./check.tsx";
import form from "../../ui/form.module.css";

interface StartSkillRunProps {
  readonly skill: {
    readonly name: string;
    readonly display_name: string;
    readonly version: number;
    readonly body: string;
  };
  /** Preselected worker. */
  readonly worker?: string | undefined;
  readonly project?: string | undefined;
  /** Whether the skill has unsaved changes, which are not part of the run. @default false */
  readonly isChanged?: boolean;
  readonly onClose: () => void;
}

const NONE = "none";

/** Runs a skill on a worker after checking its requirements. */
export function StartSkillRun(props: StartSkillRunProps): ReactNode {
  const { skill, isChanged = false, onClose } = props;
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const start = useStartSkillRun();
  const { data: workers = [] } = useWorkers();
  const [chosen, setWorker] = useState(props.worker);
  const registered = workers.filter(isRegistered);
  const worker = registered.find(({ id }) => id === chosen) ?? registered[0];
  const projects = useProjectsOfWorker(worker?.id).filter(({ seesVariables }) => seesVariables);
  const [wantedProject, setProject] = useState(props.project);
  const project = projects.find(({ id }) => id === wantedProject)?.id;
  const [values, setValues] = useState<Values>({});
  const asked = useMissingValues(skill.body, { project, worker: worker?.facts?.variables });
  const variables = Object.fromEntries(
    asked.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
  const { data: readiness } = useReadiness({ project });
  const trusted = useTrusted(skill, worker);
  const send = (): void => {
    if (worker === undefined) return;
    const wish = {
      skill: skill.name,
      version: trusted.version,
      worker: worker.id,
      ...(project !== undefined && { project }),
      variables,
    };
    start.mutate(wish, { onSuccess: ({ id }) => void navigate(`/workspaces/${ws}/runs/${id}`) });
  };
  return (
    <FormDialog
      title={<FormattedMessage id="hub.runSkill" values={{ name: skill.display_name }} />}
      act={<FormattedMessage id="hub.runVersion" values={{ version: trusted.version }} />}
      mutation={start}
      isAllowed={trusted.kind !== "none"}
      onSend={send}
      onClose={onClose}
    >
      {isChanged && (
        <Note tone="ochre">
          <FormattedMessage id="hub.runsSaved" values={{ version: skill.version }} />
        </Note>
      )}
      {worker === undefined ? (
        <Note tone="ochre">
          <FormattedMessage id="hub.noWorkers" />
        </Note>
      ) : (
        <>
          <WorkerAndProject
            workers={registered}
            worker={worker}
            projects={projects}
            project={project}
            onWorker={setWorker}
            onProject={setProject}
          />
          <TrustNote trusted={trusted} version={skill.version} worker={worker} />
          <ValueFields names={asked} values={values} onChange={setValues} />
          <RequirementsCheck
            skills={[skill.name]}
            worker={worker}
            readiness={readiness}
            extraVariables={() => new Set(Object.keys(variables))}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The version that would run: the requested one, a reviewed one instead, or none. */
interface Trusted {
  readonly kind: "asked" | "reviewed" | "none";
  readonly version: number;
}

function useTrusted(
  { name, version }: StartSkillRunProps["skill"],
  worker: Worker | undefined,
): Trusted {
  const { data: rule } = useSkillReview();
  const { data: versions = [] } = useSkillVersions(name);
  if (worker === undefined) return { kind: "none", version };
  const isHolder = rule?.workersWithSecrets.some(({ id }) => id === worker.id) === true;
  const reviewed = versions.filter(({ review }) => review !== null).map((one) => one.version);
  if (rule?.required !== true || !isHolder || reviewed.includes(version)) {
    return { kind: "asked", version };
  }
  const [newest] = reviewed;
  return newest === undefined ? { kind: "none", version } : { kind: "reviewed", version: newest };
}

interface TrustNoteProps {
  readonly trusted: Trusted;
  /** The requested version. */
  readonly version: number;
  readonly worker: Worker;
}

/** Notes that a different version runs, or none. */
function TrustNote({ trusted, version, worker }: TrustNoteProps): ReactNode {
  if (trusted.kind === "asked") return null;
  return (
    <Note tone="ochre">
      <FormattedMessage
        id={trusted.kind === "none" ? "hub.runsNone" : "hub.runsReviewed"}
        values={{ version, reviewed: trusted.version, worker: worker.name }}
      />
    </Note>
  );
}

interface WorkerAndProjectProps {
  readonly workers: readonly Worker[];
  readonly worker: Worker;
  /** The projects the worker is assigned to. */
  readonly projects: readonly Project[];
  readonly project: string | undefined;
  readonly onWorker: (id: string) => void;
  readonly onProject: (id: string) => void;
}

function WorkerAndProject(props: WorkerAndProjectProps): ReactNode {
  const { workers, worker, projects, project, onWorker, onProject } = props;
  const { formatMessage } = useIntl();
  return (
    <div className={form["two"]}>
      <SelectField
        label={formatMessage({ id: "hub.workerOne" })}
        options={workers.map(({ id, name, state }) => [
          id,
          name,
          formatMessage({ id: `hub.worker.${state}` }),
        ])}
        value={worker.id}
        onChange={onWorker}
      />
      <SelectField
        label={formatMessage({ id: "hub.projectOne" })}
        options={[
          [NONE, formatMessage({ id: "hub.none" })],
          ...projects.map(({ id, name }) => [id, name] as const),
        ]}
        value={project ?? NONE}
        onChange={onProject}
      />
    </div>
  );
}

type Values = Readonly<Record<string, string>>;

interface ValueFieldsProps {
  readonly names: readonly string[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Values for variables that no scope defines. */
function ValueFields({ names, values, onChange }: ValueFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  return names.map((name) => (
    <AreaField
      key={name}
      label={name}
      rows={1}
      isCode
      value={values[name] ?? ""}
      onChange={(value) => onChange({ ...values, [name]: value })}
      help={formatMessage({ id: "hub.valueForRun" })}
    />
  ));
}

interface KnownFrom {
  readonly project: string | undefined;
  /** Names of the worker's own variables. */
  readonly worker: readonly string[] | undefined;
}

/** Returns the variables of a prompt that have no value. */
function useMissingValues(body: string, { project, worker = [] }: KnownFrom): readonly string[] {
  const { data: resolved } = useResolvedVariables({ project, workflow: undefined });
  const known = new Set([...(resolved?.variables ?? []).map(({ key }) => key), ...worker]);
  return resolved === undefined ? [] : templateNames(body).filter((name) => !known.has(name));
}
