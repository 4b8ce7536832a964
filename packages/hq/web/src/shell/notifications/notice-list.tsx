import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedDate, FormattedMessage } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import type { EntrySummary } from "../../api/content/entries.ts";
import type { Notice } from "../../api/notices.ts";
import { useSiteId } from "../../api/sites.ts";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";

/** Notices with their cause and next step. */
export function NoticeList({ notices }: { readonly notices: readonly Notice[] }): ReactNode {
  const ids = notices.flatMap((notice) => ("entryId" in notice ? [notice.entryId] : []));
  const { data: entries = [] } = useEntriesById(ids);
  return (
    <ul className={list["messages"]}>
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
            <Link
              className={text["link"]}
              to={`/sites/${site}/entries/${entry.type}/${notice.entryId}`}
            >
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
          <Link
            className={text["link"]}
            to={`/sites/${site}/delivery/webhooks/${notice.webhookId}`}
          >
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
          <Link className={text["link"]} to={`/sites/${site}/settings/upstream`}>
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
