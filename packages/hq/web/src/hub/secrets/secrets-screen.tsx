import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { isRegistered, useWorkers } from "../../api/hub/workers.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { useTitle } from "../../shell/use-title.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";
import { WorkerStateMark } from "../worker-state.tsx";
import { SecretList } from "./secret-list.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import styles from "./secrets.module.css";

/** Names of the secrets stored on workers. */
/** The names of the secrets of all workers. */
export function SecretsScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: "nav.secrets" });
  useTitle(title);
  const ws = useWorkspaceSlug();
  const { data: workers, error } = useWorkers();
  if (workers === undefined) return <Loading error={error} />;
  const known = workers.filter(isRegistered);
  return (
    <>
      <ScreenHead title={title} />
      {known.length === 0 && (
        <EmptyState title="hub.noSecretsTitle">
          <p>
            <FormattedMessage id="hub.noWorkersForSecrets" />
          </p>
        </EmptyState>
      )}
      <div className={`${form["form"]} ${styles["page"]}`}>
        {known.map((worker) => (
          <section key={worker.id} className={styles["worker"]}>
            <h2 className={heading["heading"]}>
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
