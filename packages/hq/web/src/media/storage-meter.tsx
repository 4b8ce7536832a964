import type { ReactNode } from "react";
import { Meter } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useMediaUsage } from "../api/media/media-library.ts";
import { Note } from "../ui/notes/note.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import styles from "./storage-meter.module.css";

/** Usage of the workspace's media storage, and the consequences when it is full. */
export function StorageMeter(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: usage } = useMediaUsage();
  if (usage === undefined) return null;
  const { used, limit } = usage;
  // No limit, so never full.
  if (limit === null) return null;
  return (
    <div className={styles["storage"]}>
      <Meter
        value={Math.min(used, limit)}
        maxValue={limit}
        aria-label={formatMessage({ id: "media.storage" })}
        className={styles["meter"] ?? ""}
      >
        {({ percentage }) => (
          <>
            <span className={styles["text"]}>
              <FormattedMessage
                id="media.usage"
                values={{ used: <FileSize bytes={used} />, limit: <FileSize bytes={limit} /> }}
              />
            </span>
            <span className={styles["bar"]}>
              <span data-full={used >= limit || undefined} style={{ width: `${percentage}%` }} />
            </span>
          </>
        )}
      </Meter>
      {used >= limit && (
        <Note tone="madder">
          <FormattedMessage id="media.full" />
        </Note>
      )}
    </div>
  );
}
