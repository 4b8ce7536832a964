import {
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from "@simplewebauthn/browser";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, expectSuccess, hq } from "../../api/client.ts";
import { useAccountMutation, usePasskeys } from "../../api/people/account.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { Section } from "../../ui/sections/section.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import { isEnded } from "../passkey-button.tsx";
import sections from "../../ui/sections/sections.module.css";

/** Passkeys stored on devices or in password managers. */
export function PasskeysSection(): ReactNode {
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
