import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
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

interface SelectFieldProps {
  readonly label: string;
  /** Shown, or for those alone who hear the page. @default true */
  readonly isLabelled?: boolean;
  readonly help?: string;
  /** Null while none is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string, help?: string])[];
  /** While none is chosen. */
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
}

/** One of several, from a list that opens. */
export function SelectField(props: SelectFieldProps): ReactNode {
  const { label, isLabelled = true, help, value, onChange, options } = props;
  const { placeholder = "", isDisabled = false } = props;
  return (
    <Select
      className={`${frame["field"]} ${styles["select"]}`}
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      isDisabled={isDisabled}
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
    </Select>
  );
}
