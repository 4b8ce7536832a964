import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useAdvice, useAllAssignments, useProjects } from "../../api/hub/projects.ts";
import { useRenameWorker, useRevokeWorker, useWorker, type Worker } from "../../api/hub/workers.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { FindingList } from "../finding-list.tsx";
import { FormDialog } from "../form-dialog.tsx";
import { MemoryList } from "../memory/memory-list.tsx";
import { AssignDialog } from "../projects/assign-dialog.tsx";
import { AssignmentRows } from "../projects/assignment-rows.tsx";
import { SecretList } from "../secrets/secret-list.tsx";
import { VariableTable } from "../variables/variable-table.tsx";
import { WorkerStateMark } from "../worker-state.tsx";
import { WorkerAbout } from "./worker-about.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import tabs from "../../ui/tabs.module.css";
import text from "../../ui/text.module.css";
import styles from "./workers.module.css";

export function WorkerScreen(): ReactNode {
  const { id = "" } = useParams();
  return <WorkerPage key={id} id={id} />;
}

const PARTS = ["about", "projects", "variables", "secrets", "memory"] as const;

type Part = (typeof PARTS)[number];

/** A worker with its current runs, secrets, variables, and memory. */
function WorkerPage({ id }: { readonly id: string }): ReactNode {
  const { data: worker, error } = useWorker(id);
  if (worker === undefined) return <Loading error={error} />;
  return <ShownWorker worker={worker} />;
}

function ShownWorker({ worker }: { readonly worker: Worker }): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const [address, setAddress] = useSearchParams();
  const { name, state } = worker;
  useTitle(name);
  const label = formatMessage({ id: "nav.workers" });
  const part = PARTS.find((one) => one === address.get("tab")) ?? "about";
  return (
    <>
      <PageBar
        trail={[{ label, address: `/workspaces/${ws}/workers` }]}
        title={name}
        status={<WorkerStateMark state={state} />}
      >
        <WorkerActions worker={worker} />
      </PageBar>
      <Tabs
        selectedKey={part}
        onSelectionChange={(key) =>
          setAddress(key === "about" ? {} : { tab: String(key) }, { replace: true })
        }
      >
        <TabList className={`${tabs["tabs"]} ${tabs["wide"]}`} aria-label={name}>
          {PARTS.map((one) => (
            <Tab key={one} id={one} className={tabs["tab"] ?? ""}>
              <FormattedMessage id={`hub.worker.part.${one}`} />
            </Tab>
          ))}
        </TabList>
        {PARTS.map((one) => (
          <TabPanel key={one} id={one} className={`${form["form"]} ${styles["page"]}`}>
            <PartOf part={one} worker={worker} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}

function PartOf({ part, worker }: { readonly part: Part; readonly worker: Worker }): ReactNode {
  const { state } = worker;
  if (part !== "about" && (state === "pending" || state === "revoked")) {
    return (
      <Note tone="ochre">
        <FormattedMessage id={state === "pending" ? "hub.notRegistered" : "hub.isRevoked"} />
      </Note>
    );
  }
  switch (part) {
    case "about":
      return <WorkerAbout worker={worker} />;
    case "projects":
      return <WorkerProjects worker={worker} />;
    case "variables":
      return <VariableTable owner={{ scope: "worker", id: worker.id }} />;
    case "secrets":
      return <SecretList worker={worker} />;
    case "memory":
      return <MemoryList worker={worker} />;
  }
}

type DialogName = "rename" | "revoke";

/** Actions of the worker's owner. */
function WorkerActions({ worker }: { readonly worker: Worker }): ReactNode {
  const { data: workspace } = useWorkspace();
  const [dialog, setDialog] = useState<DialogName>();
  const close = (): void => setDialog(undefined);
  if (!canManage(workspace) || worker.state === "revoked") return null;
  return (
    <>
      <Button look="quiet" onPress={() => setDialog("rename")}>
        <FormattedMessage id="hub.rename" />
      </Button>
      <Button look="danger" onPress={() => setDialog("revoke")}>
        <FormattedMessage id="hub.revoke" />
      </Button>
      {dialog === "rename" && <RenameDialog worker={worker} onClose={close} />}
      {dialog === "revoke" && <RevokeDialog worker={worker} onClose={close} />}
    </>
  );
}

interface ConfirmProps {
  readonly worker: Worker;
  readonly onClose: () => void;
}

function RevokeDialog({ worker: { id, name }, onClose }: ConfirmProps): ReactNode {
  const ws = useWorkspaceSlug();
  const navigate = useNavigate();
  const revoke = useRevokeWorker(id);
  return (
    <ConfirmDialog
      title={<FormattedMessage id="hub.revokeAsk" values={{ name }} />}
      act={<FormattedMessage id="hub.revokeAct" />}
      mutation={revoke}
      onAct={() =>
        revoke.mutate(undefined, { onSuccess: () => void navigate(`/workspaces/${ws}/workers`) })
      }
      onClose={onClose}
    >
      <FormattedMessage id="hub.revokeText" />
    </ConfirmDialog>
  );
}

interface RenameDialogProps {
  readonly worker: Worker;
  readonly onClose: () => void;
}

/** Renames a worker. */
function RenameDialog({ worker, onClose }: RenameDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const [name, setName] = useState(worker.name);
  const rename = useRenameWorker(worker.id);
  const isEmpty = name.trim() === "";
  return (
    <FormDialog
      title={<FormattedMessage id="hub.renameWorker" />}
      act={<FormattedMessage id="hub.save" />}
      mutation={rename}
      onSend={() => !isEmpty && rename.mutate(name.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={formatMessage({ id: "hub.workerName" })}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        isInvalid={isEmpty}
        error={isEmpty ? formatMessage({ id: "form.required" }) : undefined}
      />
    </FormDialog>
  );
}

/** The projects of a worker, its role in each, and the advisor's findings. */
function WorkerProjects({ worker }: { readonly worker: Worker }): ReactNode {
  const { data: workspace } = useWorkspace();
  const projects = useProjects();
  const assigned = useAllAssignments(projects.data);
  const { data: assignments } = assigned;
  const error = projects.error ?? assigned.error;
  const { data: advice } = useAdvice();
  const [isAssigning, setIsAssigning] = useState(false);
  if (assignments === undefined) return <Loading error={error} />;
  const own = assignments.filter(({ workerId }) => workerId === worker.id);
  const findings = advice?.workers.find(({ workerId }) => workerId === worker.id)?.findings;
  return (
    <>
      <section>
        <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
          <h2 className={heading["heading"]}>
            <FormattedMessage id="hub.worksOn" />
          </h2>
          {canManage(workspace) && (
            <Button onPress={() => setIsAssigning(true)}>
              <Plus size={15} aria-hidden="true" />
              <FormattedMessage id="hub.assign" />
            </Button>
          )}
        </header>
        {own.length === 0 ? (
          <p className={text["soft"]}>
            <FormattedMessage id="hub.worksOnNothing" />
          </p>
        ) : (
          <AssignmentRows assignments={own} show="project" />
        )}
      </section>
      {findings !== undefined && (
        <section>
          <header className={`${heading["head"]} ${heading["lined"]} ${styles["heading"]}`}>
            <h2 className={heading["heading"]}>
              <FormattedMessage id="hub.advice" />
            </h2>
          </header>
          <FindingList findings={findings} />
        </section>
      )}
      {isAssigning && <AssignDialog worker={worker.id} onClose={() => setIsAssigning(false)} />}
    </>
  );
}
