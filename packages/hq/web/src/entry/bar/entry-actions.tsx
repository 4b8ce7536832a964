import { CalendarClock, ChevronDown, EyeOff, Layers, MessageSquareShare } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { Button } from "../../ui/button.tsx";
import { SaveKey } from "./save-key.tsx";
import { REASON_ID } from "./state-bar.tsx";
import menu from "../../ui/menu.module.css";
import styles from "../entry.module.css";

export interface EntryActionButtonsProps {
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
export function EntryActionButtons(props: EntryActionButtonsProps): ReactNode {
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
