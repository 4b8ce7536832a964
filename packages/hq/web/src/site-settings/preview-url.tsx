import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Schemas } from "../api/client.ts";
import { useEntries } from "../api/content/entries.ts";
import { useChangeSite, useCheckPreview } from "../api/settings/site-settings.ts";
import type { Site } from "../api/sites.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import styles from "./settings.module.css";

/** The Preview URL. After saving, HQ checks whether a page responds there and allows framing. */
export function PreviewUrl({ site }: { readonly site: Site }): ReactNode {
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
        <p className={styles["help"]} role="status">
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
