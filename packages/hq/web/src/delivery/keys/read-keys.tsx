import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type ReadKey,
  useCreateReadKey,
  useReadKeys,
  useRevokeReadKey,
} from "../../api/delivery/keys.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { DangerDialog } from "../../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { Row, Rows } from "../../ui/sections/row.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import styles from "./keys.module.css";

/** Lists active and revoked API keys and creates new ones. */
export function ReadKeysPart(): ReactNode {
  const { data: keys = [], error } = useReadKeys();
  const [newKey, setNewKey] = useState<string>();
  const [revoked, setRevoked] = useState<ReadKey>();
  const open = keys.filter(({ revokedAt }) => revokedAt === undefined);
  const over = keys.filter(({ revokedAt }) => revokedAt !== undefined);
  return (
    <>
      <Refusal error={error} />
      {newKey !== undefined && (
        <OneTimeSecret secrets={[newKey]} onDone={() => setNewKey(undefined)}>
          <FormattedMessage id="keys.made" />
        </OneTimeSecret>
      )}
      {open.length > 0 && (
        <Rows>
          {open.map((key) => (
            <KeyRow key={key.id} of={key} onRevoke={() => setRevoked(key)} />
          ))}
        </Rows>
      )}
      <NewKey onMade={setNewKey} />
      {over.length > 0 && (
        <details className={styles["over"]}>
          <summary>
            <FormattedMessage id="keys.revoked" values={{ count: over.length }} />
          </summary>
          <Rows>
            {over.map((key) => (
              <KeyRow key={key.id} of={key} />
            ))}
          </Rows>
        </details>
      )}
      {revoked !== undefined && <RevokeDialog of={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

interface KeyRowProps {
  readonly of: ReadKey;
  /** Absent for a revoked key. */
  readonly onRevoke?: () => void;
}

function KeyRow({ of, onRevoke }: KeyRowProps): ReactNode {
  const { formatMessage } = useIntl();
  const { name, hint, createdAt, lastUsedAt, revokedAt } = of;
  const used =
    lastUsedAt === undefined ? (
      <FormattedMessage id="keys.neverUsed" />
    ) : (
      <FormattedMessage id="keys.used" values={{ ago: <Ago time={lastUsedAt} /> }} />
    );
  const times = (
    <>
      <FormattedMessage id="keys.madeAt" values={{ ago: <Ago time={createdAt} /> }} />
      {" · "}
      {used}
      {revokedAt !== undefined && (
        <>
          {" · "}
          <FormattedMessage id="keys.revokedAt" values={{ ago: <Ago time={revokedAt} /> }} />
        </>
      )}
    </>
  );
  return (
    <Row
      title={
        <>
          {name} <code className={styles["hint"]}>{hint}</code>
        </>
      }
      lines={[times]}
    >
      {onRevoke !== undefined && (
        <Button
          look="quiet"
          aria-label={formatMessage({ id: "keys.revokeOne" }, { name })}
          onPress={onRevoke}
        >
          <FormattedMessage id="keys.revoke" />
        </Button>
      )}
    </Row>
  );
}

function NewKey({ onMade }: { readonly onMade: (key: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit, reset } = useForm({ defaultValues: { name: "" } });
  const make = useCreateReadKey((key) => {
    onMade(key);
    reset();
  });
  return (
    <ActForm
      act={make}
      submit="keys.make"
      onSubmit={() => void handleSubmit(({ name }) => make.mutate(name.trim()))()}
    >
      <FormField
        control={control}
        name="name"
        rules={{
          validate: (name) => name.trim() !== "" || formatMessage({ id: "form.required" }),
        }}
        maxLength={100}
        label={formatMessage({ id: "keys.name" })}
        help={formatMessage({ id: "keys.nameHelp" })}
      />
    </ActForm>
  );
}

interface RevokeDialogProps {
  readonly of: ReadKey;
  readonly onClose: () => void;
}

function RevokeDialog({ of: { id, name, lastUsedAt }, onClose }: RevokeDialogProps): ReactNode {
  const revoke = useRevokeReadKey();
  return (
    <DangerDialog
      title={<FormattedMessage id="keys.revokeTitle" values={{ name }} />}
      goes={[
        <FormattedMessage id="keys.revokeGoes" />,
        lastUsedAt === undefined ? (
          <FormattedMessage id="keys.neverUsed" />
        ) : (
          <FormattedMessage id="keys.used" values={{ ago: <Ago time={lastUsedAt} /> }} />
        ),
      ]}
      stays={[<FormattedMessage id="keys.revokeStays" />]}
      submit="keys.revoke"
      act={revoke}
      onSubmit={() => revoke.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
