import { CalendarClock, ChevronDown, Columns2, EyeOff, History } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { Entry } from "../../api/content/entry.ts";
import type { KeepState } from "../../draft/keeper.ts";
import type { PersonHere } from "../../live/use-presence.ts";
import { usePreviewBeside } from "../../shell/use-preview-beside.ts";
import { Button } from "../../ui/button.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { KeptStatus } from "./kept-status.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { PeopleHere } from "./people-here.tsx";
import { StarButton } from "./star-button.tsx";
import menu from "../../ui/menu.module.css";
import styles from "../entry.module.css";

interface EntryBarProps {
  readonly listLabel: string;
  readonly listAddress: string;
  readonly title: string;
  readonly entry: Entry | undefined;
  readonly isChanged: boolean;
  readonly kept: KeepState;
  /** Who else has it open. */
  readonly people: readonly PersonHere[];
  /** Whether HQ answers. */
  readonly isThere: boolean;
  /** Whether the type has one entry alone. */
  readonly isOnly: boolean;
  readonly mayWrite: boolean;
  readonly mayPublish: boolean;
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly onSave: () => void;
  readonly onPublish: () => void;
  readonly onSchedule: () => void;
  readonly onUnpublish: () => void;
}

/** Where one is, what is kept, and what can be done with the entry. */
export function EntryBar(props: EntryBarProps): ReactNode {
  const { listLabel, listAddress, title, entry, isChanged, mayWrite } = props;
  return (
    <PageBar trail={[{ label: listLabel, address: listAddress }]} title={title}>
      <KeptStatus isChanged={isChanged} isSaved={entry !== undefined} kept={props.kept} />
      <PeopleHere people={props.people} />
      {entry !== undefined && (
        <>
          <StarButton entry={entry} />
          <Ways address={`${listAddress}/${entry.id}`} />
        </>
      )}
      {mayWrite && <Acts {...props} />}
    </PageBar>
  );
}

/** What whoever may write does with it. */
function Acts(props: EntryBarProps): ReactNode {
  const { listAddress, entry, isChanged, mayPublish, working } = props;
  return (
    <>
      {entry !== undefined && (
        <MoreMenu entry={entry} listAddress={listAddress} isOnly={props.isOnly} />
      )}
      {entry?.live !== undefined && (
        <span className={styles["wide"]}>
          <Button look="quiet" isWorking={working === "unpublish"} onPress={props.onUnpublish}>
            <FormattedMessage id="entry.unpublish" />
          </Button>
        </span>
      )}
      <Button
        isDisabled={!isChanged || !props.isThere}
        isWorking={working === "save"}
        onPress={props.onSave}
      >
        <FormattedMessage id="entry.save" />
      </Button>
      <span className={styles["split"]}>
        <Button
          look="primary"
          isDisabled={!mayPublish}
          isWorking={working === "publish"}
          onPress={props.onPublish}
          aria-describedby="why-not-published"
        >
          <FormattedMessage id="entry.publish" />
        </Button>
        <LaterMenu
          look={mayPublish ? "primary" : "plain"}
          isDisabled={(entry === undefined && !isChanged) || !props.isThere}
          onSchedule={props.onSchedule}
          onUnpublish={entry?.live === undefined ? undefined : props.onUnpublish}
        />
      </span>
    </>
  );
}

/** To its history, and to its preview: beside the form where there is room, else alone. */
function Ways({ address }: { readonly address: string }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { isBeside, hasRoom, toggle } = usePreviewBeside();
  return (
    <span className={styles["ways"]}>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "history.title" })}
        onPress={() => void navigate(`${address}/history`)}
      >
        <History size={16} aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        iconOnly
        aria-label={formatMessage({ id: "preview.title" })}
        aria-pressed={isBeside}
        onPress={() => (hasRoom ? toggle() : void navigate(`${address}/preview`))}
      >
        <Columns2 size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}

interface LaterMenuProps {
  /** As the first half looks. */
  readonly look: "primary" | "plain";
  readonly isDisabled: boolean;
  readonly onSchedule: () => void;
  /** Absent of what is not live. */
  readonly onUnpublish: (() => void) | undefined;
}

/** The other half of the button: to publish not now, but later, and to take down what is live. */
function LaterMenu(props: LaterMenuProps): ReactNode {
  const { look, isDisabled, onSchedule, onUnpublish } = props;
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
