import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useWorkers, type Worker } from "../../api/hub/workers.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { EmptyState } from "../empty-state.tsx";
import { ListHead } from "../list-head.tsx";
import { WorkerStateMark } from "../worker-state.tsx";
import { AddWorkerDialog } from "./add-worker-dialog.tsx";
import { LoadText } from "./load.tsx";
import table from "../table.module.css";

/** The workers of the workspace, with revoked ones last. */
export function WorkerList(): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data: workers, error } = useWorkers();
  const [isAdding, setIsAdding] = useState(false);
  if (workers === undefined) return <Loading error={error} />;
  const manages = canManage(workspace);
  const ordered = workers.toSorted((left, right) => rankOf(left) - rankOf(right));
  return (
    <>
      <ListHead title="nav.workers" count={workers.length}>
        {manages && (
          <Button look="primary" onPress={() => setIsAdding(true)}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.addWorker" />
          </Button>
        )}
      </ListHead>
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
