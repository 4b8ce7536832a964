import { Bell } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNotices } from "../../api/notices.ts";
import menu from "../../ui/menu.module.css";
import styles from "./notices.module.css";

const NoticeList = lazy(async () => ({ default: (await import("./notice-list.tsx")).NoticeList }));

/** The number and list of failures that need attention. */
export function NoticeBell(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: notices = [] } = useNotices();
  const label = formatMessage({ id: "notices.label" }, { count: notices.length });
  return (
    <DialogTrigger>
      <AriaButton className={styles["bell"] ?? ""} aria-label={label}>
        <Bell size={16} aria-hidden="true" />
        {notices.length > 0 && <span className={styles["badge"]}>{notices.length}</span>}
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="top start">
        <Dialog className={styles["notices"] ?? ""} aria-label={label}>
          {notices.length === 0 ? (
            <p className={styles["none"]}>
              <FormattedMessage id="notices.none" />
            </p>
          ) : (
            <Suspense>
              <NoticeList notices={notices} />
            </Suspense>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
