import { type ReactNode, useState } from "react";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useDuplicateSite, usePlanExport } from "../api/settings/whole-site.ts";
import { type Site, useSite } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { ExportDialog } from "./export-dialog.tsx";
import styles from "./settings.module.css";

/** Export and duplication of the site. */
export function Component(): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return (
    <Sections>
      <Section title="copies.export" text="copies.exportText">
        <Export />
      </Section>
      <Section title="copies.duplicate" text="copies.duplicateText">
        <Duplicate site={site} />
      </Section>
    </Sections>
  );
}

function Export(): ReactNode {
  const plan = usePlanExport();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Refusal error={plan.error} />
      <div>
        <Button
          isWorking={plan.isPending}
          onPress={() =>
            !plan.isPending && plan.mutate(undefined, { onSuccess: () => setIsOpen(true) })
          }
        >
          <FormattedMessage id="copies.exportOpen" />
        </Button>
      </div>
      {isOpen && plan.data !== undefined && (
        <ExportDialog plan={plan.data} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const MAX_NAME = 100;

function Duplicate({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: "copies.nameOf" }, { name: site.name }).slice(0, MAX_NAME);
  const { control, handleSubmit } = useForm({
    defaultValues: { name, entries: true, media: true },
  });
  const { field: entries } = useController({ control, name: "entries" });
  const { field: media } = useController({ control, name: "media" });
  const duplicate = useDuplicateSite();
  return (
    <>
      <ActForm
        act={duplicate}
        submit="copies.duplicateAct"
        onSubmit={() => void handleSubmit((wish) => duplicate.mutate(wish))()}
      >
        <FormField
          control={control}
          name="name"
          rules={{
            validate: (text) => text.trim() !== "" || formatMessage({ id: "form.required" }),
          }}
          maxLength={MAX_NAME}
          label={formatMessage({ id: "copies.name" })}
        />
        <div className={styles["checks"]}>
          <Checkbox isSelected={entries.value} onChange={entries.onChange}>
            <FormattedMessage id="copies.withEntries" />
          </Checkbox>
          <Checkbox isSelected={media.value} onChange={media.onChange}>
            <FormattedMessage id="copies.withMedia" />
          </Checkbox>
        </div>
      </ActForm>
      {duplicate.data !== undefined && (
        <Note tone="leaf">
          <FormattedMessage
            id="copies.made"
            values={{
              site: <Link to={`/sites/${duplicate.data.id}`}>{duplicate.data.name}</Link>,
            }}
          />
        </Note>
      )}
    </>
  );
}
