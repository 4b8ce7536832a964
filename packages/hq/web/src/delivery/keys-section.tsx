import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type ReadKey,
  useCreateReadKey,
  useDraftKey,
  useReadKeys,
  useRegenerateDraftKey,
  useRevokeReadKey,
} from "../api/delivery/keys.ts";
import { Button } from "../ui/button.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { OneTimeSecret } from "../ui/sections/one-time-secret.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { AdminsOnly } from "./admins-only.tsx";
import text from "../ui/text.module.css";
import styles from "./keys-section.module.css";

/** API keys and the draft key. */
export function KeysSection(): ReactNode {
  return (
    <AdminsOnly>
      <Sections>
        <Section title="keys.read" text="keys.readText">
          <ReadKeysPart />
        </Section>
        <Section title="keys.draft" text="keys.draftText">
          <DraftKeyPart />
        </Section>
      </Sections>
    </AdminsOnly>
  );
}

/** Creates and regenerates the draft key, with which a site reads drafts. */
function DraftKeyPart(): ReactNode {
  const { data: key, error } = useDraftKey();
  const [newKey, setNewKey] = useState<string>();
  const [isAsked, setIsAsked] = useState(false);
  const make = useRegenerateDraftKey(setNewKey);
  if (key === undefined) return <Refusal error={error} />;
  const { lastFour, madeAt } = key;
  return (
    <>
      <Refusal error={isAsked ? null : make.error} />
      {newKey !== undefined && (
        <OneTimeSecret secrets={[newKey]} onDone={() => setNewKey(undefined)}>
          <FormattedMessage id="keys.draftMade" />
        </OneTimeSecret>
      )}
      {madeAt === null ? (
        <>
          <p>
            <FormattedMessage id="keys.noDraft" />
          </p>
          <div>
            <Button isWorking={make.isPending} onPress={() => !make.isPending && make.mutate()}>
              <FormattedMessage id="keys.makeDraft" />
            </Button>
          </div>
        </>
      ) : (
        <Rows>
          <Row
            title={<FormattedMessage id="keys.draftEnds" values={{ lastFour }} />}
            lines={[
              <FormattedMessage
                key="made"
                id="keys.madeAt"
                values={{ ago: <Ago time={madeAt} /> }}
              />,
            ]}
          >
            <Button look="danger" onPress={() => setIsAsked(true)}>
              <FormattedMessage id="keys.anew" />
            </Button>
          </Row>
        </Rows>
      )}
      {isAsked && (
        <DangerDialog
          title={<FormattedMessage id="keys.anewTitle" />}
          goes={[
            <FormattedMessage id="keys.anewGoesKey" />,
            <FormattedMessage id="keys.anewGoesLinks" />,
            <FormattedMessage id="keys.anewGoesMedia" />,
          ]}
          stays={[<FormattedMessage id="keys.anewStays" />]}
          submit="keys.anewAct"
          act={make}
          onSubmit={() => make.mutate(undefined, { onSuccess: () => setIsAsked(false) })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

/** Lists active and revoked API keys and creates new ones. */
function ReadKeysPart(): ReactNode {
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
          {name} <code className={`${text["code"]} ${styles["hint"]}`}>{hint}</code>
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
