import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import type { EntrySummary } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import type { MessageId } from "../../messages/messages.ts";
import { Ago } from "../../ui/values/ago.tsx";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { StateMark } from "../../ui/values/state-mark.tsx";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import { type Column, fieldOf, type PlainColumn } from "../query/columns.ts";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "../entries.module.css";

const NAMES: Readonly<Record<PlainColumn, MessageId>> = {
  type: "entries.type",
  state: "entries.state",
  publishedAt: "entries.published",
  createdAt: "entries.created",
  author: "entries.author",
  updatedAt: "entries.changed",
};

/** Returns a function for the label of a column. */
export function useColumnName(fields: readonly Field[]): (column: Column) => string {
  const { formatMessage } = useIntl();
  return (column) => {
    if (isPlain(column)) return formatMessage({ id: NAMES[column] });
    return fieldOf(column, fields)?.label ?? column.slice("fields.".length);
  };
}

function isPlain(column: Column): column is PlainColumn {
  return Object.hasOwn(NAMES, column);
}

/** The title with the slug or the error. */
export function EntryNames({ entry }: { readonly entry: EntrySummary }): ReactNode {
  const { title, slug, problems, thumbnail } = entry;
  const [problem] = problems;
  return (
    <>
      <Thumbnail picture={thumbnail?.url} size="large" />
      <span className={`${list["names"]} ${list["clipped"]} ${styles["names"]}`}>
        <b>{title}</b>
        {problem === undefined ? (
          <small>/{slug}</small>
        ) : (
          <small className={styles["problem"]}>{problem.message}</small>
        )}
      </span>
    </>
  );
}

interface EntryCellProps {
  readonly entry: EntrySummary;
  readonly column: Column;
  readonly fields: readonly Field[];
  readonly typeLabel: string;
}

/** The value of an entry in a column. */
export function EntryCell({ entry, column, fields, typeLabel }: EntryCellProps): ReactNode {
  const { publishedAt, createdAt, updatedAt, updatedBy } = entry;
  switch (column) {
    case "type":
      return typeLabel;
    case "state":
      return <EntryState entry={entry} />;
    case "publishedAt":
      return <Day time={publishedAt} />;
    case "createdAt":
      return <Day time={createdAt} />;
    case "author":
      return updatedBy?.name ?? "–";
    case "updatedAt":
      return <Ago time={updatedAt} />;
    default: {
      const field = fieldOf(column, fields);
      return field === undefined ? "–" : <FieldValue field={field} entry={entry} />;
    }
  }
}

function Day({ time }: { readonly time: string | undefined }): ReactNode {
  return time === undefined ? "–" : <FormattedDate value={time} dateStyle="medium" />;
}

export function EntryState({ entry }: { readonly entry: EntrySummary }): ReactNode {
  const { state, scheduled, publishAt, removed } = entry;
  if (removed) {
    return (
      <StateMark state={state}>
        <LiveMessage id="state.removed" />
      </StateMark>
    );
  }
  if (!scheduled || state === "broken") return <StateMark state={state} />;
  return (
    <>
      <StateMark state="scheduled" />
      {publishAt !== undefined && (
        <small className={`${text["faint"]} ${styles["when"]}`}>
          <FormattedDate value={publishAt} dateStyle="medium" />
        </small>
      )}
    </>
  );
}

interface FieldValueProps {
  readonly field: Field;
  readonly entry: EntrySummary;
}

function FieldValue({ field, entry: { fields = {} } }: FieldValueProps): ReactNode {
  const value: unknown = fields[field.apiId];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (value === undefined || values.length === 0) return "–";
  return values.map((one, place) => (
    // Values of a cell never move.
    <span key={place}>
      {place > 0 && ", "}
      <SingleValue field={field} value={one} />
    </span>
  ));
}

function SingleValue({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const { formatNumber } = useIntl();
  if (typeof value === "boolean") {
    return <FormattedMessage id={value ? "filters.yes" : "filters.no"} />;
  }
  if (typeof value === "number") return formatNumber(value, { maximumFractionDigits: 20 });
  if (typeof value === "string") {
    if (field.type === "date") return <FormattedDate value={`${value}T00:00`} dateStyle="medium" />;
    return field.options?.find((option) => option.value === value)?.label ?? value;
  }
  return nameIn(value);
}

/** Returns the title of an entry or the name of a media file. Deleted ones are shown by id. */
function nameIn(value: unknown): string {
  if (typeof value !== "object" || value === null) return "–";
  const known = new Map<string, unknown>(Object.entries(value));
  const name = known.get("title") ?? known.get("filename") ?? known.get("id");
  return typeof name === "string" ? name : "–";
}
