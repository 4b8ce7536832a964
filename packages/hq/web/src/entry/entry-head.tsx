import { CalendarClock, ChevronDown, EyeOff, Layers, MessageSquareShare } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useConnection } from "../api/connection.ts";
import type { Entry } from "../api/content/entry.ts";
import type { TypeSchema } from "../api/content/schema.ts";
import type { TimeState } from "../api/publishing/entry-times.ts";
import type { Site } from "../api/sites.ts";
import type { PersonHere } from "../live/use-presence.ts";
import { useMedia } from "../shell/use-media.ts";
import { Button } from "../ui/button.tsx";
import { EntryBar } from "./bar/entry-bar.tsx";
import { EntryFoot } from "./bar/entry-foot.tsx";
import { SaveKey } from "./bar/save-key.tsx";
import { REASON_ID, StateBar } from "./bar/state-bar.tsx";
import { useEntryTitle } from "./bar/use-entry-title.ts";
import type { EntryActions } from "./edits/use-entry-actions.ts";
import type { EntryEdits } from "./edits/use-entry-edits.ts";
import { ProposeEntry } from "./proposing/propose-entry.tsx";
import { type DialogName, EntryDialogs } from "./publishing/entry-dialogs.tsx";
import { ScheduleStatus } from "./publishing/schedule-status.tsx";
import type { PublishState } from "./publishing/use-publish-state.tsx";
import menu from "../ui/menu.module.css";
import styles from "./entry.module.css";

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

interface EntryActionButtonsProps {
  readonly entry: Entry | undefined;
  /** Whether changes must go through a change request. */
  readonly isReviewed: boolean;
  readonly isPhone: boolean;
  readonly isChanged: boolean;
  /** Whether HQ is reachable. */
  readonly isOnline: boolean;
  readonly mayPublish: boolean;
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly onSave: () => void;
  readonly onPropose: () => void;
  readonly onPublish: () => void;
  readonly onSchedule: () => void;
  /** Opens the dialog that adds the entry to a release. */
  readonly onRelease: () => void;
  readonly onUnpublish: () => void;
}

/** The Save, Propose changes, and Publish buttons: next to the title, or at the bottom on phones. */
function EntryActionButtons(props: EntryActionButtonsProps): ReactNode {
  const { entry, isReviewed, isPhone, isChanged, isOnline, mayPublish, working } = props;
  const isNothing = entry === undefined && !isChanged;
  const isLater = isPhone && !isReviewed && isChanged;
  return (
    <>
      {isReviewed ? <ProposeButton {...props} /> : <SaveOrPropose {...props} />}
      <span className={styles["split"]}>
        <Button
          look="primary"
          isDisabled={!mayPublish}
          isWorking={working === "publish"}
          onPress={props.onPublish}
          aria-describedby={REASON_ID}
          data-publishes
        >
          <FormattedMessage id="entry.publish" />
        </Button>
        <LaterMenu
          look={mayPublish ? "primary" : "plain"}
          isDisabled={isNothing || !isOnline || (isReviewed && isChanged)}
          onSchedule={props.onSchedule}
          onRelease={props.onRelease}
          onUnpublish={entry?.live === undefined ? undefined : props.onUnpublish}
          onPropose={isLater ? props.onPropose : undefined}
        />
      </span>
    </>
  );
}

/** Save and Propose changes buttons. On phones they are in the menu. */
function SaveOrPropose(props: EntryActionButtonsProps): ReactNode {
  const { isPhone, isChanged, isOnline, working, onSave, onPropose } = props;
  const mayKeep = isChanged && isOnline;
  return (
    <>
      <Button isDisabled={!mayKeep} isWorking={working === "save"} onPress={onSave}>
        <FormattedMessage id="entry.save" />
        <SaveKey />
      </Button>
      {!isPhone && (
        <Button isDisabled={!mayKeep} onPress={onPropose}>
          <FormattedMessage id="propose.act" />
        </Button>
      )}
    </>
  );
}

/** Replaces Save if changes must go through a change request. */
function ProposeButton({ isChanged, isOnline, onPropose }: EntryActionButtonsProps): ReactNode {
  const mayPropose = isChanged && isOnline;
  return (
    <Button
      look={mayPropose ? "primary" : "plain"}
      isDisabled={!mayPropose}
      onPress={onPropose}
      aria-describedby={REASON_ID}
    >
      <FormattedMessage id="propose.act" />
      <SaveKey />
    </Button>
  );
}

interface LaterMenuProps {
  /** Style of the main button half. */
  readonly look: "primary" | "plain";
  readonly isDisabled: boolean;
  readonly onSchedule: () => void;
  readonly onRelease: () => void;
  /** Absent if the entry is not live. */
  readonly onUnpublish: (() => void) | undefined;
  /** Absent if Propose changes has its own button. */
  readonly onPropose: (() => void) | undefined;
}

/** The other half of the Publish button: schedule, add to a release, or unpublish. */
function LaterMenu(props: LaterMenuProps): ReactNode {
  const { look, isDisabled, onSchedule, onRelease, onUnpublish, onPropose } = props;
  const { formatMessage } = useIntl();
  return (
    <MenuTrigger>
      <Button
        look={look}
        iconOnly
        isDisabled={isDisabled}
        aria-label={formatMessage({ id: "schedule.more" })}
      >
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""}>
          {onPropose !== undefined && (
            <MenuItem className={menu["item"] ?? ""} onAction={onPropose}>
              <MessageSquareShare size={16} aria-hidden="true" />
              <FormattedMessage id="propose.act" />
            </MenuItem>
          )}
          <MenuItem className={menu["item"] ?? ""} onAction={onSchedule}>
            <CalendarClock size={16} aria-hidden="true" />
            <FormattedMessage id="schedule.open" />
          </MenuItem>
          <MenuItem className={menu["item"] ?? ""} onAction={onRelease}>
            <Layers size={16} aria-hidden="true" />
            <FormattedMessage id="plan.open" />
          </MenuItem>
          {onUnpublish !== undefined && (
            <MenuItem className={menu["item"] ?? ""} onAction={onUnpublish}>
              <EyeOff size={16} aria-hidden="true" />
              <FormattedMessage id="entry.unpublish" />
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
