import { File as FileIcon } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import type { Field } from "../../api/content/schema.ts";
import { thumbnailUrl, useMedia } from "../../api/media/media.ts";
import styles from "./value.module.css";

interface ValueProps {
  readonly value: unknown;
  /** Type of its field. */
  readonly type: string;
  /** Absent if the schema no longer has the field. */
  readonly field?: Field | undefined;
}

/** A field value, rendered by its type. */
export function Value(props: ValueProps): ReactNode {
  const { value, type } = props;
  if (Array.isArray(value)) return <ListValues {...props} values={value} />;
  if (type === "media") return <Picture value={value} />;
  if (typeof value === "string") return <TextValue {...props} text={value} />;
  if (typeof value === "number") return value.toString();
  if (typeof value !== "boolean") return null;
  return <FormattedMessage id={value ? "value.yes" : "value.no"} />;
}

function TextValue({ text, type, field }: ValueProps & { readonly text: string }): ReactNode {
  switch (type) {
    case "date":
      return <FormattedDate value={text} dateStyle="long" timeZone="UTC" />;
    case "select":
      return field?.options?.find((option) => option.value === text)?.label ?? text;
    case "reference":
      return <EntryTitle id={text} />;
    default:
      return text;
  }
}

interface ListValuesProps extends ValueProps {
  readonly values: readonly unknown[];
}

function ListValues({ values, type, field }: ListValuesProps): ReactNode {
  return (
    <ul className={styles["values"]}>
      {values.map((item, place) => (
        <li key={place}>
          {type === "repeat" ? (
            <RowValues row={item} fields={field?.fields ?? []} />
          ) : (
            <Value value={item} type={type} field={field} />
          )}
        </li>
      ))}
    </ul>
  );
}

function RowValues({ row, fields }: { row: unknown; fields: readonly Field[] }): ReactNode {
  if (typeof row !== "object" || row === null) return null;
  const values = new Map<string, unknown>(Object.entries(row));
  return (
    <dl className={styles["row"]}>
      {fields
        .filter(({ apiId }) => values.has(apiId))
        .map((field) => (
          <div key={field.apiId}>
            <dt>{field.label}</dt>
            <dd>
              <Value value={values.get(field.apiId)} type={field.type} field={field} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function EntryTitle({ id }: { readonly id: string }): ReactNode {
  const { data } = useEntriesById([id]);
  if (data === undefined) return null;
  return data[0]?.title ?? <FormattedMessage id="field.entryGone" values={{ id }} />;
}

function Picture({ value }: { readonly value: unknown }): ReactNode {
  const { id, alt } = mediaOf(value);
  const { data: media, isError } = useMedia(id);
  if (isError) return <FormattedMessage id="field.mediaGone" values={{ id }} />;
  if (media === undefined) return null;
  const picture = thumbnailUrl(media);
  return (
    <span className={styles["picture"]}>
      {picture === undefined ? (
        <FileIcon size={20} aria-hidden="true" />
      ) : (
        <img src={picture} alt="" />
      )}
      <span>
        {media.filename}
        {alt !== undefined && <small>{alt}</small>}
      </span>
    </span>
  );
}

/** Parses a media value: an id, or an object with the alt text for this use. */
function mediaOf(value: unknown): { readonly id?: string; readonly alt?: string } {
  if (typeof value === "string") return { id: value };
  if (typeof value !== "object" || value === null || !("id" in value)) return {};
  const alt = "alt" in value && typeof value.alt === "string" ? value.alt : undefined;
  return { id: String(value.id), ...(alt !== undefined && { alt }) };
}
