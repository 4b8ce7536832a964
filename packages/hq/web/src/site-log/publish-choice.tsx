import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useSession } from "../api/people/session.ts";
import type { LoggedPublish } from "../api/publishing/site-log.ts";
import { Letter } from "../ui/compare/drill-core.tsx";
import { PublishName, PublishTime } from "./log-text.tsx";
import menu from "../ui/menu.module.css";
import styles from "./site-log.module.css";

interface PublishChoiceProps {
  readonly letter: "A" | "B";
  readonly publishes: readonly LoggedPublish[];
  readonly chosen: LoggedPublish | undefined;
  readonly onChoose: (commit: string) => void;
}

/** Selects one of the two compared points. */
export function PublishChoice(props: PublishChoiceProps): ReactNode {
  const { letter, publishes, chosen, onChoose } = props;
  const { formatMessage } = useIntl();
  const { data: session } = useSession();
  const me = session ? session.user.email : undefined;
  return (
    <MenuTrigger>
      <AriaButton className={styles["point"] ?? ""}>
        <Letter letter={letter} />
        <span className={styles["pointName"]}>
          {chosen === undefined ? (
            <FormattedMessage id="log.nothingBefore" />
          ) : (
            <>
              <b>
                <PublishTime publish={chosen} />
              </b>
              <small>
                <PublishName publish={chosen} me={me} />
              </small>
            </>
          )}
        </span>
        <ChevronDown size={16} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu
          className={menu["menu"] ?? ""}
          aria-label={formatMessage({ id: "log.choose" }, { letter })}
          selectionMode="single"
          selectedKeys={chosen === undefined ? [] : [chosen.commit]}
        >
          {publishes.map((publish) => (
            <MenuItem
              key={publish.commit}
              id={publish.commit}
              className={`${menu["item"]} ${styles["pointChoice"]}`}
              onAction={() => onChoose(publish.commit)}
            >
              <b>
                <PublishTime publish={publish} />
              </b>
              <small>
                <PublishName publish={publish} me={me} />
              </small>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
