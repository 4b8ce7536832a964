import type { ReactNode } from "react";
import { Label, Text } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

/** The label of a field, and whether it is required for publishing. */
export function FieldLabel({ field }: { readonly field: Field }): ReactNode {
  return (
    <Label className={heading["label"] ?? ""}>
      {field.label}
      <Required field={field} />
    </Label>
  );
}

function Required({ field }: { readonly field: Field }): ReactNode {
  if (!field.required) return null;
  return (
    <span className={styles["required"]}>
      {" "}
      <FormattedMessage id="field.required" />
    </span>
  );
}

interface HelpProps {
  readonly field: Field;
  readonly problem: string | undefined;
  readonly children?: ReactNode;
}

/** The error and help text below a React Aria control. */
export function Help({ field, problem, children }: HelpProps): ReactNode {
  return (
    <>
      {problem !== undefined && (
        <Text slot="errorMessage" className={text["problem"] ?? ""}>
          {problem}
        </Text>
      )}
      {field.help !== undefined && (
        <Text slot="description" className={`${text["faint"]} ${styles["help"]}`}>
          {field.help}
        </Text>
      )}
      {children}
    </>
  );
}

interface FieldFrameProps {
  readonly field: Field;
  readonly problem: string | undefined;
  /** Whether the content labels the field itself. */
  readonly hasOwnLabel?: boolean;
  readonly children: ReactNode;
}

/** Groups several controls under the field's label. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { field, problem, hasOwnLabel = false, children } = props;
  return (
    <div className={`${form["form"]} ${styles["field"]}`} role="group" aria-label={field.label}>
      {!hasOwnLabel && (
        <span className={heading["label"] ?? ""} aria-hidden="true">
          {field.label}
          <Required field={field} />
        </span>
      )}
      {children}
      {problem !== undefined && <p className={text["problem"]}>{problem}</p>}
      {field.help !== undefined && (
        <p className={`${text["faint"]} ${styles["help"]}`}>{field.help}</p>
      )}
    </div>
  );
}
