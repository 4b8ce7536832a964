import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { type Release, useDeleteRelease, usePublishRelease } from "../api/publishing/releases.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { LiveMessage } from "../ui/values/live-message.tsx";
import { ReleaseDialog } from "./release-dialog.tsx";
import form from "../ui/form.module.css";
import list from "../ui/list.module.css";
import styles from "./releases.module.css";

interface ReleaseLineProps {
  readonly release: Release;
  readonly mayWrite: boolean;
}

/** A release with its time, number of entries, failure reason, and actions. */
export function ReleaseLine({ release, mayWrite }: ReleaseLineProps): ReactNode {
  const { formatMessage } = useIntl();
  const [dialog, setDialog] = useState<"change" | "delete">();
  const publish = usePublishRelease(release);
  const { title, state, issues, entries } = release;
  const close = (): void => setDialog(undefined);
  return (
    <li className={list["row"]}>
      <div className={`${list["names"]} ${styles["names"]}`}>
        <b>{title}</b>
        <small>
          <Time release={release} />
          {" · "}
          <FormattedMessage id="releases.count" values={{ count: entries.length }} />
        </small>
      </div>
      {mayWrite && (
        <div className={styles["acts"]}>
          {state !== "published" && (
            <>
              <Button
                aria-label={formatMessage({ id: "releases.publishOf" }, { title })}
                isWorking={publish.isPending}
                onPress={() => !publish.isPending && publish.mutate()}
              >
                <FormattedMessage id="releases.publish" />
              </Button>
              <Button
                look="quiet"
                aria-label={formatMessage({ id: "releases.changeOf" }, { title })}
                onPress={() => setDialog("change")}
              >
                <FormattedMessage id="releases.change" />
              </Button>
            </>
          )}
          <Button
            look="quiet"
            aria-label={formatMessage({ id: "releases.deleteOf" }, { title })}
            onPress={() => setDialog("delete")}
          >
            <FormattedMessage id="releases.delete" />
          </Button>
        </div>
      )}
      {state === "failed" && (
        <div className={styles["wide"]}>
          <Note tone="ochre">
            <ul>
              {issues.map(({ message, field, path }) => (
                <li key={`${path ?? ""} ${field ?? ""} ${message}`}>
                  {message} <small>{path}</small>
                </li>
              ))}
            </ul>
            <FormattedMessage id="releases.whatToDo" />
          </Note>
        </div>
      )}
      {publish.error !== null && (
        <div className={styles["wide"]}>
          <Refusal error={publish.error} />
        </div>
      )}
      {dialog === "change" && <ReleaseDialog release={release} onClose={close} />}
      {dialog === "delete" && <DeleteDialog release={release} onClose={close} />}
    </li>
  );
}

function Time({ release: { publishAt, publishedAt } }: { readonly release: Release }): ReactNode {
  const at = publishedAt ?? publishAt;
  if (at === null) return <FormattedMessage id="releases.noTime" />;
  return (
    <time dateTime={at}>
      <FormattedDate
        value={at}
        year="numeric"
        month="short"
        day="numeric"
        hour="numeric"
        minute="2-digit"
        timeZoneName="short"
      />
    </time>
  );
}

interface DeleteDialogProps {
  readonly release: Release;
  readonly onClose: () => void;
}

function DeleteDialog({ release, onClose }: DeleteDialogProps): ReactNode {
  const remove = useDeleteRelease(release);
  return (
    <Dialog
      title={<FormattedMessage id="releases.deleteOf" values={{ title: release.title }} />}
      isOpen
      onClose={onClose}
    >
      <p>
        <LiveMessage id="releases.deleteKeeps" />
      </p>
      <Refusal error={remove.error} />
      <div className={`${form["foot"]} ${styles["foot"]}`}>
        <Button onPress={onClose}>
          <FormattedMessage id="releases.keep" />
        </Button>
        <Button
          look="primary"
          isWorking={remove.isPending}
          onPress={() => !remove.isPending && remove.mutate(undefined, { onSuccess: onClose })}
        >
          <FormattedMessage id="releases.delete" />
        </Button>
      </div>
    </Dialog>
  );
}
