import type { ReactNode } from "react";
import { type Control, Controller, useController, useWatch } from "react-hook-form";
import { useIntl } from "react-intl";
import type { Upstream } from "../../api/settings/upstream.ts";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { type Connection, isSsh, type SignIn, signInOf, signInsAt } from "./connection.ts";

interface CredentialFieldsProps {
  readonly control: Control<Connection>;
  /** The current upstream. */
  readonly upstream: Upstream | null;
}

/** How HQ authenticates at the upstream, depending on its URL. */
export function CredentialFields({ control, upstream }: CredentialFieldsProps): ReactNode {
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
