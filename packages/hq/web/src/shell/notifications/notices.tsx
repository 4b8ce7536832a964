import { Bell, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import type { EntrySummary } from "../../api/content/entries.ts";
import { type Notice, useNotices } from "../../api/notices.ts";
import { useSiteId } from "../../api/sites.ts";
import menu from "../../ui/menu.module.css";
import styles from "./notices.module.css";

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
            <NoticeList notices={notices} />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** Notices with their cause and next step. */
export function NoticeList({ notices }: { readonly notices: readonly Notice[] }): ReactNode {
  const ids = notices.flatMap((notice) => ("entryId" in notice ? [notice.entryId] : []));
  const { data: entries = [] } = useEntriesById(ids);
  return (
    <ul className={styles["list"]}>
      {notices.map((notice) => (
        <li key={noticeKey(notice)}>
          <TriangleAlert size={16} aria-hidden="true" />
          <div>
            <NoticeText notice={notice} entries={entries} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface NoticeTextProps {
  readonly notice: Notice;
  readonly entries: readonly EntrySummary[];
}

function NoticeText({ notice, entries }: NoticeTextProps): ReactNode {
  const site = useSiteId();
  switch (notice.kind) {
    case "schedule-failed": {
      const entry = entries.find(({ id }) => id === notice.entryId);
      const at = <FormattedDate value={notice.dueAt} dateStyle="medium" timeStyle="short" />;
      return (
        <>
          <b>{entry?.title ?? notice.entryId}</b>
          <p>
            <FormattedMessage
              id={notice.action === "publish" ? "notices.notPublished" : "notices.notTakenDown"}
              values={{ at, cause: notice.message }}
            />
          </p>
          {entry !== undefined && (
            <Link to={`/sites/${site}/entries/${entry.type}/${notice.entryId}`}>
              <FormattedMessage id="notices.openEntry" />
            </Link>
          )}
        </>
      );
    }
    case "webhook-disabled":
      return (
        <>
          <b>{notice.host}</b>
          <p>
            <FormattedMessage
              id={notice.reason === "gone" ? "notices.webhookGone" : "notices.webhookFailing"}
            />
          </p>
          <Link to={`/sites/${site}/delivery/webhooks/${notice.webhookId}`}>
            <FormattedMessage id="notices.openWebhook" />
          </Link>
        </>
      );
    case "upstream":
      return (
        <>
          <b>
            <FormattedMessage id={`notices.upstream.${notice.state}`} />
          </b>
          <p>{notice.message ?? <FormattedMessage id="notices.upstreamAsks" />}</p>
          <Link to={`/sites/${site}/settings/upstream`}>
            <FormattedMessage id="notices.openUpstream" />
          </Link>
        </>
      );
    case "publisher-stuck":
      return (
        <>
          <b>
            <FormattedMessage id="notices.stuckTitle" />
          </b>
          <p>
            <FormattedMessage id="notices.stuck" />
          </p>
        </>
      );
  }
}

function noticeKey(notice: Notice): string {
  switch (notice.kind) {
    case "schedule-failed":
      return `${notice.entryId} ${notice.action}`;
    case "webhook-disabled":
      return notice.webhookId;
    case "upstream":
    case "publisher-stuck":
      return notice.kind;
  }
}
