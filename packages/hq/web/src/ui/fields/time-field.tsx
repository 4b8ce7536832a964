import {
  getLocalTimeZone,
  parseAbsolute,
  toCalendarDateTime,
  toZoned,
} from "@internationalized/date";
import { ChevronsUpDown } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import {
  Button as AriaButton,
  ComboBox,
  DatePicker,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from "react-aria-components";
import { useIntl } from "react-intl";
import { DateBox } from "./date-box.tsx";
import menu from "../menu.module.css";
import frame from "./field.module.css";
import styles from "./time-field.module.css";

interface TimeFieldProps {
  readonly label: string;
  /** ISO 8601. */
  readonly value: string | null;
  readonly onChange: (time: string | null) => void;
  readonly error: string | undefined;
}

/** A date and time, in the browser's time zone or a selected one. */
export function TimeField({ label, value, onChange, error }: TimeFieldProps): ReactNode {
  const [zone, setZone] = useState(getLocalTimeZone);
  const time = value === null ? null : parseAbsolute(value, zone);
  const changeZone = (next: string): void => {
    setZone(next);
    // Changing the time zone keeps the local time.
    if (time !== null) onChange(toZoned(toCalendarDateTime(time), next).toAbsoluteString());
  };
  return (
    <div className={styles["time"]}>
      <DatePicker
        className={frame["field"] ?? ""}
        granularity="minute"
        hideTimeZone
        value={time}
        onChange={(next) => onChange(next?.toAbsoluteString() ?? null)}
        isInvalid={error !== undefined}
        validationBehavior="aria"
      >
        <Label className={frame["label"] ?? ""}>{label}</Label>
        <DateBox />
        <FieldError className={frame["error"] ?? ""}>{error}</FieldError>
      </DatePicker>
      <ZoneBox zone={zone} onChange={changeZone} />
    </div>
  );
}

interface ZoneBoxProps {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
}

/** Selects a time zone by searching for a city. */
export function ZoneBox({ zone, onChange }: ZoneBoxProps): ReactNode {
  const { formatMessage } = useIntl();
  const zones = useMemo(
    () => [...new Set([zone, "UTC", ...Intl.supportedValuesOf("timeZone")])],
    [zone],
  );
  return (
    <ComboBox
      className={frame["field"] ?? ""}
      value={zone}
      onChange={(key) => key !== null && onChange(String(key))}
      menuTrigger="focus"
    >
      <Label className={frame["label"] ?? ""}>{formatMessage({ id: "time.zone" })}</Label>
      <div className={styles["zone"]}>
        <Input className={frame["input"] ?? ""} />
        <AriaButton className={styles["open"] ?? ""}>
          <ChevronsUpDown size={14} aria-hidden="true" />
        </AriaButton>
      </div>
      <Popover className={`${menu["popup"]} ${styles["zones"]}`}>
        <ListBox className={menu["menu"] ?? ""}>
          {zones.map((name) => (
            <ListBoxItem
              key={name}
              id={name}
              className={menu["item"] ?? ""}
              textValue={shown(name)}
            >
              {shown(name)}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function shown(zone: string): string {
  return zone.replaceAll("_", " ");
}
