import { Fragment, type ReactNode } from "react";
import type { Field } from "../../api/content/schema.ts";
import { type FieldRow, isImage } from "./field-rows.ts";
import styles from "./field-line.module.css";

declare module "react" {
  interface CSSProperties {
    /** Grid rows of the fields next to an image. */
    readonly "--beside"?: string;
  }
}

interface FieldLineProps {
  readonly row: FieldRow;
  readonly renderField: (field: Field) => ReactNode;
}

/** Fields side by side if the form is wide enough, otherwise stacked. */
export function FieldLine({ row: { kind, fields }, renderField }: FieldLineProps): ReactNode {
  if (kind === "one") {
    return fields.map((field) => <Fragment key={field.apiId}>{renderField(field)}</Fragment>);
  }
  // The last row fills the remaining height of the image.
  const rows = `${"auto ".repeat(Math.max(0, fields.length - 2))}1fr`;
  return (
    <div className={styles["line"]}>
      <div className={styles[kind]} style={{ "--beside": rows }}>
        {fields.map((field) => (
          <div key={field.apiId} data-picture={isImage(field) || undefined}>
            {renderField(field)}
          </div>
        ))}
      </div>
    </div>
  );
}
