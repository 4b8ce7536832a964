import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { addField, type DraftField, type FieldPath, moveField } from "../draft/schema-draft.ts";
import type { Work } from "../use-schema-work.ts";
import { AddField } from "./add-field.tsx";
import { kindOf } from "./field-kinds.ts";
import { Sortable } from "./sortable.tsx";
import { useKindName } from "./use-kind-name.ts";
import styles from "./fields.module.css";

interface RowFieldsProps {
  readonly work: Work;
  readonly path: FieldPath;
  readonly field: DraftField;
  readonly problem: string | undefined;
  readonly onOpen: (path: FieldPath) => void;
}

/** The fields of a repeat's row. A selected one opens in place of the repeat's settings. */
export function RowFields({ work, path, field, problem, onOpen }: RowFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const kindName = useKindName();
  const [repeat] = path;
  return (
    <div className={styles["options"]} role="group" aria-labelledby={`rows-${field.key}`}>
      <span className={styles["rowsHead"]}>
        <span id={`rows-${field.key}`} className={styles["label"]}>
          <FormattedMessage id="schema.rowFields" />
        </span>
        <AddField
          isInRow
          onAdd={(inner) => {
            work.change((now) => addField(now, { in: [repeat] }, inner));
            onOpen([repeat, inner.key]);
          }}
        />
      </span>
      {field.fields.length > 0 && (
        <Sortable
          label={formatMessage({ id: "schema.rowFields" })}
          items={field.fields}
          nameOf={({ label, apiId }) => label || apiId || formatMessage({ id: "schema.newField" })}
          onMove={(key, before) => work.change((now) => moveField(now, [repeat, key], before))}
          onSelect={(key) => onOpen([repeat, key])}
        >
          {(inner) => {
            const { icon: Icon } = kindOf(inner);
            return (
              <>
                <span className={styles["tile"]}>
                  <Icon size={16} aria-hidden="true" />
                </span>
                <span className={styles["names"]}>
                  <b>
                    {inner.label === "" ? <FormattedMessage id="schema.newField" /> : inner.label}
                  </b>
                  <code>{inner.apiId}</code>
                </span>
                <span className={styles["kind"]}>{kindName(inner)}</span>
              </>
            );
          }}
        </Sortable>
      )}
      {problem !== undefined && <p className={styles["problem"]}>{problem}</p>}
    </div>
  );
}
