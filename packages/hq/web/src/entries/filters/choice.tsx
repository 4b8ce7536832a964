import { type ReactNode, useId } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../ui/button.tsx";
import heading from "../../ui/heading.module.css";
import styles from "./filters.module.css";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly autoFocus?: boolean;
}

/** A native select control with a label. */
export function Choice({
  label,
  value,
  onChange,
  options,
  autoFocus = false,
}: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <div className={styles["choice"]}>
      <label htmlFor={id} className={heading["label"] ?? ""}>
        {label}
      </label>
      <select
        id={id}
        className={styles["select"]}
        value={value}
        // The user has just opened the form.
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Submit button of a filter form. */
export function Show(): ReactNode {
  return (
    <Button look="primary" type="submit">
      <FormattedMessage id="filters.show" />
    </Button>
  );
}
