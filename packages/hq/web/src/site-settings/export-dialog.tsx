import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link as AriaLink, ProgressBar } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import {
  exportUrl,
  type ExportPlan,
  type JobProgress,
  useExportProgress,
} from "../api/settings/whole-site.ts";
import { useSiteId } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Bar } from "../ui/values/bar.tsx";
import { Facts } from "../ui/values/facts.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import button from "../ui/button.module.css";
import styles from "./settings.module.css";

interface ExportDialogProps {
  readonly plan: ExportPlan;
  readonly onClose: () => void;
}

/** The contents of the export, its download, and its progress. The browser downloads it independently of the page. */
export function ExportDialog({ plan, onClose }: ExportDialogProps): ReactNode {
  const site = useSiteId();
  const progress = useExportProgress();
  const { filename, files, entries, media } = plan;
  return (
    <Dialog title={<FormattedMessage id="copies.export" />} isOpen onClose={onClose}>
      <div className={styles["about"]}>
        <Facts>
          <li>
            <FormattedMessage id="copies.holdsEntries" values={{ entries, files }} />
          </li>
          <li>
            <FormattedMessage
              id="copies.holdsMedia"
              values={{ count: media.bundled, size: <FileSize bytes={media.bundledBytes} /> }}
            />
          </li>
          {media.linked > 0 && (
            <li>
              <FormattedMessage
                id="copies.linksMedia"
                values={{
                  count: media.linked,
                  size: <FileSize bytes={media.linkedBytes} />,
                  limit: <FileSize bytes={media.limitBytes} />,
                }}
              />
            </li>
          )}
          {media.missing > 0 && (
            <li>
              <FormattedMessage id="copies.lacksMedia" values={{ count: media.missing }} />
            </li>
          )}
          <li>
            <FormattedMessage id="copies.holdsHistory" />
          </li>
        </Facts>
        {progress !== undefined && <Progress progress={progress} />}
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id="copies.close" />
          </Button>
          <AriaLink
            href={exportUrl(site)}
            download={filename}
            className={`${button["button"]} ${button["primary"]}`}
          >
            <Download size={14} aria-hidden="true" />
            <FormattedMessage id="copies.download" />
          </AriaLink>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function Progress({ progress }: { readonly progress: JobProgress }): ReactNode {
  const { formatMessage } = useIntl();
  const { state, done, total = done } = progress;
  if (state === "failed") {
    return (
      <Note tone="madder">
        <FormattedMessage id="copies.failed" />
      </Note>
    );
  }
  if (state === "done") {
    return (
      <Note tone="leaf">
        <FormattedMessage id="copies.done" values={{ files: done }} />
      </Note>
    );
  }
  return (
    <ProgressBar
      className={styles["progress"] ?? ""}
      value={done}
      maxValue={Math.max(total, 1)}
      aria-label={formatMessage({ id: "copies.progress" })}
    >
      {({ percentage = 0 }) => (
        <>
          <FormattedMessage id="copies.through" values={{ done, total }} />
          <Bar percentage={percentage} />
        </>
      )}
    </ProgressBar>
  );
}
