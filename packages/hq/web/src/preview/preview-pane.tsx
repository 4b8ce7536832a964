import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../api/content/entry.ts";
import type { Field, TypeSchema } from "../api/content/schema.ts";
import { type EntryPreview, usePreview } from "../api/publishing/preview.ts";
import type { Site } from "../api/sites.ts";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { Value } from "../ui/values/value.tsx";
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

interface PlainTextProps {
  readonly entry: Entry;
  readonly fields: readonly Field[];
  readonly preview: EntryPreview;
  /** Focuses a field in the form next to the preview; absent if there is no form. */
  readonly onField: ((apiId: string) => void) | undefined;
}

/** An entry as plain text: its fields in order, with rich text rendered. */
function PlainText({ entry, fields, preview, onField }: PlainTextProps): ReactNode {
  const { formatMessage } = useIntl();
  const texts = new Map(preview.texts.map(({ path, html }) => [path, html]));
  const shown = fields.filter(({ apiId }) => apiId in entry.fields);
  if (shown.length === 0) {
    return (
      <p className={styles["empty"]}>
        <FormattedMessage id="preview.empty" />
      </p>
    );
  }
  return (
    <article className={styles["plain"]}>
      {shown.map((field) => (
        <section
          key={field.apiId}
          data-shows={field.apiId}
          {...(onField !== undefined && {
            className: styles["leads"],
            onClick: ({ target }) => isToEdit(target) && onField(field.apiId),
          })}
        >
          <h2>
            {onField === undefined ? (
              field.label
            ) : (
              <button
                type="button"
                aria-label={formatMessage({ id: "preview.edit" }, { field: field.label })}
                onClick={() => onField(field.apiId)}
              >
                {field.label}
              </button>
            )}
          </h2>
          <PlainValue
            field={field}
            value={entry.fields[field.apiId]}
            html={texts.get(field.apiId)}
          />
        </section>
      ))}
    </article>
  );
}

/** Returns whether a click should focus the field: not on links, and not at the end of a selection. */
function isToEdit(target: EventTarget): boolean {
  const isOther = target instanceof Element && target.closest("a, button, summary") !== null;
  return !isOther && getSelection()?.isCollapsed !== false;
}

interface PlainValueProps {
  readonly field: Field;
  readonly value: unknown;
  readonly html: string | undefined;
}

function PlainValue({ field, value, html }: PlainValueProps): ReactNode {
  if (html === undefined) {
    return (
      <div className={styles["value"]}>
        <Value value={value} type={field.type} field={field} />
      </div>
    );
  }
  // Sanitized by HQ: it can't run scripts or use the page's styles.
  return <div className={styles["rich"]} dangerouslySetInnerHTML={{ __html: html }} />;
}
