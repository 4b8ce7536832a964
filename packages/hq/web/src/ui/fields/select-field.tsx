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
import frame from "./field.module.css";
import styles from "./select-field.module.css";

/** About it: smaller, below its name. */
export type SelectOption = readonly [value: string, name: string, about?: string];

interface SelectFieldProps {
  readonly label: string;
  /** Shown, or for those alone who hear the page. @default true */
  readonly isLabelled?: boolean;
  readonly help?: string;
  /** Null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
  /** While none is chosen. */
  readonly placeholder?: string;
  /** What is wrong with the choice. */
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/** One of several, from a list that opens. */
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
                <Text slot="description" className={styles["about"] ?? ""}>
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
