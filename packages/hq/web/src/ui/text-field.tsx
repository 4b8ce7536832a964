import type { ReactNode } from "react";
import {
  FieldError,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaProps,
} from "react-aria-components";
import styles from "./field.module.css";

export interface TextFieldProps extends Omit<AriaProps, "className" | "children"> {
  readonly label: string;
  /** Beside the label: a link. */
  readonly aside?: ReactNode;
  readonly help?: string;
  readonly big?: boolean;
}

/** A line of text with its label; a problem stands below it. */
export function TextField({ label, aside, help, big = false, ...rest }: TextFieldProps): ReactNode {
  return (
    <AriaTextField {...rest} className={styles["field"] ?? ""}>
      <span className={styles["label"]}>
        <Label>{label}</Label>
        {aside}
      </span>
      <Input className={[styles["input"], big && styles["big"]].filter(Boolean).join(" ")} />
      {help !== undefined && (
        <Text slot="description" className={styles["help"] ?? ""}>
          {help}
        </Text>
      )}
      <FieldError className={styles["error"] ?? ""} />
    </AriaTextField>
  );
}
