import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import type { FieldChange } from "../../api/publishing/publishing.ts";
import { valueText } from "../values/value-text.ts";
import { WordPieces } from "../values/word-changes.tsx";
import panel from "../panel.module.css";
import textStyles from "../text.module.css";
import styles from "./field-changes.module.css";

interface FieldChangesProps {
  readonly changes: readonly FieldChange[];
  readonly fields: readonly Field[];
}

/** The differences between two versions by field: removed text is struck through, added text underlined. */
export function FieldChanges({ changes, fields }: FieldChangesProps): ReactNode {
  return (
    <ul className={styles["changes"]}>
      {changes.map((change) => (
        <li key={change.path} className={`${panel["panel"]} ${styles["change"]}`}>
          <b>{change.label}</b>
          <Change change={change} field={fields.find(({ apiId }) => apiId === change.path)} />
        </li>
      ))}
    </ul>
  );
}

function Change({ change, field }: { change: FieldChange; field: Field | undefined }): ReactNode {
  const { text, rows, before, after } = change;
  if (text !== undefined) return <WordPieces pieces={text} />;
  if (rows !== undefined) {
    return rows.map((row) => (
      <div key={row.id} className={styles["row"]}>
        <span className={`${textStyles["detail"]} ${styles["rowKind"]}`}>
          <FormattedMessage id={`change.row.${row.kind}`} />
        </span>
        <FieldChanges changes={row.fields} fields={field?.fields ?? []} />
      </div>
    ));
  }
  const pieces = [
    { kind: "removed" as const, text: valueText(before, field) },
    { kind: "added" as const, text: valueText(after, field) },
  ];
  return <WordPieces pieces={pieces.filter(({ text: words }) => words !== "")} />;
}
