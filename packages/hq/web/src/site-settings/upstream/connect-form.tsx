import type { ReactNode } from "react";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type Upstream, useSetUpstream } from "../../api/settings/upstream.ts";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { connectionOf, upstreamBody } from "./connection.ts";
import { CredentialFields } from "./credential-fields.tsx";
import { GitHostFields } from "./git-host-fields.tsx";
import styles from "../settings.module.css";

interface ConnectFormProps {
  /** The current upstream, if it is being edited. */
  readonly upstream: Upstream | null;
  /** Receives the webhook secret of the Git host if one was created. */
  readonly onSecret: (secret: string) => void;
  readonly onDone?: () => void;
}

/** Connects an upstream repository. Secrets are cleared from the form after submitting. */
export function ConnectForm({ upstream, onSecret, onDone }: ConnectFormProps): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit, reset } = useForm({ defaultValues: connectionOf(upstream) });
  const { field: reviewed } = useController({ control, name: "reviewedThere" });
  const set = useSetUpstream(onSecret);
  const required = {
    validate: (text: string) => text.trim() !== "" || formatMessage({ id: "form.required" }),
  };
  return (
    <ActForm
      act={set}
      submit={upstream === null ? "upstream.connect" : "upstream.save"}
      onSubmit={() =>
        void handleSubmit((written) =>
          set.mutate(upstreamBody(written, upstream), {
            onSuccess: () => {
              reset({ ...written, token: "", privateKey: "", forgeToken: "" });
              onDone?.();
            },
          }),
        )()
      }
    >
      <FormField
        control={control}
        name="url"
        rules={required}
        autoComplete="off"
        spellCheck="false"
        maxLength={2000}
        label={formatMessage({ id: "upstream.url" })}
        help={formatMessage({ id: "upstream.urlHelp" })}
      />
      <CredentialFields control={control} upstream={upstream} />
      <FormField
        control={control}
        name="branch"
        rules={required}
        autoComplete="off"
        spellCheck="false"
        maxLength={100}
        label={formatMessage({ id: "upstream.branch" })}
        help={formatMessage({ id: "upstream.branchHelp" })}
      />
      <GitHostFields control={control} upstream={upstream} />
      <div className={styles["mode"]}>
        <Switch isSelected={reviewed.value} onChange={reviewed.onChange}>
          <FormattedMessage id="upstream.reviewedThere" />
        </Switch>
        <p className={styles["help"]}>
          <FormattedMessage id="upstream.reviewedThereText" />
        </p>
      </div>
    </ActForm>
  );
}
