import { type ReactNode, useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { useCreateWorkspace } from "../api/workspace/create-workspace.ts";
import { IdentityForm } from "../identity/identity-form.tsx";
import { IdentityFrame } from "../identity/identity-frame.tsx";
import { makeSlug } from "../shell/make-slug.ts";
import { useTitle } from "../shell/use-title.ts";
import { FormField } from "../ui/fields/form-field.tsx";

/** The format HQ accepts: lowercase letters, digits, and hyphens. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** `/new-workspace`: creates a workspace owned by the user, then continues with its first site. */
export function CreateWorkspaceScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  useTitle(formatMessage({ id: "makeWorkspace.title" }));
  const { control, handleSubmit, setValue, formState } = useForm({
    defaultValues: { name: "", slug: "" },
  });
  const name = useWatch({ control, name: "name" });
  const isOwn = formState.dirtyFields.slug === true;
  useEffect(() => {
    // Until the user edits the slug, it follows the name.
    if (!isOwn) setValue("slug", makeSlug(name));
  }, [name, isOwn, setValue]);
  const make = useCreateWorkspace();
  const required = formatMessage({ id: "form.required" });
  const send = (names: { name: string; slug: string }): void =>
    make.mutate(names, {
      onSuccess: ({ slug }) => void navigate(`/workspaces/${slug}/new-site`, { replace: true }),
    });
  return (
    <IdentityFrame
      title={<FormattedMessage id="makeWorkspace.title" />}
      lead={<FormattedMessage id="makeWorkspace.lead" />}
    >
      <IdentityForm
        submit={<FormattedMessage id="makeWorkspace.submit" />}
        act={{ ...make, mutate: () => void handleSubmit(send)() }}
      >
        <FormField
          big
          autoFocus
          control={control}
          name="name"
          rules={{ validate: (text) => text.trim() !== "" || required }}
          maxLength={100}
          label={formatMessage({ id: "makeWorkspace.name" })}
          help={formatMessage({ id: "makeWorkspace.nameHelp" })}
        />
        <FormField
          big
          control={control}
          name="slug"
          rules={{
            required,
            validate: (slug) => SLUG.test(slug) || formatMessage({ id: "makeWorkspace.badSlug" }),
          }}
          maxLength={63}
          label={formatMessage({ id: "makeWorkspace.slug" })}
          help={formatMessage({ id: "makeWorkspace.slugHelp" })}
          autoComplete="off"
          spellCheck="false"
        />
      </IdentityForm>
    </IdentityFrame>
  );
}
