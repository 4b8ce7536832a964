import { isReservedSecretName, isSecretName } from "@loam/cms-core/browser";
import { Eye, EyeOff, Lock, Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { ToggleButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import {
  canEncrypt,
  type SecretName,
  useDeleteSecret,
  usePutSecret,
  useSecrets,
} from "../../api/hub/secrets.ts";
import type { Worker } from "../../api/hub/workers.ts";
import { canManage, useWorkspace } from "../../api/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { FormDialog } from "../form-dialog.tsx";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import list from "../../ui/list.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./secrets.module.css";

/** The names of a worker's secrets, with actions to add and replace them. */
export function SecretList({ worker }: { readonly worker: Worker }): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data, error } = useSecrets(worker.id);
  const [setting, setSetting] = useState<Partial<SecretName>>();
  const manages = canManage(workspace);
  if (data === undefined) return <Loading error={error} />;
  return (
    <section className={form["form"]}>
      <p className={`${textStyles["soft"]} ${styles["soft"]}`}>
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
        <p className={`${textStyles["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id="hub.noSecrets" />
        </p>
      ) : (
        <ul className={`${list["rows"]} ${styles["rows"]}`}>
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
          <small className={textStyles["faint"]}>
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

interface SecretDialogProps {
  readonly worker: Worker;
  /** The secret to replace; empty for a new one. */
  readonly secret: Partial<SecretName>;
  readonly onClose: () => void;
}

const HERE = "here";
const EVERYWHERE = "everywhere";
const MOST_BYTES = 48 * 1024;

type Wrong = "key" | "reserved" | "empty" | "tooLong";

/** Encrypts a secret in this browser for one worker and sends it through HQ. */
function SecretDialog({ worker, secret, onClose }: SecretDialogProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: workspace } = useWorkspace();
  const [key, setKey] = useState(secret.key ?? "");
  const [scope, setScope] = useState(secret.workspaceId === "" ? EVERYWHERE : HERE);
  const [wrong, setWrong] = useState<Wrong>();
  const value = useRef<HTMLTextAreaElement>(null);
  const put = usePutSecret();
  if (!canEncrypt()) {
    return (
      <Dialog title={<FormattedMessage id="hub.setSecret" />} isOpen onClose={onClose}>
        <Note tone="madder">
          <FormattedMessage id="hub.cannotSeal" />
        </Note>
      </Dialog>
    );
  }
  const send = (): void => {
    const found = wrongWith(key.trim(), value.current?.value ?? "");
    setWrong(found);
    if (found !== undefined || workspace === undefined) return;
    const wish = {
      worker,
      workspaceId: scope === HERE ? workspace.id : "",
      key: key.trim(),
      takeValue: () => takeValue(value.current),
    };
    put.mutate(wish, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={<FormattedMessage id="hub.setSecret" />}
      act={<FormattedMessage id="hub.sealAndSend" />}
      mutation={put}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={formatMessage({ id: "hub.secretName" })}
        help={formatMessage({ id: "hub.secretNameHelp" })}
        value={key}
        onChange={setKey}
        isReadOnly={secret.key !== undefined}
        autoFocus={secret.key === undefined}
        isInvalid={wrong === "key" || wrong === "reserved"}
        error={
          wrong === "key" || wrong === "reserved"
            ? formatMessage({ id: `hub.secretNameWrong.${wrong}` })
            : undefined
        }
      />
      <SecretValue valueRef={value} wrong={wrong} />
      <SelectField
        label={formatMessage({ id: "hub.secretWhere" })}
        options={[
          [HERE, formatMessage({ id: "hub.thisWorkspace" })],
          [EVERYWHERE, formatMessage({ id: "hub.everyWorkspace" })],
        ]}
        value={scope}
        onChange={setScope}
        isDisabled={secret.key !== undefined}
      />
      <p className={`${textStyles["soft"]} ${styles["soft"]}`}>
        <FormattedMessage
          id="hub.sealedFor"
          values={{ name: worker.name, fingerprint: <code>{worker.fingerprint}</code> }}
        />
      </p>
      {put.error !== null && (
        <p className={`${textStyles["soft"]} ${styles["soft"]}`}>
          <FormattedMessage id="hub.typeAgain" />
        </p>
      )}
    </FormDialog>
  );
}

/** Clears the input and returns its value. */
function takeValue(area: HTMLTextAreaElement | null): string {
  const text = area?.value ?? "";
  if (area !== null) area.value = "";
  return text;
}

function wrongWith(key: string, value: string): Wrong | undefined {
  if (!isSecretName(key)) return "key";
  if (isReservedSecretName(key)) return "reserved";
  if (value === "") return "empty";
  return new TextEncoder().encode(value).length > MOST_BYTES ? "tooLong" : undefined;
}

interface SecretValueProps {
  readonly valueRef: React.RefObject<HTMLTextAreaElement | null>;
  readonly wrong: Wrong | undefined;
}

/** Input for the value. Only the DOM element holds it, never React state. */
function SecretValue({ valueRef, wrong }: SecretValueProps): ReactNode {
  const { formatMessage } = useIntl();
  const error =
    wrong === "empty" || wrong === "tooLong"
      ? formatMessage({ id: `hub.secretWrong.${wrong}` })
      : undefined;
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={field["field"]}>
      <div className={field["label"]}>
        <label htmlFor="secret-value">
          <FormattedMessage id="hub.value" />
        </label>
        <ToggleButton className={styles["show"] ?? ""} isSelected={isShown} onChange={setIsShown}>
          {isShown ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
          <FormattedMessage id={isShown ? "hub.hideValue" : "hub.showValue"} />
        </ToggleButton>
      </div>
      <textarea
        id="secret-value"
        ref={valueRef}
        rows={3}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby="secret-error"
        className={[field["input"], field["area"], field["code"], !isShown && styles["hidden"]]
          .filter(Boolean)
          .join(" ")}
      />
      <p id="secret-error" className={field["error"]}>
        {error}
      </p>
    </div>
  );
}
