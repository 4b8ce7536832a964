import type { ReactNode } from "react";
import { type Control, Controller, useController, useForm, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type Upstream, useSetUpstream } from "../../api/settings/upstream.ts";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { SelectField, type SelectOption } from "../../ui/fields/select-field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import {
  type Connection,
  connectionOf,
  isSsh,
  type SignIn,
  signInOf,
  signInsAt,
  upstreamBody,
} from "./connection.ts";
import textStyles from "../../ui/text.module.css";
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
        <p className={textStyles["soft"]}>
          <FormattedMessage id="upstream.reviewedThereText" />
        </p>
      </div>
    </ActForm>
  );
}

interface GitHostFieldsProps {
  readonly control: Control<Connection>;
  /** The current upstream. */
  readonly upstream: Upstream | null;
}

/** The Git host where change requests are opened as pull or merge requests. */
function GitHostFields({ control, upstream }: GitHostFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { field } = useController({ control, name: "forge" });
  const isNamed = field.value !== "auto" && field.value !== "none";
  // On first save, HQ detects the Git host from its domain.
  const auto: SelectOption = ["auto", formatMessage({ id: "upstream.forge.auto" })];
  const options: readonly SelectOption[] = [
    ...(upstream === null ? [auto] : []),
    ["github", "GitHub"],
    ["gitlab", "GitLab"],
    ["gitea", "Gitea, Forgejo"],
    ["none", formatMessage({ id: "upstream.forge.none" })],
  ];
  return (
    <>
      <SelectField
        label={formatMessage({ id: "upstream.forge" })}
        help={formatMessage({ id: "upstream.forgeHelp" })}
        value={field.value}
        onChange={field.onChange}
        options={options}
      />
      {isNamed && (
        <>
          <FormField
            control={control}
            name="forgeUrl"
            autoComplete="off"
            spellCheck="false"
            label={formatMessage({ id: "upstream.forgeUrl" })}
            help={formatMessage({ id: "upstream.forgeUrlHelp" })}
          />
          <FormField
            control={control}
            name="forgeToken"
            type="password"
            autoComplete="off"
            label={formatMessage({ id: "upstream.forgeToken" })}
            help={formatMessage({
              id:
                upstream?.forge?.ownToken === true
                  ? "upstream.forgeTokenKept"
                  : "upstream.forgeTokenHelp",
            })}
          />
        </>
      )}
    </>
  );
}

interface CredentialFieldsProps {
  readonly control: Control<Connection>;
  /** The current upstream. */
  readonly upstream: Upstream | null;
}

/** How HQ authenticates at the upstream, depending on its URL. */
function CredentialFields({ control, upstream }: CredentialFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const url = useWatch({ control, name: "url" });
  const { field } = useController({ control, name: "signIn" });
  const signIn = signInOf({ url, signIn: field.value }, upstream);
  return (
    <>
      <SelectField
        label={formatMessage({ id: "upstream.signIn" })}
        value={signIn}
        onChange={field.onChange}
        options={signInsAt(url, upstream).map((way) => [
          way,
          formatMessage({ id: `upstream.signIn.${way}` }),
          formatMessage({ id: `upstream.signInText.${way}` }),
        ])}
      />
      <Secret control={control} signIn={signIn} />
      {isSsh(url) && (
        <Controller
          control={control}
          name="knownHosts"
          render={({ field: { ref, ...known } }) => (
            <AreaField
              {...known}
              areaRef={ref}
              isCode
              label={formatMessage({ id: "upstream.knownHosts" })}
              help={formatMessage({ id: "upstream.knownHostsHelp" })}
            />
          )}
        />
      )}
    </>
  );
}

interface SecretProps {
  readonly control: Control<Connection>;
  readonly signIn: SignIn;
}

function Secret({ control, signIn }: SecretProps): ReactNode {
  const { formatMessage } = useIntl();
  const required = formatMessage({ id: "form.required" });
  const rules = { validate: (text: string) => text.trim() !== "" || required };
  if (signIn === "token") {
    return (
      <>
        <FormField
          control={control}
          name="token"
          rules={rules}
          type="password"
          autoComplete="off"
          label={formatMessage({ id: "upstream.token" })}
          help={formatMessage({ id: "upstream.tokenHelp" })}
        />
        <FormField
          control={control}
          name="username"
          placeholder="loam"
          autoComplete="off"
          spellCheck="false"
          label={formatMessage({ id: "upstream.username" })}
          help={formatMessage({ id: "upstream.usernameHelp" })}
        />
      </>
    );
  }
  if (signIn !== "own-key") return null;
  return (
    <Controller
      control={control}
      name="privateKey"
      rules={rules}
      render={({ field: { ref, ...key }, fieldState }) => (
        <AreaField
          {...key}
          areaRef={ref}
          isCode
          autoComplete="off"
          isInvalid={fieldState.invalid}
          error={fieldState.error?.message}
          validationBehavior="aria"
          label={formatMessage({ id: "upstream.privateKey" })}
          help={formatMessage({ id: "upstream.privateKeyHelp" })}
        />
      )}
    />
  );
}
