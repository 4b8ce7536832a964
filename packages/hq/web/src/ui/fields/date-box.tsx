import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from "react-aria-components";
import icon from "../icon-button.module.css";
import menu from "../menu.module.css";
import styles from "./date-box.module.css";

/** The input of a `DatePicker` with a calendar. Additional buttons appear before the calendar button. */
export function DateBox({ children }: { readonly children?: ReactNode }): ReactNode {
  return (
    <>
      <Group className={styles["box"] ?? ""}>
        <DateInput className={styles["date"] ?? ""}>
          {(segment) => <DateSegment segment={segment} className={styles["segment"] ?? ""} />}
        </DateInput>
        {children}
        <AriaButton className={icon["iconButton"] ?? ""}>
          <CalendarDays size={16} aria-hidden="true" />
        </AriaButton>
      </Group>
      <Popover className={menu["popup"] ?? ""}>
        <Dialog className={styles["calendar"] ?? ""}>
          <Calendar>
            <header className={styles["head"]}>
              <AriaButton slot="previous" className={icon["iconButton"] ?? ""}>
                <ChevronLeft size={16} aria-hidden="true" />
              </AriaButton>
              <Heading />
              <AriaButton slot="next" className={icon["iconButton"] ?? ""}>
                <ChevronRight size={16} aria-hidden="true" />
              </AriaButton>
            </header>
            <CalendarGrid>
              {(date) => <CalendarCell date={date} className={styles["day"] ?? ""} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </>
  );
}
