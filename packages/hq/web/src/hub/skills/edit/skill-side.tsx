import { Workflow as WorkflowIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useProjects } from "../../../api/hub/projects.ts";
import { type SkillDetail, useSkillVersions } from "../../../api/hub/skills.ts";
import type { VariableOwner } from "../../../api/hub/variables.ts";
import { useWorkflows } from "../../../api/hub/workflows.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../../api/workspaces.ts";
import { Button } from "../../../ui/button.tsx";
import { Ago } from "../../../ui/values/ago.tsx";
import type { ExpandedVariable } from "../../variables/expand-variable.ts";
import { FromScope, RunContextFields } from "../../variables/run-context-fields.tsx";
import type { RunContext } from "../../variables/use-expanded.ts";
import { VariableDialog } from "../../variables/variable-dialog.tsx";
import type { SkillEdits } from "../use-skill-draft.ts";
import { Coverage } from "./coverage.tsx";
import facts from "../../../ui/facts.module.css";
import heading from "../../../ui/heading.module.css";
import text from "../../../ui/text.module.css";
import editorStyles from "./skill-editor.module.css";
import styles from "./skill-side.module.css";

interface SkillSideProps {
  readonly name: string;
  /** Undefined for a new skill. */
  readonly newest: SkillDetail | undefined;
  readonly values: readonly ExpandedVariable[];
  readonly valuesFor: RunContext;
  readonly onChoose: (name: keyof RunContext, id: string | undefined) => void;
}

/** The side panel: variables, workers, usage, and versions of a skill. */
export function SkillSide({
  name,
  newest,
  values,
  valuesFor,
  onChoose,
}: SkillSideProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <aside className={styles["side"]} aria-label={formatMessage({ id: "hub.aboutSkill" })}>
      {newest !== undefined && <Coverage name={name} version={newest.version} of={valuesFor} />}
      <ValuesUsed values={values} of={valuesFor} onChoose={onChoose} />
      <UsedBy name={name} />
    </aside>
  );
}

/** The workflows with the skill as a step, and the projects that deploy it. */
function UsedBy({ name }: { readonly name: string }): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: workflows = [] } = useWorkflows();
  const { data: projects = [] } = useProjects();
  const of = workflows.filter(({ steps }) => steps.some(({ skill }) => skill === name));
  const deploying = projects.filter(({ manifest }) => manifest.skills.includes(name));
  if (of.length + deploying.length === 0) return null;
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
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

interface ValuesUsedProps {
  readonly values: readonly ExpandedVariable[];
  readonly of: RunContext;
  readonly onChoose: (name: keyof RunContext, id: string | undefined) => void;
}

/** The value of each variable for a project, workflow, and worker. */
function ValuesUsed({ values, of, onChoose }: ValuesUsedProps): ReactNode {
  const [set, setSet] = useState<string>();
  const { data: workspace } = useWorkspace();
  const mayGive = ownerOf(of).scope !== "workspace" || canManage(workspace);
  return (
    <section>
      <h2 className={`${heading["heading"]} ${heading["lined"]}`}>
        <FormattedMessage id="hub.valuesUsed" />
      </h2>
      <div className={styles["forWhat"]}>
        <RunContextFields of={of} onChoose={onChoose} />
      </div>
      {values.length === 0 && (
        <p className={`${text["soft"]} ${styles["lead"]}`}>
          <FormattedMessage id="hub.noVariables" />
        </p>
      )}
      <dl className={`${facts["facts"]} ${facts["coded"]} ${styles["values"]}`}>
        {values.map((variable) => (
          <div key={variable.name}>
            <dt>{variable.name}</dt>
            {variable.scope === undefined ? (
              <dd className={styles["without"]}>
                <FormattedMessage id="hub.noValue" />
                {mayGive && (
                  <Button look="quiet" onPress={() => setSet(variable.name)}>
                    <FormattedMessage id="hub.giveValue" />
                  </Button>
                )}
              </dd>
            ) : (
              <dd>
                {variable.value ?? <FormattedMessage id="hub.valueThere" />}
                <small className={text["faint"]}>
                  <FromScope variable={variable} />
                </small>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {set !== undefined && (
        <VariableDialog owner={ownerOf(of)} name={set} onClose={() => setSet(undefined)} />
      )}
    </section>
  );
}

/** A missing variable is set on the selected workflow or project, otherwise for all. */
function ownerOf({ project, workflow }: RunContext): VariableOwner {
  if (workflow !== undefined) return { scope: "workflow", id: workflow };
  return project === undefined ? { scope: "workspace" } : { scope: "project", id: project };
}

interface VersionListProps {
  readonly name: string;
  readonly edits: SkillEdits;
}

const SHOWN = 5;

/** The latest versions, each compared with its predecessor. */
export function VersionList({ name, edits: { base, isChanged } }: VersionListProps): ReactNode {
  const { data: versions = [] } = useSkillVersions(name);
  const next = (versions[0]?.version ?? 0) + 1;
  return (
    <section className={editorStyles["versions"]}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="hub.versions" />
      </h2>
      <ol>
        {(isChanged || base === 0) && (
          <li>
            <b>
              <FormattedMessage id="hub.versionN" values={{ version: next }} />
            </b>
            <small className={text["faint"]}>
              <FormattedMessage id="hub.notSaved" />
            </small>
          </li>
        )}
        {versions.slice(0, SHOWN).map(({ version, createdAt, by, review }) => (
          <li key={version} title={by.name}>
            <Link to={`versions?a=${Math.max(1, version - 1)}&b=${version}`}>
              <FormattedMessage id="hub.versionN" values={{ version }} />
            </Link>
            <small className={text["faint"]}>
              <Ago time={createdAt} />
              {" · "}
              <FormattedMessage id={review === null ? "hub.notReviewed" : "hub.reviewed"} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
