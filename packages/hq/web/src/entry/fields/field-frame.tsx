import type { ReactNode } from "react";
import { Label, Text } from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { Field } from "../../api/content/schema.ts";
import styles from "./fields.module.css";

/** The name of a field, and whether it has to be filled before the entry is published. */
export function FieldLabel({ field }: { readonly field: Field }): ReactNode {
  return (
    <Label className={styles["label"] ?? ""}>
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

/** Below a control of React Aria: what is wrong, and what the field is for. */
export function Help({ field, problem, children }: HelpProps): ReactNode {
  return (
    <>
      {problem !== undefined && (
        <Text slot="errorMessage" className={styles["problem"] ?? ""}>
          {problem}
        </Text>
      )}
      {field.help !== undefined && (
        <Text slot="description" className={styles["help"] ?? ""}>
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
  /** Whether what it surrounds names the field itself, or its list does. */
  readonly hasOwnLabel?: boolean;
  readonly children: ReactNode;
}

/** Surrounds what is made of several controls: a group with the field's name. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const { field, problem, hasOwnLabel = false, children } = props;
  return (
    <div className={styles["field"]} role="group" aria-label={field.label}>
      {!hasOwnLabel && (
        <span className={styles["label"]} aria-hidden="true">
          {field.label}
          <Required field={field} />
        </span>
      )}
      {children}
      {problem !== undefined && <p className={styles["problem"]}>{problem}</p>}
      {field.help !== undefined && <p className={styles["help"]}>{field.help}</p>}
    </div>
  );
}
