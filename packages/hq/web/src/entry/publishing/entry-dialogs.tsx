import { lazy, type ReactNode, Suspense } from "react";
import type { Entry } from "../../api/content/entry.ts";
import type { Field } from "../../api/content/schema.ts";
import type { TimeState } from "../../api/publishing/entry-times.ts";
import type { EntryActions } from "../edits/use-entry-actions.ts";
import { PublishDialog } from "./publish-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";

const AddToRelease = lazy(async () => ({
  default: (await import("../../releases/add-to-release/add-to-release.tsx")).AddToRelease,
}));

/** The dialog to open. */
export type DialogName = "publish" | "schedule" | "release" | "propose" | "proposeDeletion";

interface EntryDialogsProps {
  readonly entry: Entry;
  readonly fields: readonly Field[];
  readonly times: readonly TimeState[];
  readonly mayPublish: boolean;
  readonly acts: EntryActions;
  readonly dialog: DialogName | undefined;
  readonly onOpenDialog: (dialog: DialogName | undefined) => void;
}

/** The dialogs for publishing an entry now, at a scheduled time, or with a release. */
export function EntryDialogs(props: EntryDialogsProps): ReactNode {
  const { entry, fields, times, mayPublish, acts, dialog, onOpenDialog } = props;
  const close = (): void => onOpenDialog(undefined);
  return (
    <>
      <PublishDialog
        entry={entry}
        fields={fields}
        isOpen={dialog === "publish"}
        mayPublish={mayPublish}
        isWorking={acts.working === "publish"}
        error={acts.error}
        onPublish={() => acts.publish(close)}
        onSchedule={() => onOpenDialog("schedule")}
        onClose={close}
      />
      {dialog === "schedule" && (
        <ScheduleDialog entry={entry} fields={fields} times={times} onClose={close} />
      )}
      <Suspense>
        {dialog === "release" && <AddToRelease entries={[entry.id]} onClose={close} />}
      </Suspense>
    </>
  );
}
