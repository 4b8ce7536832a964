import type { ReactNode } from "react";
import type { TypeSchema } from "../api/schema.ts";
import { FieldControl } from "./fields/field-control.tsx";
import type { EntryDraft } from "./use-entry-draft.ts";
import styles from "./entry.module.css";

interface EntryFormProps {
  readonly schema: TypeSchema;
  readonly draft: EntryDraft;
  /** What HQ said of values, by their paths. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Every field of an entry, in the order of its schema. */
export function EntryForm({ schema, draft, problems }: EntryFormProps): ReactNode {
  return (
    <div className={styles["form"]}>
      {schema.fields.map((field) => (
        <FieldControl
          key={field.apiId}
          field={field}
          value={draft.values[field.apiId]}
          onChange={(value) => draft.set(field.apiId, value)}
          path={field.apiId}
          problem={problems.get(field.apiId)}
          problems={problems}
        />
      ))}
    </div>
  );
}
