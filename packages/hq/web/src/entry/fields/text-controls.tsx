import { type ReactNode, useState } from "react";
import { Input, Switch, Text, TextArea, TextField } from "react-aria-components";
import { FormattedMessage, FormattedNumber } from "react-intl";
import type { ControlProps } from "./control.ts";
import { FieldFrame, FieldLabel, Help } from "./field-frame.tsx";
import styles from "./fields.module.css";

/** Characters that fit (specification, "Limits"). */
const LIMITS: Readonly<Record<string, number>> = {
  text: 1000,
  textarea: 10_000,
  richtext: 200_000,
};
/** From this part of the limit on, what is left is shown. */
const NEAR = 0.9;

/** A line, some lines, or Markdown as it stands in the file. */
export function TextControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const text = typeof value === "string" ? value : "";
  const limit = LIMITS[field.type];
  const isTitle = path === "title";
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={text}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      isInvalid={problem !== undefined}
    >
      <FieldLabel field={field} />
      {field.type === "text" ? (
        <Input
          className={(isTitle ? styles["titleInput"] : styles["input"]) ?? ""}
          data-path={path}
        />
      ) : (
        <TextArea
          className={`${styles["area"]} ${field.type === "richtext" ? styles["markdown"] : ""}`}
          data-path={path}
        />
      )}
      <Help field={field} problem={problem}>
        {limit !== undefined && text.length > limit * NEAR && (
          <span className={styles["counter"]}>
            <FormattedNumber value={text.length} /> / <FormattedNumber value={limit} />
          </span>
        )}
      </Help>
    </TextField>
  );
}

/** What was typed stays as it was typed until it is a number. */
export function NumberControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const given = typeof value === "number" ? String(value) : "";
  const [typed, setTyped] = useState(given);
  const number = typed.trim() === "" ? undefined : Number(typed);
  const isNumber = number === undefined || Number.isFinite(number);
  const shown = Object.is(number, value) || !isNumber ? typed : given;
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={shown}
      onChange={(next) => {
        setTyped(next);
        const read = next.trim() === "" ? undefined : Number(next);
        if (read === undefined || Number.isFinite(read)) onChange(read);
      }}
      isInvalid={problem !== undefined || !isNumber}
    >
      <FieldLabel field={field} />
      <Input className={styles["input"] ?? ""} inputMode="decimal" data-path={path} />
      <Help field={field} problem={problem}>
        {!isNumber && (
          <span className={styles["problem"]}>
            <FormattedMessage id="field.notNumber" />
          </span>
        )}
      </Help>
    </TextField>
  );
}

export function BooleanControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  return (
    <FieldFrame field={field} problem={problem} hasOwnLabel>
      <Switch
        className={styles["switch"] ?? ""}
        isSelected={value === true}
        onChange={onChange}
        data-path={path}
      >
        <span className={styles["track"]} aria-hidden="true" />
        {field.label}
      </Switch>
    </FieldFrame>
  );
}

/** The address of a video; what it is of is said by HQ. */
export function EmbedControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  return (
    <TextField
      className={styles["field"] ?? ""}
      value={typeof value === "string" ? value : ""}
      onChange={(next) => onChange(next === "" ? undefined : next)}
      isInvalid={problem !== undefined}
      type="url"
    >
      <FieldLabel field={field} />
      <Input className={styles["input"] ?? ""} placeholder="https://" data-path={path} />
      <Help field={field} problem={problem}>
        {field.help === undefined && (
          <Text slot="description" className={styles["help"] ?? ""}>
            <FormattedMessage id="field.embed" />
          </Text>
        )}
      </Help>
    </TextField>
  );
}
