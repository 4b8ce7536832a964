import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import type { Field } from "../../api/content/schema.ts";
import { thumbnailUrl, useMedia } from "../../api/media/media.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import heading from "../../ui/heading.module.css";
import panel from "../../ui/panel.module.css";
import text from "../../ui/text.module.css";
import styles from "./read-only.module.css";

interface ReadOnlyFieldProps {
  readonly field: Field;
  readonly value: unknown;
}

/** A field for users who can only view: its label and rendered value. */
export function ReadOnlyField({ field, value }: ReadOnlyFieldProps): ReactNode {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const filled = values.filter((one) => one !== undefined && one !== null && one !== "");
  return (
    <div className={styles["field"]} role="group" aria-label={field.label} data-path={field.apiId}>
      <span className={heading["label"] ?? ""} aria-hidden="true">
        {field.label}
      </span>
      {filled.length === 0 && (
        <p className={styles["empty"]}>
          <FormattedMessage id="field.empty" />
        </p>
      )}
      {filled.map((one, place) => (
        // The list is static, so the index is a stable key.
        <Value key={`${field.apiId} ${String(place)}`} field={field} value={one} />
      ))}
    </div>
  );
}

/** Field types not rendered as plain text. */
const SHOWN: Readonly<Record<string, (props: ReadOnlyFieldProps) => ReactNode>> = {
  repeat: RowShown,
  media: MediaShown,
  boolean: ({ value }) => (
    <p>
      <FormattedMessage id={value === true ? "field.yes" : "field.no"} />
    </p>
  ),
  reference: ({ value }) => <EntryShown id={String(value)} />,
  date: ({ value }) => (
    <p>
      <FormattedDate value={String(value)} dateStyle="long" timeZone="UTC" />
    </p>
  ),
  select: ({ field, value }) => (
    <p>{field.options?.find((option) => option.value === value)?.label ?? String(value)}</p>
  ),
  embed: ({ value }) => (
    <a
      href={String(value)}
      target="_blank"
      rel="noreferrer"
      className={`${text["link"]} ${styles["link"]}`}
    >
      {String(value)}
    </a>
  ),
};

function Value({ field, value }: ReadOnlyFieldProps): ReactNode {
  const Shown = SHOWN[field.type];
  if (Shown !== undefined) return <Shown field={field} value={value} />;
  return <p className={styles["text"]}>{String(value)}</p>;
}

function RowShown({ field, value }: ReadOnlyFieldProps): ReactNode {
  const row = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  return (
    <div className={`${panel["box"]} ${styles["row"]}`}>
      {field.fields?.map((inner) => (
        <ReadOnlyField key={inner.apiId} field={inner} value={row.get(inner.apiId)} />
      ))}
    </div>
  );
}

function EntryShown({ id }: { readonly id: string }): ReactNode {
  const { form } = useEntryPaths();
  const { data } = useEntriesById([id]);
  const [entry] = data ?? [];
  if (entry === undefined) return <p>{id}</p>;
  return (
    <Link to={form(entry.type, id)} className={`${text["link"]} ${styles["link"]}`}>
      {entry.title}
    </Link>
  );
}

function MediaShown({ value }: ReadOnlyFieldProps): ReactNode {
  const named = typeof value === "object" && value !== null && "id" in value ? value.id : value;
  const { data } = useMedia(typeof named === "string" ? named : undefined);
  if (data === undefined) return null;
  const preview = thumbnailUrl(data);
  return (
    <figure>
      {preview !== undefined && <img src={preview} alt={data.alt} className={styles["picture"]} />}
      <figcaption className={styles["empty"]}>{data.filename}</figcaption>
    </figure>
  );
}
