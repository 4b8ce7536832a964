import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { Loading } from "../../ui/notes/loading.tsx";
import { EmptyState } from "../empty-state.tsx";
import { ListHead } from "../list-head.tsx";
import { WorkerStateMark } from "../worker-state.tsx";
import { SecretList } from "./secret-list.tsx";
import styles from "./secrets.module.css";

/** The names of the secrets of all workers. */
export function SecretsPage(): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: workers, error } = useWorkers();
  if (workers === undefined) return <Loading error={error} />;
  const known = workers.filter(isRegistered);
  return (
    <>
      <ListHead title="nav.secrets" />
      {known.length === 0 && (
        <EmptyState title="hub.noSecretsTitle">
          <p>
            <FormattedMessage id="hub.noWorkersForSecrets" />
          </p>
        </EmptyState>
      )}
      <div className={styles["page"]}>
        {known.map((worker) => (
          <section key={worker.id} className={styles["worker"]}>
            <h2>
              <Link to={`/workspaces/${ws}/workers/${worker.id}`}>{worker.name}</Link>
              <WorkerStateMark state={worker.state} />
            </h2>
            <SecretList worker={worker} />
          </section>
        ))}
      </div>
    </>
  );
}
