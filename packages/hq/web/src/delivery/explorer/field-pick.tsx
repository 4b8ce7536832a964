import type { ReactNode } from "react";
import { CheckboxGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { type QueryField, splitNames } from "./explorer-query.ts";
import styles from "./explorer.module.css";

interface FieldPickProps {
  /** Comma-separated names. */
  readonly picked: string;
  readonly fields: readonly QueryField[];
  readonly onChange: (picked: string) => void;
}

/** Selects the keys of the response; none selected means all. */
export function FieldPick({ picked, fields, onChange }: FieldPickProps): ReactNode {
  const { formatMessage } = useIntl();
  const names = splitNames(picked);
  return (
    <details className={styles["pick"]}>
      <summary>
        <FormattedMessage id="explorer.fields" />{" "}
        <span>
          {names.length === 0 ? <FormattedMessage id="explorer.allFields" /> : names.join(", ")}
        </span>
      </summary>
      <CheckboxGroup
        className={styles["picks"] ?? ""}
        aria-label={formatMessage({ id: "explorer.fields" })}
        value={[...names]}
        onChange={(next) => onChange(next.join(","))}
      >
        {fields.map(({ name, label }) => (
          <Checkbox key={name} value={name}>
            <span>
              {label} {label !== name && <code className={styles["name"]}>{name}</code>}
            </span>
          </Checkbox>
        ))}
      </CheckboxGroup>
      <TextField
        label={formatMessage({ id: "explorer.fieldText" })}
        help={formatMessage({ id: "explorer.fieldHelp" })}
        value={picked}
        onChange={onChange}
        autoComplete="off"
        spellCheck="false"
      />
    </details>
  );
}
