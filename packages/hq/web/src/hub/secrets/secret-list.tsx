import { Lock, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type SecretName, useDeleteSecret, useSecrets } from "../../api/hub/secrets.ts";
import type { Worker } from "../../api/hub/workers.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import styles from "./secrets.module.css";

/** The names of a worker's secrets, with actions to add and replace them. */
export function SecretList({ worker }: { readonly worker: Worker }): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data, error } = useSecrets(worker.id);
  const [setting, setSetting] = useState<Partial<SecretName>>();
  const manages = canManage(workspace);
  if (data === undefined) return <Loading error={error} />;
  return (
    <section className={styles["list"]}>
      <p className={styles["soft"]}>
        <FormattedMessage id="hub.secretsAre" values={{ name: worker.name }} />
      </p>
      {!data.live && (
        <Note tone="ochre">
          <FormattedMessage id="hub.secretsAway" values={{ name: worker.name }} />
        </Note>
      )}
      {manages && (
        <div>
          <Button isDisabled={!data.live} onPress={() => setSetting({})}>
            <Plus size={15} aria-hidden="true" />
            <FormattedMessage id="hub.newSecret" />
          </Button>
        </div>
      )}
      {data.secrets.length === 0 ? (
        <p className={styles["soft"]}>
          <FormattedMessage id="hub.noSecrets" />
        </p>
      ) : (
        <ul className={styles["rows"]}>
          {data.secrets.map((secret) => (
            <SecretRow
              key={`${secret.workspaceId} ${secret.key}`}
              secret={secret}
              worker={worker}
              mayChange={manages && data.live}
              onSet={() => setSetting(secret)}
            />
          ))}
        </ul>
      )}
      {setting !== undefined && (
        <SecretDialog worker={worker} secret={setting} onClose={() => setSetting(undefined)} />
      )}
    </section>
  );
}

interface SecretRowProps {
  readonly secret: SecretName;
  readonly worker: Worker;
  readonly mayChange: boolean;
  readonly onSet: () => void;
}

function SecretRow({ secret, worker, mayChange, onSet }: SecretRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteSecret();
  const { key, workspaceId, updatedAt } = secret;
  return (
    <li>
      <div>
        <b>
          <Lock size={14} aria-hidden="true" />
          {key}
        </b>
        {updatedAt !== undefined && (
          <small>
            <Ago time={updatedAt} />
          </small>
        )}
      </div>
      <Tag>
        <FormattedMessage id={workspaceId === "" ? "hub.everyWorkspace" : "hub.thisWorkspace"} />
      </Tag>
      {mayChange && (
        <>
          <Button
            look="quiet"
            aria-label={formatMessage({ id: "hub.replaceOf" }, { name: key })}
            onPress={onSet}
          >
            <FormattedMessage id="hub.replace" />
          </Button>
          <Button
            look="quiet"
            aria-label={formatMessage({ id: "hub.deleteOf" }, { name: key })}
            onPress={() => setIsAsking(true)}
          >
            <FormattedMessage id="hub.delete" />
          </Button>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={<FormattedMessage id="hub.deleteAsk" values={{ name: key }} />}
          act={<FormattedMessage id="hub.delete" />}
          mutation={remove}
          onAct={() =>
            remove.mutate(
              { workerId: worker.id, workspaceId, key },
              { onSuccess: () => setIsAsking(false) },
            )
          }
          onClose={() => setIsAsking(false)}
        >
          <FormattedMessage id="hub.deleteSecretText" values={{ name: worker.name }} />
        </ConfirmDialog>
      )}
    </li>
  );
}
