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
import styles from "./field.module.css";

interface Option {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly options: readonly Option[];
  readonly isDisabled?: boolean;
}

/** A labeled choice of one option. */
export function ChoiceField(props: ChoiceFieldProps): ReactNode {
  const { label, help, value, onChange, options, isDisabled = false } = props;
  return (
    <Select
      className={styles["field"] ?? ""}
      value={value}
      onChange={(key) => key !== null && onChange(String(key))}
      isDisabled={isDisabled}
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <AriaButton className={`${styles["input"]} ${styles["select"]}`}>
        <SelectValue className={styles["chosen"] ?? ""} />
        <ChevronsUpDown size={14} aria-hidden="true" />
      </AriaButton>
      {help !== undefined && (
        <Text slot="description" className={styles["help"] ?? ""}>
          {help}
        </Text>
      )}
      <Popover className={menu["popup"] ?? ""}>
        <ListBox className={menu["menu"] ?? ""} items={options}>
          {({ id, label: name, icon }) => (
            <ListBoxItem id={id} className={menu["item"] ?? ""} textValue={name}>
              {icon}
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
