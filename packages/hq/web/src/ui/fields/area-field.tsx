import type { ReactNode } from "react";
import { Label, Text, TextArea, TextField } from "react-aria-components";
import styles from "./field.module.css";

interface AreaFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
}

/** Some lines of text with their label; it grows with what is written. */
export function AreaField(props: AreaFieldProps): ReactNode {
  const { label, help, rows = 3, maxLength, ...rest } = props;
  return (
    <TextField {...rest} className={styles["field"] ?? ""}>
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <TextArea
        className={`${styles["input"]} ${styles["area"]}`}
        rows={rows}
        {...(maxLength !== undefined && { maxLength })}
      />
      {help !== undefined && (
        <Text slot="description" className={styles["help"] ?? ""}>
          {help}
        </Text>
      )}
    </TextField>
  );
}
