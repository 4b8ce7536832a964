import { type CalendarDate, getLocalTimeZone, parseDate, today } from "@internationalized/date";
import { ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  DatePicker,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { DateBox } from "../../ui/fields/date-box.tsx";
import type { ControlProps } from "./control.ts";
import { FieldLabel, Help } from "./field-frame.tsx";
import menu from "../../ui/menu.module.css";
import styles from "./fields.module.css";

const NONE = "";

export function SelectControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const { formatMessage } = useIntl();
  const options = field.options ?? [];
  return (
    <Select
      className={styles["field"] ?? ""}
      value={typeof value === "string" ? value : null}
      onChange={(key) => onChange(key === NONE ? undefined : key)}
      isInvalid={problem !== undefined}
      placeholder={formatMessage({ id: "field.choose" })}
    >
      <FieldLabel field={field} />
      <AriaButton className={styles["input"] ?? ""} data-path={path}>
        <SelectValue className={styles["grow"] ?? ""} />
        <ChevronsUpDown size={14} aria-hidden="true" />
      </AriaButton>
      <Help field={field} problem={problem} />
      <Popover className={menu["popup"] ?? ""}>
        <ListBox className={menu["menu"] ?? ""}>
          {!field.required && (
            <ListBoxItem id={NONE} className={menu["item"] ?? ""}>
              <FormattedMessage id="field.none" />
            </ListBoxItem>
          )}
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className={menu["item"] ?? ""}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

export function DateControl({ field, value, onChange, problem, path }: ControlProps): ReactNode {
  const choose = (date: CalendarDate | null): void => onChange(date?.toString());
  return (
    <DatePicker
      className={styles["field"] ?? ""}
      value={readDate(value)}
      onChange={choose}
      isInvalid={problem !== undefined}
      data-path={path}
    >
      <FieldLabel field={field} />
      <DateBox>
        <AriaButton
          slot={null}
          className={styles["today"] ?? ""}
          onPress={() => choose(today(getLocalTimeZone()))}
        >
          <FormattedMessage id="field.today" />
        </AriaButton>
      </DateBox>
      <Help field={field} problem={problem} />
    </DatePicker>
  );
}

function readDate(value: unknown): CalendarDate | null {
  if (typeof value !== "string") return null;
  try {
    return parseDate(value);
  } catch {
    return null;
  }
}
