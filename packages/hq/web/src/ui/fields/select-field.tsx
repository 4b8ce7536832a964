import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from "react-aria-components";
import menu from "../menu.module.css";
import text from "../text.module.css";
import frame from "./field.module.css";
import styles from "./select-field.module.css";

/** `about` is shown smaller below the name. */
export type SelectOption = readonly [value: string, name: string, about?: string];

interface SelectFieldProps {
  readonly label: string;
  /** Whether the label is visible or for screen readers only. @default true */
  readonly isLabelled?: boolean;
  readonly help?: string;
  /** Null if nothing is selected. */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** Shown if nothing is selected. */
  readonly placeholder?: string;
  /** Error message. */
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/** Selects one of several options from a list. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, isLabelled = true, help, value, onChange, options, error } = props;
  const { placeholder = "", isDisabled = false } = props;
  return (
    <Select
      className={`${frame["field"]} ${styles["select"]}`}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      placeholder={placeholder}
      {...(!isLabelled && { "aria-label": label })}
    >
      {isLabelled && <Label className={frame["label"] ?? ""}>{label}</Label>}
      <AriaButton className={`${frame["input"]} ${styles["button"]}`}>
        <SelectValue className={styles["value"] ?? ""}>
          {({ selectedText }) => selectedText || placeholder}
        </SelectValue>
        <ChevronsUpDown size={14} aria-hidden="true" />
      </AriaButton>
      {help !== undefined && (
        <Text slot="description" className={frame["help"] ?? ""}>
          {help}
        </Text>
      )}
      <FieldError className={frame["error"] ?? ""}>{error}</FieldError>
      <Options options={options} />
    </Select>
  );
}

function Options({ options }: Pick<SelectFieldProps, "options">): ReactNode {
  return (
    <Popover className={menu["popup"] ?? ""}>
      <ListBox className={menu["menu"] ?? ""}>
        {options.map(([key, name, about]) => (
          <ListBoxItem key={key} id={key} textValue={name} className={menu["item"] ?? ""}>
            <span>
              <Text slot="label">{name}</Text>
              {about !== undefined && (
                <Text slot="description" className={`${text["detail"]} ${styles["about"]}`}>
                  {about}
                </Text>
              )}
            </span>
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  );
}
