import { Keyboard, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import { useCommands } from "../commands/commands.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { PlaceSwitcher } from "./place-switcher.tsx";
import styles from "./shell.module.css";

interface SideProps {
  /** The navigation. */
  readonly children: ReactNode;
  /** The notification bell. */
  readonly bell?: ReactNode;
}

/** The sidebar: place switcher, search, navigation, and user menu. */
export function Side({ children, bell }: SideProps): ReactNode {
  return (
    <div className={styles["side"]}>
      <PlaceSwitcher />
      <SearchButton />
      {children}
      <div className={styles["foot"]}>
        <PersonMenu />
        {bell}
        <HelpButton />
      </div>
    </div>
  );
}

/** Opens the palette; an icon on phones. */
function SearchButton(): ReactNode {
  const { openPalette } = useCommands();
  return (
    <AriaButton className={styles["find"] ?? ""} onPress={openPalette}>
      <Search size={16} aria-hidden="true" />
      <span className={styles["clip"]}>
        <FormattedMessage id="palette.label" />
      </span>
      <span className={styles["keys"]} aria-hidden="true">
        <KeyCap>{COMMAND} K</KeyCap>
      </span>
    </AriaButton>
  );
}

function HelpButton(): ReactNode {
  const { formatMessage } = useIntl();
  const { openHelp } = useCommands();
  return (
    <AriaButton
      className={styles["help"] ?? ""}
      aria-label={formatMessage({ id: "help.title" })}
      onPress={openHelp}
    >
      <Keyboard size={16} aria-hidden="true" />
    </AriaButton>
  );
}
