import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import { FormattedMessage } from "react-intl";
import type { SchemaDraft } from "../draft/schema-draft.ts";
import frame from "../../ui/fields/field.module.css";
import menu from "../../ui/menu.module.css";
import styles from "./fields.module.css";

interface GroupFieldProps {
  readonly draft: SchemaDraft;
  readonly value: string;
  readonly onChange: (group: string) => void;
}

/** The group of a field in the form: an existing or a new one. */
export function GroupField({ draft, value, onChange }: GroupFieldProps): ReactNode {
  const groups = [...new Set(draft.fields.map(({ group }) => group))].filter(
    (group) => group !== "" && group !== value,
  );
  return (
    <ComboBox
      className={frame["field"] ?? ""}
      allowsCustomValue
      allowsEmptyCollection={false}
      inputValue={value}
      onInputChange={onChange}
      menuTrigger="focus"
      items={groups.map((group) => ({ group }))}
    >
      <Label className={frame["label"] ?? ""}>
        <FormattedMessage id="schema.group" />
      </Label>
      <div className={styles["combo"]}>
        <Input className={frame["input"] ?? ""} maxLength={200} />
        {groups.length > 0 && (
          <AriaButton className={styles["open"] ?? ""}>
            <ChevronsUpDown size={14} aria-hidden="true" />
          </AriaButton>
        )}
      </div>
      <Text slot="description" className={frame["help"] ?? ""}>
        <FormattedMessage id="schema.groupHelp" />
      </Text>
      <Popover className={menu["popup"] ?? ""}>
        <ListBox className={menu["menu"] ?? ""}>
          {({ group }: { readonly group: string }) => (
            <ListBoxItem id={group} className={menu["item"] ?? ""}>
              {group}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
