import { encodeQR } from "qr";
import { type ReactNode, useMemo, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, expectSuccess, hq } from "../../api/client.ts";
import { useAccountMutation, useTotp } from "../../api/people/account.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { Section } from "../../ui/sections/section.tsx";
import sections from "../../ui/sections/sections.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./account.module.css";

/** Two-factor authentication with an authenticator app, and recovery codes for when it is lost. */
export function AuthenticatorSection({ isOn }: { readonly isOn: boolean }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes !== undefined) {
    return (
      <Section title="account.authenticator" text="account.authenticatorText">
        <OneTimeSecret secrets={codes} onDone={() => setCodes(undefined)}>
          <FormattedMessage id="account.recoveryCodes" />
        </OneTimeSecret>
      </Section>
    );
  }
  return (
    <Section title="account.authenticator" text="account.authenticatorText">
      {isOn ? <EnabledAuthenticator onCodes={setCodes} /> : <SetUp onCodes={setCodes} />}
    </Section>
  );
}

interface CodesProps {
  /** Called with new recovery codes, which can't be displayed again. */
  readonly onCodes: (codes: readonly string[]) => void;
}

function SetUp({ onCodes }: CodesProps): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm({ defaultValues: { code: "" } });
  const start = useAccountMutation(() => readData(hq.POST("/me/totp")));
  const confirm = useAccountMutation(async (code: string) => {
    const { recoveryCodes } = await readData(hq.POST("/me/totp/confirm", { body: { code } }));
    onCodes(recoveryCodes);
  });
  if (start.data === undefined) {
    return (
      <>
        <Refusal error={start.error} />
        <div>
          <Button isWorking={start.isPending} onPress={() => !start.isPending && start.mutate()}>
            <FormattedMessage id="account.setUpAuthenticator" />
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>
        <FormattedMessage id="account.scan" />
      </p>
      <QrCode text={start.data.uri} label={formatMessage({ id: "account.qr" })} />
      <p className={sections["text"]}>
        <FormattedMessage
          id="account.secret"
          values={{ secret: <code className={textStyles["code"]}>{start.data.secret}</code> }}
        />
      </p>
      <ActForm
        act={confirm}
        submit="account.confirmCode"
        onSubmit={() => void handleSubmit(({ code }) => confirm.mutate(code.replaceAll(" ", "")))()}
      >
        <FormField
          control={control}
          name="code"
          rules={{
            pattern: {
              value: /^ *(?:\d *){6}$/,
              message: formatMessage({ id: "account.sixDigits" }),
            },
            required: formatMessage({ id: "account.sixDigits" }),
          }}
          label={formatMessage({ id: "account.firstCode" })}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </ActForm>
    </>
  );
}

/** Dark on light in both themes, because not every camera reads inverted codes. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const rows = useMemo(() => encodeQR(text, "raw", { border: 3 }), [text]);
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className={styles["qr"]}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function EnabledAuthenticator({ onCodes }: CodesProps): ReactNode {
  const { data } = useTotp();
  const replace = useAccountMutation(async () => {
    const { recoveryCodes } = await readData(hq.POST("/me/totp/recovery-codes"));
    onCodes(recoveryCodes);
  });
  const remove = useAccountMutation(() => expectSuccess(hq.DELETE("/me/totp")));
  return (
    <>
      <Refusal error={replace.error ?? remove.error} />
      <p>
        <FormattedMessage
          id="account.authenticatorOn"
          values={{ left: data?.recoveryCodesLeft ?? 0 }}
        />
      </p>
      <div className={sections["buttons"]}>
        <Button isWorking={replace.isPending} onPress={() => replace.mutate()}>
          <FormattedMessage id="account.newCodes" />
        </Button>
        <Button look="quiet" isWorking={remove.isPending} onPress={() => remove.mutate()}>
          <FormattedMessage id="account.removeAuthenticator" />
        </Button>
      </div>
    </>
  );
}
