import type { ReactNode, Ref } from "react";
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
  /** A link next to the label. */
  readonly aside?: ReactNode;
  readonly help?: string;
  /** Shows the default value. */
  readonly placeholder?: string;
  readonly big?: boolean;
  /** An error found by the form. */
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A labeled text input with an error message. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, aside, help, big = false, error, inputRef, placeholder, ...rest } = props;
  return (
    <AriaTextField {...rest} className={styles["field"] ?? ""}>
      <span className={styles["label"]}>
        <Label>{label}</Label>
        {aside}
      </span>
      <Input
        {...(inputRef && { ref: inputRef })}
        {...(placeholder !== undefined && { placeholder })}
        className={[styles["input"], big && styles["big"]].filter(Boolean).join(" ")}
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
