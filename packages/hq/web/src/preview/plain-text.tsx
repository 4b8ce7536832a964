import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../api/content/entry.ts";
import type { Field } from "../api/content/schema.ts";
import type { EntryPreview } from "../api/publishing/preview.ts";
import { Value } from "../ui/values/value.tsx";
import styles from "./preview.module.css";

interface PlainTextProps {
  readonly entry: Entry;
  readonly fields: readonly Field[];
  readonly preview: EntryPreview;
  /** Focuses a field in the form next to the preview; absent if there is no form. */
  readonly onField: ((apiId: string) => void) | undefined;
}

/** An entry as plain text: its fields in order, with rich text rendered. */
export function PlainText({ entry, fields, preview, onField }: PlainTextProps): ReactNode {
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
