import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../api/content/entry.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import { usePreview } from "../api/publishing/preview.ts";
import type { Site } from "../api/sites.ts";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PlainText } from "./plain-text.tsx";
import { type AdjacentForm, SiteFrame } from "./site-frame.tsx";
import styles from "./preview.module.css";

export interface Previewed {
  readonly schema: TypeSchema;
  readonly entry: Entry;
  readonly site: Site;
}

/** Returns whether an entry can be previewed on its site. Sites show drafts only to users who can write. */
export function isOnSite({ previewUrl, role }: Site): boolean {
  return previewUrl !== null && role !== "view";
}

interface PreviewPaneProps extends Previewed {
  /** Absent if there is no form. */
  readonly form?: AdjacentForm;
}

/** A saved entry as its site shows it, as plain text, or as its published file. */
export function PreviewPane(props: PreviewPaneProps): ReactNode {
  const { schema, entry, site, form } = props;
  const { formatMessage } = useIntl();
  const hasSite = isOnSite(site);
  return (
    <Tabs className={styles["tabs"] ?? ""} defaultSelectedKey={hasSite ? "site" : "text"}>
      <TabList className={styles["list"] ?? ""} aria-label={formatMessage({ id: "preview.as" })}>
        {hasSite && (
          <Tab id="site">
            <FormattedMessage id="preview.site" />
          </Tab>
        )}
        <Tab id="text">
          <FormattedMessage id="preview.text" />
        </Tab>
        <Tab id="json">JSON</Tab>
      </TabList>
      {hasSite && (
        <TabPanel id="site" className={styles["panel"] ?? ""}>
          <SiteFrame entry={entry} site={site} form={form} />
        </TabPanel>
      )}
      <TabPanel id="text" className={styles["panel"] ?? ""}>
        {site.previewUrl === null && (
          <Note tone="ochre">
            <FormattedMessage id="preview.noSite" />
          </Note>
        )}
        <Rendered schema={schema} entry={entry} onField={form?.onField} as="text" />
      </TabPanel>
      <TabPanel id="json" className={styles["panel"] ?? ""}>
        <Rendered schema={schema} entry={entry} as="json" />
      </TabPanel>
    </Tabs>
  );
}

interface RenderedProps extends Omit<Previewed, "site"> {
  readonly onField?: ((apiId: string) => void) | undefined;
  readonly as: "text" | "json";
}

function Rendered({ schema, entry, onField, as }: RenderedProps): ReactNode {
  const { data, error } = usePreview(entry);
  if (error !== null) return <Refusal error={error} />;
  if (data === undefined) return <Waiting />;
  if (as === "text") {
    return <PlainText entry={entry} fields={schema.fields} preview={data} onField={onField} />;
  }
  return (
    <>
      <p className={styles["address"]}>
        <code>{data.address}</code>
      </p>
      {/* Scrollable, so it must be focusable by keyboard. */}
      <pre className={styles["json"]} tabIndex={0}>
        {JSON.stringify(data.json, null, 2)}
      </pre>
    </>
  );
}
