import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { readData, hq, type Schemas } from "../../api/client.ts";
import { useAccountMutation } from "../../api/people/account.ts";
import { SESSION } from "../../api/people/session.ts";
import { LanguageAndTheme } from "../../shell/preferences/language-and-theme.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { Section } from "../../ui/sections/section.tsx";
import sections from "../../ui/sections/sections.module.css";

/** The user's name, and this browser's display settings. */
export function ProfileSection({ me }: { readonly me: Schemas["Me"] }): ReactNode {
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
