import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { expectSuccess, hq, keepCsrfToken, readData, type Schemas } from "../../api/client.ts";
import { useAccountMutation, useMe, usePasskeys } from "../../api/people/account.ts";
import { SESSION } from "../../api/session.ts";
import { LanguageAndTheme } from "../../shell/preferences/language-and-theme.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PlainScreen } from "../../ui/plain-screen.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { Section } from "../../ui/sections/section.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { type NewPassword, NewPasswordFields } from "../new-password-fields.tsx";
import { isEnded } from "../passkey-button.tsx";
import { AuthenticatorSection } from "./authenticator-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { TokensSection } from "./tokens-section.tsx";
import sections from "../../ui/sections/sections.module.css";

/** `/account`: the user's profile and sign-in methods. */
export function AccountScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: me, error } = useMe();
  useTitle(formatMessage({ id: "nav.account" }));
  if (me === undefined) return <Loading error={error} />;
  return (
    <PlainScreen title="nav.account" back="account.back">
      <ProfileSection me={me} />
      {me.password && <PasswordSection />}
      {me.password && <AuthenticatorSection isOn={me.totp} />}
      <PasskeysSection />
      <SessionsSection />
      <TokensSection />
    </PlainScreen>
  );
}

/** The user's name, and this browser's display settings. */
function ProfileSection({ me }: { readonly me: Schemas["Me"] }): ReactNode {
  const { formatMessage } = useIntl();
  const queries = useQueryClient();
  const { control, handleSubmit } = useForm({ defaultValues: { name: me.name } });
  const rename = useAccountMutation(async (name: string) => {
    await readData(hq.PATCH("/me", { body: { name } }));
    await queries.invalidateQueries({ queryKey: SESSION, exact: true });
  });
  return (
    <Section title="account.profile" text="account.profileText">
      <ActForm
        act={rename}
        submit="account.saveName"
        done="account.nameSaved"
        onSubmit={() => void handleSubmit(({ name }) => rename.mutate(name))()}
      >
        <FormField
          control={control}
          name="name"
          rules={{ required: formatMessage({ id: "form.required" }) }}
          maxLength={200}
          label={formatMessage({ id: "identity.name" })}
          help={formatMessage({ id: "identity.nameHelp" })}
          autoComplete="name"
        />
      </ActForm>
      <p className={sections["text"]}>
        <FormattedMessage id="account.email" values={{ email: me.email }} />
      </p>
      <div className={sections["buttons"]}>
        <LanguageAndTheme />
      </div>
    </Section>
  );
}

interface PasswordChange extends NewPassword {
  readonly currentPassword: string;
}

const NOTHING: PasswordChange = { currentPassword: "", password: "", keepTokens: true };

function PasswordSection(): ReactNode {
  const { formatMessage } = useIntl();
  const form = useForm({ defaultValues: NOTHING });
  const change = useAccountMutation(async (body: PasswordChange) => {
    const { csrfToken } = await readData(hq.PATCH("/me", { body }));
    keepCsrfToken(csrfToken);
    form.reset(NOTHING);
  });
  return (
    <Section title="signIn.password" text="account.passwordText">
      <ActForm
        act={change}
        submit="account.changePassword"
        done="account.passwordChanged"
        onSubmit={() => void form.handleSubmit((body) => change.mutate(body))()}
      >
        <FormField
          control={form.control}
          name="currentPassword"
          rules={{ required: formatMessage({ id: "form.required" }) }}
          label={formatMessage({ id: "account.currentPassword" })}
          type="password"
          autoComplete="current-password"
        />
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
      </ActForm>
    </Section>
  );
}

/** Passkeys stored on devices or in password managers. */
function PasskeysSection(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: passkeys = [] } = usePasskeys();
  const { control, handleSubmit, reset } = useForm({ defaultValues: { name: "" } });
  const add = useAccountMutation(async (name: string) => {
    await addPasskey(name);
    reset();
  });
  const remove = useAccountMutation((id: string) =>
    expectSuccess(hq.DELETE("/me/passkeys/{id}", { params: { path: { id } } })),
  );
  return (
    <Section title="account.passkeys" text="account.passkeysText">
      <Refusal error={remove.error} />
      {passkeys.length > 0 && (
        <ul className={sections["rows"]}>
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <small>
                  <FormattedMessage id="account.made" values={{ ago: <Ago time={createdAt} /> }} />
                </small>
              </div>
              <Button
                look="quiet"
                aria-label={formatMessage({ id: "account.removeOne" }, { name })}
                onPress={() => remove.mutate(id)}
              >
                <FormattedMessage id="field.remove" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ActForm
        act={isEnded(add.error) ? { ...add, error: null } : add}
        submit="account.addPasskey"
        onSubmit={() => void handleSubmit(({ name }) => add.mutate(name))()}
      >
        <FormField
          control={control}
          name="name"
          rules={{ required: formatMessage({ id: "form.required" }) }}
          maxLength={200}
          label={formatMessage({ id: "account.passkeyName" })}
          help={formatMessage({ id: "account.passkeyNameHelp" })}
        />
      </ActForm>
    </Section>
  );
}

async function addPasskey(name: string): Promise<unknown> {
  const { challenge, options } = await readData(hq.POST("/me/passkeys/options"));
  if (!isQuestion(options)) throw new TypeError("HQ asked for a passkey in an unknown way");
  const { id, rawId, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const credential = {
    id,
    rawId,
    type: "public-key" as const,
    response: { clientDataJSON, attestationObject, transports },
  };
  return readData(hq.POST("/me/passkeys", { body: { challenge, name, credential } }));
}

/** The API schema doesn't specify these options. The browser validates the rest. */
function isQuestion(options: unknown): options is PublicKeyCredentialCreationOptionsJSON {
  return typeof options === "object" && options !== null && "challenge" in options;
}
