import type { ReactNode } from "react";
import { useConnection } from "../../api/connection.ts";
import type { Entry } from "../../api/content/entry.ts";
import type { TypeSchema } from "../../api/content/schema.ts";
import type { TimeState } from "../../api/publishing/entry-times.ts";
import type { Site } from "../../api/sites.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { useMedia } from "../../shell/use-media.ts";
import { type DialogName, EntryDialogs } from "../entry-dialogs.tsx";
import { ProposeEntry } from "../proposing/propose-entry.tsx";
import { ScheduleStatus } from "../publishing/schedule-status.tsx";
import type { PublishState } from "../publishing/use-publish-state.tsx";
import type { EntryActions } from "../use-entry-actions.ts";
import type { EntryEdits } from "../use-entry-edits.ts";
import { EntryActionButtons } from "./entry-actions.tsx";
import { EntryBar } from "./entry-bar.tsx";
import { EntryFoot } from "./entry-foot.tsx";
import { StateBar } from "./state-bar.tsx";
import { useEntryTitle } from "./use-entry-title.ts";

interface EntryHeadProps {
  readonly type: string;
  readonly schema: TypeSchema;
  readonly entry: Entry | undefined;
  readonly site: Site;
  readonly edits: EntryEdits;
  readonly acts: EntryActions;
  /** Other users who have the entry open. */
  readonly people: readonly PersonHere[];
  /** Whether the entry is no longer accessible: deleted, or the user lost access. */
  readonly isRefused: boolean;
  readonly state: PublishState;
  readonly times: readonly TimeState[];
  readonly dialog: DialogName | undefined;
  readonly onOpenDialog: (dialog: DialogName | undefined) => void;
  /** Saves the edits, then opens the given dialog. */
  readonly onSaveAndOpen: (dialog: DialogName) => void;
  /** The form and its side panel. */
  readonly children: ReactNode;
}

/** The bars around the form: actions and state of the entry. */
export function EntryHead(props: EntryHeadProps): ReactNode {
  const { type, schema, entry, site, edits, acts, times, dialog, onOpenDialog, onSaveAndOpen } =
    props;
  const { children } = props;
  const isOnline = useConnection().awaySince === undefined;
  const isPhone = useMedia("(max-width: 767px)");
  const title = useEntryTitle(schema, entry, edits);
  const { canPublish, toKnow: _beside, ...known } = props.state;
  const mayWrite = site.role !== "view";
  const buttons = mayWrite && (
    <EntryActionButtons
      entry={entry}
      isReviewed={site.reviewRequired}
      isPhone={isPhone}
      isChanged={edits.isChanged}
      isOnline={isOnline && !props.isRefused}
      mayPublish={known.open.length === 0 && canPublish && !props.isRefused}
      working={acts.working}
      onSave={() => acts.save()}
      onPropose={() => onOpenDialog("propose")}
      onPublish={() => onSaveAndOpen("publish")}
      onSchedule={() => onSaveAndOpen("schedule")}
      onRelease={() => onSaveAndOpen("release")}
      onUnpublish={acts.unpublish}
    />
  );
  const schedule = entry && (
    <ScheduleStatus
      entry={entry}
      times={times}
      mayWrite={mayWrite}
      onChange={() => onOpenDialog("schedule")}
    />
  );
  const state = { ...known, entry, schedule, onCompare: () => onOpenDialog("publish") };
  return (
    <>
      <EntryBar
        listLabel={schema.label}
        listAddress={`/sites/${site.id}/entries/${type}`}
        title={title}
        entry={entry}
        isChanged={edits.isChanged}
        syncState={edits.syncState}
        people={props.people}
        isOnly={schema.kind === "object"}
        mayWrite={mayWrite}
        onUndo={edits.canUndo ? () => void edits.draft.undo() : undefined}
        isReviewed={site.reviewRequired}
        onProposeDeletion={() => onOpenDialog("proposeDeletion")}
        acts={!isPhone && buttons}
      />
      {!isPhone && <StateBar {...state} />}
      {children}
      {isPhone && <EntryFoot state={state} acts={buttons} />}
      <ProposeEntry
        type={type}
        schema={schema}
        entry={entry}
        title={title}
        edits={edits}
        dialog={dialog}
        onClose={() => onOpenDialog(undefined)}
      />
      {entry && (
        <EntryDialogs
          entry={entry}
          fields={schema.fields}
          times={times}
          mayPublish={mayWrite}
          acts={acts}
          dialog={dialog}
          onOpenDialog={onOpenDialog}
        />
      )}
    </>
  );
}
