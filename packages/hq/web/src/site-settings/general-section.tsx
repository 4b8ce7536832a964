import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { useChangeSite } from "../api/settings/site-settings.ts";
import { type Site, useSite } from "../api/sites.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { PreviewUrl } from "./preview-url.tsx";
import styles from "./settings.module.css";

/** Name, Preview URL, and working mode of the site. */
export function Component(): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return (
    <Sections>
      <Section title="settings.name" text="settings.nameText">
        <Name site={site} />
      </Section>
      <Section title="settings.preview" text="settings.previewText">
        <PreviewUrl site={site} />
      </Section>
      <Section title="settings.modes">
        <Modes site={site} />
      </Section>
    </Sections>
  );
}

interface OfSite {
  readonly site: Site;
}

function Name({ site }: OfSite): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm({ defaultValues: { name: site.name } });
  const change = useChangeSite();
  return (
    <ActForm
      act={change}
      submit="settings.saveName"
      done="settings.nameSaved"
      onSubmit={() => void handleSubmit(({ name }) => change.mutate({ name: name.trim() }))()}
    >
      <FormField
        control={control}
        name="name"
        rules={{
          validate: (name) => name.trim() !== "" || formatMessage({ id: "form.required" }),
        }}
        maxLength={100}
        label={formatMessage({ id: "settings.name" })}
      />
    </ActForm>
  );
}

function Modes({ site }: OfSite): ReactNode {
  const change = useChangeSite();
  return (
    <>
      <Refusal error={change.error} />
      <div className={styles["mode"]}>
        <Switch
          isSelected={site.integrationMode}
          onChange={(integrationMode) => change.mutate({ integrationMode })}
        >
          <FormattedMessage id="settings.integration" />
        </Switch>
        <p className={styles["help"]}>
          <FormattedMessage id="settings.integrationText" />
        </p>
      </div>
      <div className={styles["mode"]}>
        <Switch
          isSelected={site.reviewRequired}
          onChange={(reviewRequired) => change.mutate({ reviewRequired })}
        >
          <FormattedMessage id="settings.review" />
        </Switch>
        <p className={styles["help"]}>
          <FormattedMessage id="settings.reviewText" />
        </p>
      </div>
    </>
  );
}
