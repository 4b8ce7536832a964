import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Schemas } from "../api/client.ts";
import { useEntries } from "../api/content/entries.ts";
import { useChangeSite, useCheckPreview } from "../api/settings/site-settings.ts";
import { type Site, useSite } from "../api/sites.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { Switch } from "../ui/fields/switch.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import textStyles from "../ui/text.module.css";
import styles from "./settings.module.css";

/** Name, Preview URL, and working mode of the site. */
export function SiteGeneralSection(): ReactNode {
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
        <p className={textStyles["soft"]}>
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
        <p className={textStyles["soft"]}>
          <FormattedMessage id="settings.reviewText" />
        </p>
      </div>
    </>
  );
}

/** The Preview URL. After saving, HQ checks whether a page responds there and allows framing. */
function PreviewUrl({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm({ defaultValues: { url: site.previewUrl ?? "" } });
  const change = useChangeSite();
  const check = useCheckPreview();
  const save = (text: string): void => {
    const url = text.trim();
    check.reset();
    change.mutate(
      { previewUrl: url === "" ? null : url },
      { onSuccess: () => url !== "" && check.mutate(url) },
    );
  };
  return (
    <>
      <ActForm
        act={change}
        submit="settings.savePreview"
        done="settings.previewSaved"
        onSubmit={() => void handleSubmit(({ url }) => save(url))()}
      >
        <FormField
          control={control}
          name="url"
          rules={{
            validate: (url) =>
              url.trim() === "" ||
              isWebUrl(url.trim()) ||
              formatMessage({ id: "settings.previewWanted" }),
          }}
          label={formatMessage({ id: "settings.preview" })}
          help={formatMessage({ id: "settings.previewHelp" })}
          inputMode="url"
          autoComplete="off"
          spellCheck="false"
          maxLength={2000}
        />
      </ActForm>
      {check.isPending && (
        <p className={textStyles["soft"]} role="status">
          <FormattedMessage id="settings.previewLooking" />
        </p>
      )}
      <Refusal error={check.error} />
      {check.data !== undefined && <CheckResult check={check.data} />}
      {site.previewUrl !== null && <TryIt site={site} />}
    </>
  );
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "";
}

function CheckResult({ check }: { readonly check: Schemas["PreviewCheck"] }): ReactNode {
  const { problem, status = 0, framed } = check;
  if (problem !== undefined) {
    return (
      <Note tone="ochre">
        <FormattedMessage id="settings.previewUnreached" values={{ problem }} />
      </Note>
    );
  }
  if (status >= 400) {
    return (
      <Note tone="ochre">
        <FormattedMessage id="settings.previewStatus" values={{ status }} />
      </Note>
    );
  }
  return framed === true ? (
    <Note tone="leaf">
      <FormattedMessage id="settings.previewOpens" />
    </Note>
  ) : (
    <Note tone="ochre">
      <FormattedMessage id="settings.previewUnframed" values={{ origin: location.origin }} />
    </Note>
  );
}

/** Opens an entry there, as an editor would. */
function TryIt({ site }: { readonly site: Site }): ReactNode {
  const { data } = useEntries({ types: [], search: "", order: "-updatedAt" });
  const entry = data?.pages[0]?.entries.find(({ id }) => id !== undefined);
  if (entry === undefined) return null;
  return (
    <p>
      <Link to={`/sites/${site.id}/entries/${entry.type}/${entry.id}/preview`}>
        <FormattedMessage id="settings.previewTry" values={{ title: entry.title }} />
      </Link>
    </p>
  );
}
