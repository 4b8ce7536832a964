import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { hqUrl } from "../../api/base-path.ts";
import {
  type NewWorker,
  useAddWorker,
  useWorker,
  useWorkers,
  type Worker,
} from "../../api/hub/workers.ts";
import { canManage, useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { WorkerStateMark } from "../worker-state.tsx";
import { LoadText } from "./load.tsx";
import form from "../../ui/form.module.css";
import table from "../../ui/table.module.css";
import text from "../../ui/text.module.css";
import styles from "./workers.module.css";

/** The workers of the workspace, with revoked ones last. */
export function WorkersScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.workers" });
  useTitle(title);
  const { data: workspace } = useWorkspace();
  const { data: workers, error } = useWorkers();
  const [isAdding, setIsAdding] = useState(false);
  if (workers === undefined) return <Loading error={error} />;
  const manages = canManage(workspace);
  const ordered = workers.toSorted((left, right) => rankOf(left) - rankOf(right));
  return (
    <>
      <ScreenHead title={title} count={workers.length}>
        {manages && (
          <Button look="primary" onPress={() => setIsAdding(true)}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addWorker" />
          </Button>
        )}
      </ScreenHead>
      {workers.length === 0 ? (
        <EmptyState title="hub.noWorkersTitle">
          <p>
            <FormattedMessage id={manages ? "hub.noWorkersYet" : "hub.noWorkersAskAdmin"} />
          </p>
        </EmptyState>
      ) : (
        <table className={table["table"]}>
          <thead>
            <tr>
              {(["workerOne", "state", "load", "runsNow", "agent"] as const).map((name) => (
                <th key={name} scope="col">
                  <FormattedMessage id={`hub.${name}`} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.map((worker) => (
              <WorkerRow key={worker.id} worker={worker} />
            ))}
          </tbody>
        </table>
      )}
      {isAdding && <AddWorkerDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function rankOf({ state }: Worker): number {
  return state === "revoked" ? 1 : 0;
}

function WorkerRow({ worker }: { readonly worker: Worker }): ReactNode {
  const { id, name, state, facts, agent, version } = worker;
  return (
    <tr>
      <td className={table["first"]}>
        <Link to={id}>
          <b>{name}</b>
        </Link>
        <small>{facts?.hostname}</small>
      </td>
      <td>
        <WorkerStateMark state={state} />
        <small>
          <Since worker={worker} />
        </small>
      </td>
      <td>{state === "online" && facts !== undefined && <LoadText facts={facts} />}</td>
      <td>
        {facts?.runs === undefined ? (
          "–"
        ) : (
          <FormattedMessage id="hub.runCount" values={{ count: facts.runs.length }} />
        )}
      </td>
      <td>
        {facts?.agent ?? agent}
        <small>{facts?.version ?? version}</small>
      </td>
    </tr>
  );
}

/** Since when the worker is offline, or when its token expires. */
function Since({ worker: { state, lastSeenAt, expiresAt } }: { readonly worker: Worker }) {
  if (state === "offline" && lastSeenAt !== undefined) return <Ago time={lastSeenAt} />;
  return state === "pending" && expiresAt !== undefined && <ExpiryText time={expiresAt} />;
}

function ExpiryText({ time }: { readonly time: string }): ReactNode {
  const isPast = Date.parse(time) < Date.now();
  return (
    <FormattedMessage
      id={isPast ? "hub.tokenEnded" : "hub.tokenUntil"}
      values={{ at: new Date(time) }}
    />
  );
}

/** Creates a worker and guides its operator until it is online. */
function AddWorkerDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [created, setCreated] = useState<NewWorker>();
  return (
    <Dialog title={<FormattedMessage id="hub.addWorker" />} isOpen onClose={onClose}>
      {created === undefined ? (
        <NameForm onMade={setCreated} />
      ) : (
        <Registering worker={created} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NameForm({ onMade }: { readonly onMade: (worker: NewWorker) => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [name, setName] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const add = useAddWorker();
  const lacksName = isSubmitted && name.trim() === "";
  return (
    <Form
      className={form["form"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (name.trim() !== "" && !add.isPending) add.mutate(name.trim(), { onSuccess: onMade });
      }}
    >
      <p>
        <FormattedMessage id="hub.workerIs" />
      </p>
      <TextField
        label={formatMessage({ id: "hub.workerName" })}
        help={formatMessage({ id: "hub.workerNameHelp" })}
        value={name}
        onChange={setName}
        maxLength={100}
        autoFocus
        isInvalid={lacksName}
        error={lacksName ? formatMessage({ id: "form.required" }) : undefined}
        validationBehavior="aria"
      />
      <Refusal error={add.error} />
      <div className={form["foot"]}>
        <Button look="primary" type="submit" isWorking={add.isPending}>
          <FormattedMessage id="hub.getToken" />
        </Button>
      </div>
    </Form>
  );
}

interface RegisteringProps {
  /** The worker with its token, which is displayed only here. */
  readonly worker: NewWorker;
  readonly onClose: () => void;
}

/** Commands that register a machine, and the result. */
function Registering({ worker, onClose }: RegisteringProps): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: now } = useWorker(worker.id);
  const isOnline = now !== undefined && now.state !== "pending";
  return (
    <div className={form["form"]}>
      <ol className={styles["steps"]}>
        <Step id="hub.step.install" command="npm install --global @loam/worker" />
        <Step id="hub.step.init" command="agent-cli worker init --agent claude --service" />
        <Step id="hub.step.register" command={`agent-cli worker register --hq ${hqUrl()}`}>
          <Token worker={worker} />
        </Step>
        <Step id="hub.step.start" command="agent-cli worker start" />
      </ol>
      {isOnline ? (
        <Note tone="leaf">
          <FormattedMessage
            id="hub.registered"
            values={{
              name: now.name,
              fingerprint: <code>{now.fingerprint}</code>,
            }}
          />
        </Note>
      ) : (
        <p className={text["soft"]} role="status">
          <FormattedMessage
            id="hub.waitsFor"
            values={{ at: <FormattedDate value={worker.expiresAt} timeStyle="short" /> }}
          />
        </p>
      )}
      <div className={form["foot"]}>
        {isOnline ? (
          <ButtonLink look="primary" href={`/workspaces/${ws}/workers/${worker.id}`}>
            <FormattedMessage id="hub.toWorker" />
          </ButtonLink>
        ) : (
          <Button onPress={onClose}>
            <FormattedMessage id="hub.close" />
          </Button>
        )}
      </div>
    </div>
  );
}

interface StepProps {
  readonly id: "hub.step.install" | "hub.step.init" | "hub.step.register" | "hub.step.start";
  readonly command: string;
  readonly children?: ReactNode;
}

function Step({ id, command, children }: StepProps): ReactNode {
  return (
    <li>
      <p>
        <FormattedMessage id={id} />
      </p>
      <div className={styles["command"]}>
        <pre>{command}</pre>
        <CopyButton text={command} of={command} />
      </div>
      {children}
    </li>
  );
}

function Token({ worker: { token } }: { readonly worker: NewWorker }): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <>
      <p>
        <FormattedMessage id="hub.tokenOnce" />
      </p>
      <div className={styles["command"]}>
        <pre>{token}</pre>
        <CopyButton text={token} of={formatMessage({ id: "hub.token" })} />
      </div>
    </>
  );
}
