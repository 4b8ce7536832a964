import { type ReactNode, useId } from "react";
import { FormattedMessage } from "react-intl";
import { Button } from "../../ui/button.tsx";
import styles from "./filters.module.css";

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly autoFocus?: boolean;
}

/** One of several, by the list that the device has for it. */
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
      <label htmlFor={id} className={styles["label"]}>
        {label}
      </label>
      <select
        id={id}
        className={styles["select"]}
        value={value}
        // What a person opened begins with it.
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

/** Ends a form of filters. */
export function Show(): ReactNode {
  return (
    <Button look="primary" type="submit">
      <FormattedMessage id="filters.show" />
    </Button>
  );
}
