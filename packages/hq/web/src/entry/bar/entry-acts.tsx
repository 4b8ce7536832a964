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

export interface EntryActsProps {
  readonly entry: Entry | undefined;
  /** Whether what is written is proposed alone. */
  readonly isReviewed: boolean;
  readonly isPhone: boolean;
  readonly isChanged: boolean;
  /** Whether HQ answers. */
  readonly isThere: boolean;
  readonly mayPublish: boolean;
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly onSave: () => void;
  readonly onPropose: () => void;
  readonly onPublish: () => void;
  readonly onSchedule: () => void;
  /** To be published with others. */
  readonly onRelease: () => void;
  readonly onUnpublish: () => void;
}

/** Save, Propose and Publish: beside the title, on phones at the foot. */
export function EntryActs(props: EntryActsProps): ReactNode {
  const { entry, isReviewed, isPhone, isChanged, isThere, mayPublish, working } = props;
  const isNothing = entry === undefined && !isChanged;
  const isLater = isPhone && !isReviewed && isChanged;
  return (
    <>
      {isReviewed ? <ProposeInstead {...props} /> : <SaveOrPropose {...props} />}
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
          isDisabled={isNothing || !isThere || (isReviewed && isChanged)}
          onSchedule={props.onSchedule}
          onRelease={props.onRelease}
          onUnpublish={entry?.live === undefined ? undefined : props.onUnpublish}
          onPropose={isLater ? props.onPropose : undefined}
        />
      </span>
    </>
  );
}

/** Saves, or lets others look at it first; on phones that is in the menu. */
function SaveOrPropose(props: EntryActsProps): ReactNode {
  const { isPhone, isChanged, isThere, working, onSave, onPropose } = props;
  const mayKeep = isChanged && isThere;
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

/** In place of Save, where what is written is proposed alone. */
function ProposeInstead({ isChanged, isThere, onPropose }: EntryActsProps): ReactNode {
  const mayPropose = isChanged && isThere;
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
  /** As the first half looks. */
  readonly look: "primary" | "plain";
  readonly isDisabled: boolean;
  readonly onSchedule: () => void;
  readonly onRelease: () => void;
  /** Absent of what is not live. */
  readonly onUnpublish: (() => void) | undefined;
  /** Absent where Propose has a button of its own. */
  readonly onPropose: (() => void) | undefined;
}

/** The other half of the button: to publish not now, but later, and to take down what is live. */
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
