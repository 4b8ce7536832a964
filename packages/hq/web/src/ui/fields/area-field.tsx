import type { ReactNode, Ref } from "react";
import {
  FieldError,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
} from "react-aria-components";
import styles from "./field.module.css";

interface AreaFieldProps extends Omit<AriaProps, "className" | "children"> {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  /** Visible lines. @default 3 */
  readonly rows?: number;
  /** Monospaced, for code and exact values. @default false */
  readonly isCode?: boolean;
  readonly areaRef?: Ref<HTMLTextAreaElement>;
}

/** A labeled text area that grows with its content, with an error message. */
export function AreaField(props: AreaFieldProps): ReactNode {
  const { label, help, error, rows = 3, isCode = false, areaRef, ...rest } = props;
  return (
    <AriaTextField {...rest} className={styles["field"] ?? ""}>
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <TextArea
        {...(areaRef && { ref: areaRef })}
        rows={rows}
        spellCheck={!isCode}
        className={[styles["input"], styles["area"], isCode && styles["code"]]
          .filter(Boolean)
          .join(" ")}
      />
      {help !== undefined && (
        <Text slot="description" className={styles["help"] ?? ""}>
          {help}
        </Text>
      )}
      <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
    </AriaTextField>
  );
}
