import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { HistoryEvent } from "../api/content/history.ts";
import { Letter } from "../ui/compare/drill-core.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { EventText } from "../ui/values/event-text.tsx";
import { hasVersion } from "./choose-versions.ts";
import menu from "../ui/menu.module.css";
import styles from "./history.module.css";

interface VersionMenuProps {
  readonly letter: "A" | "B";
  readonly events: readonly HistoryEvent[];
  readonly commit: string | undefined;
  readonly me: string | undefined;
  readonly onChoose: (commit: string) => void;
}

/** Selects a compared version from those loaded in the timeline. */
export function VersionMenu(props: VersionMenuProps): ReactNode {
  const { letter, events, commit, me, onChoose } = props;
  const { formatMessage } = useIntl();
  const versions = events.filter(hasVersion);
  const event = versions.find((one) => one.commit === commit);
  return (
    <MenuTrigger>
      <Button className={styles["version"] ?? ""}>
        <Letter letter={letter} />
        <span className={styles["words"]}>
          {event !== undefined && (
            <>
              <b>
                <EventText event={event} me={me} />
              </b>
              <small>
                <Ago time={event.when} />
              </small>
            </>
          )}
          {event === undefined && (
            <b>
              {commit === undefined ? (
                <FormattedMessage id="history.nothing" />
              ) : (
                commit.slice(0, 7)
              )}
            </b>
          )}
        </span>
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu
          className={menu["menu"] ?? ""}
          aria-label={formatMessage({ id: "history.choose" }, { letter })}
          selectionMode="single"
          selectedKeys={commit === undefined ? [] : [commit]}
          onAction={(key) => onChoose(String(key))}
        >
          {versions.map((one) => (
            <MenuItem key={one.commit} id={one.commit} className={menu["item"] ?? ""}>
              <EventText event={one} me={me} />
              <span className={menu["aside"]}>
                <Ago time={one.when} />
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
