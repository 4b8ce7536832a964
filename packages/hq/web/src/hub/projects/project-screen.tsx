import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useParams, useSearchParams } from "react-router";
import {
  type Project,
  useAdvice,
  useAssignments,
  useDeleteProject,
  useProject,
  useProjectMembers,
  useSetProjectMembers,
  useWorkspaceMembers,
} from "../../api/hub/projects.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { FindingList } from "../finding-list.tsx";
import { VariableTable } from "../variables/variable-table.tsx";
import { WorkflowRows } from "../workflows/workflows-screen.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { AssignmentRows } from "./assignment-rows.tsx";
import { ManifestForm } from "./manifest-form.tsx";
import { ProjectDialog } from "./project-dialog.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import tabs from "../../ui/tabs.module.css";
import text from "../../ui/text.module.css";
import page from "../workers/workers.module.css";
import styles from "./projects.module.css";

export function ProjectScreen(): ReactNode {
  const { id = "" } = useParams();
  return <ProjectPage key={id} id={id} />;
}

const PARTS = ["needs", "workers", "people", "variables", "workflows"] as const;

type Part = (typeof PARTS)[number];

/** A project with its requirements, workers, and workflows. */
function ProjectPage({ id }: { readonly id: string }): ReactNode {
  const { data: project, error } = useProject(id);
  if (project === undefined) return <Loading error={error} />;
  return <ShownProject project={project} />;
}

function ShownProject({ project }: { readonly project: Project }): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const [address, setAddress] = useSearchParams();
  useTitle(project.name);
  const label = formatMessage({ id: "nav.projects" });
  const part = PARTS.find((one) => one === address.get("tab")) ?? "needs";
  return (
    <>
      <PageBar trail={[{ label, address: `/workspaces/${ws}/projects` }]} title={project.name}>
        <ProjectActions project={project} />
      </PageBar>
      <Tabs
        selectedKey={part}
        onSelectionChange={(key) =>
          setAddress(key === "needs" ? {} : { tab: String(key) }, { replace: true })
        }
      >
        <TabList className={`${tabs["tabs"]} ${tabs["wide"]}`} aria-label={project.name}>
          {PARTS.map((one) => (
            <Tab key={one} id={one} className={tabs["tab"] ?? ""}>
              <FormattedMessage id={`hub.project.part.${one}`} />
            </Tab>
          ))}
        </TabList>
        {PARTS.map((one) => (
          <TabPanel key={one} id={one} className={`${form["form"]} ${page["page"]}`}>
            <PartOf part={one} project={project} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

function PartOf({ part, project }: { readonly part: Part; readonly project: Project }): ReactNode {
  const { data: workspace } = useWorkspace();
  const manages = canManage(workspace);
  switch (part) {
    case "needs":
      return <ManifestForm key={project.id} project={project} mayChange={manages} />;
    case "workers":
      return <ProjectWorkers project={project} mayChange={manages} />;
    case "people":
      return <ProjectPeople project={project} mayChange={manages} />;
    case "variables":
      return <VariableTable owner={{ scope: "project", id: project.id }} />;
    case "workflows":
      return <WorkflowRows project={project.id} />;
  }
}

interface ProjectWorkersProps {
  readonly project: Project;
  readonly mayChange: boolean;
}

/** The project's workers, and conflicts with their other projects. */
function ProjectWorkers({ project, mayChange }: ProjectWorkersProps): ReactNode {
  const { data: assignments, error } = useAssignments(project.id);
  const { data: advice } = useAdvice();
  const [isAssigning, setIsAssigning] = useState(false);
  if (assignments === undefined) return <Loading error={error} />;
  const findings = (advice?.workers ?? []).flatMap((one) =>
    one.findings.filter(({ projects }) => projects.includes(project.id)),
  );
  return (
    <>
      <section>
        <header className={`${heading["head"]} ${heading["lined"]} ${page["heading"]}`}>
          <h2 className={heading["heading"]}>
            <FormattedMessage id="hub.whoWorks" />
          </h2>
          {mayChange && (
            <Button onPress={() => setIsAssigning(true)}>
              <Plus size={15} aria-hidden="true" />
              <FormattedMessage id="hub.assign" />
            </Button>
          )}
        </header>
        {assignments.length === 0 ? (
          <p className={text["soft"]}>
            <FormattedMessage id="hub.nobodyWorks" />
          </p>
        ) : (
          <AssignmentRows assignments={assignments} show="worker" />
        )}
      </section>
      {assignments.length > 0 && (
        <section>
          <header className={`${heading["head"]} ${heading["lined"]} ${page["heading"]}`}>
            <h2 className={heading["heading"]}>
              <FormattedMessage id="hub.advice" />
            </h2>
          </header>
          <FindingList findings={findings} />
        </section>
      )}
      {isAssigning && <AssignDialog project={project.id} onClose={() => setIsAssigning(false)} />}
    </>
  );
}

type DialogName = "change" | "delete";

function ProjectActions({ project }: { readonly project: Project }): ReactNode {
  const { data: workspace } = useWorkspace();
  const [dialog, setDialog] = useState<DialogName>();
  const close = (): void => setDialog(undefined);
  if (!canManage(workspace)) return null;
  return (
    <>
      <Button look="quiet" onPress={() => setDialog("change")}>
        <FormattedMessage id="hub.changeProject" />
      </Button>
      <Button look="danger" onPress={() => setDialog("delete")}>
        <FormattedMessage id="hub.deleteProject" />
      </Button>
      {dialog === "change" && <ProjectDialog project={project} onDone={close} onClose={close} />}
      {dialog === "delete" && <DeleteDialog project={project} onClose={close} />}
    </>
  );
}

interface DeleteDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
}

function DeleteDialog({ project: { id, name }, onClose }: DeleteDialogProps): ReactNode {
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const remove = useDeleteProject(id);
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.deleteAsk" values={{ name }} />}
      act={<FormattedMessage id="hub.delete" />}
      mutation={remove}
      onAct={() =>
        remove.mutate(undefined, { onSuccess: () => void navigate(`/workspaces/${ws}/projects`) })
      }
      onClose={onClose}
    >
      <FormattedMessage id="hub.deleteProjectText" />
    </ConfirmDialog>
  );
}

interface ProjectPeopleProps {
  readonly project: Project;
  readonly mayChange: boolean;
}

/** Members of the project. Changes are saved immediately. */
function ProjectPeople({ project, mayChange }: ProjectPeopleProps): ReactNode {
  const { data: members, error } = useProjectMembers(project.id);
  const { data: all = [] } = useWorkspaceMembers();
  const set = useSetProjectMembers(project.id);
  if (members === undefined) return <Loading error={error} />;
  const chosen = set.isPending ? set.variables : members.map(({ userId }) => userId);
  const shown = mayChange ? all : members;
  return (
    <section className={`${form["form"]} ${styles["parts"]}`}>
      <p className={text["soft"]}>
        <FormattedMessage id="hub.peopleAre" />
      </p>
      <Refusal error={set.error} />
      <ul>
        {shown.map(({ userId, name, email }) => (
          <li key={userId} className={styles["member"]}>
            {mayChange ? (
              <Checkbox
                isSelected={chosen.includes(userId)}
                isDisabled={set.isPending}
                onChange={(isIn) =>
                  set.mutate(
                    isIn ? [...chosen, userId] : chosen.filter((other) => other !== userId),
                  )
                }
              >
                <span>
                  {name} <small>{email}</small>
                </span>
              </Checkbox>
            ) : (
              <span>
                {name} <small>{email}</small>
              </span>
            )}
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={text["soft"]}>
          <FormattedMessage id="hub.nobody" />
        </p>
      )}
    </section>
  );
}
