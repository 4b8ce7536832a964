import { CalendarClock, ChevronDown, EyeOff, Layers } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { Button } from "../../ui/button.tsx";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import { REASON_ID } from "./state-bar.tsx";
import menu from "../../ui/menu.module.css";
import styles from "../entry.module.css";

export interface EntryActsProps {
  readonly entry: Entry | undefined;
  readonly isChanged: boolean;
  /** Whether HQ answers. */
  readonly isThere: boolean;
  readonly mayPublish: boolean;
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly onSave: () => void;
  readonly onPublish: () => void;
  readonly onSchedule: () => void;
  /** To be published with others. */
  readonly onRelease: () => void;
  readonly onUnpublish: () => void;
}

/** Save and Publish: beside the title, on phones at the foot. */
export function EntryActs(props: EntryActsProps): ReactNode {
  const { entry, isChanged, mayPublish, working } = props;
  return (
    <>
      <Button
        isDisabled={!isChanged || !props.isThere}
        isWorking={working === "save"}
        onPress={props.onSave}
      >
        <FormattedMessage id="entry.save" />
        <span className={styles["key"]} aria-hidden="true">
          <KeyCap>{COMMAND} S</KeyCap>
        </span>
      </Button>
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
          isDisabled={(entry === undefined && !isChanged) || !props.isThere}
          onSchedule={props.onSchedule}
          onRelease={props.onRelease}
          onUnpublish={entry?.live === undefined ? undefined : props.onUnpublish}
        />
      </span>
    </>
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
}

/** The other half of the button: to publish not now, but later, and to take down what is live. */
function LaterMenu(props: LaterMenuProps): ReactNode {
  const { look, isDisabled, onSchedule, onRelease, onUnpublish } = props;
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
