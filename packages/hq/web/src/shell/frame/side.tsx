import { BookOpen, Keyboard, LogOut, Search, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { DOCUMENTATION, hasDocumentation } from "../../api/base-path.ts";
import { useSession, useSignOut } from "../../api/session.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Avatar } from "../../ui/values/avatar.tsx";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import { useCommands } from "../commands/commands.tsx";
import { changeSettings, LANGUAGES, THEMES, useSettings } from "../preferences/settings.ts";
import { PlaceSwitcher } from "./place-switcher.tsx";
import menu from "../../ui/menu.module.css";
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

/** The user menu: settings of this browser, and signing out. */
function PersonMenu(): ReactNode {
  const { data: session } = useSession();
  const name = session?.user.name ?? "";
  return (
    <MenuTrigger>
      <AriaButton className={styles["person"] ?? ""}>
        <Avatar name={name} size="large" />
        <b className={styles["clip"]}>{name}</b>
        <HiddenText>
          <FormattedMessage id="nav.account" />
        </HiddenText>
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="top start">
        <Choices />
      </Popover>
    </MenuTrigger>
  );
}

function Choices(): ReactNode {
  const { formatMessage } = useIntl();
  const { language, theme, contrast } = useSettings();
  const signOut = useSignOut();
  const item = menu["item"] ?? "";
  return (
    <Menu className={menu["menu"] ?? ""}>
      <MenuItem id="account" className={item} href="/account">
        <UserRound size={16} aria-hidden="true" />
        <FormattedMessage id="nav.account" />
      </MenuItem>
      {hasDocumentation() && (
        <MenuItem id="docs" className={item} href={DOCUMENTATION} target="_blank">
          <BookOpen size={16} aria-hidden="true" />
          <FormattedMessage id="nav.documentation" />
        </MenuItem>
      )}
      <MenuSection selectionMode="single" selectedKeys={[language]}>
        <Header className={menu["heading"] ?? ""}>
          <FormattedMessage id="settings.language" />
        </Header>
        {LANGUAGES.map(([key, label]) => (
          <MenuItem
            key={key}
            id={key}
            className={item}
            onAction={() => changeSettings({ language: key })}
          >
            {label}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection selectionMode="single" selectedKeys={[theme]}>
        <Header className={menu["heading"] ?? ""}>
          <FormattedMessage id="settings.theme" />
        </Header>
        {THEMES.map((key) => (
          <MenuItem
            key={key}
            id={key}
            className={item}
            onAction={() => changeSettings({ theme: key })}
          >
            <FormattedMessage id={`theme.${key}`} />
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection
        aria-label={formatMessage({ id: "contrast.label" })}
        selectionMode="multiple"
        selectedKeys={contrast ? ["contrast"] : []}
      >
        <MenuItem
          id="contrast"
          className={item}
          onAction={() => changeSettings({ contrast: !contrast })}
        >
          <FormattedMessage id="contrast.label" />
        </MenuItem>
      </MenuSection>
      <MenuSection aria-label={formatMessage({ id: "nav.signOut" })}>
        <MenuItem id="out" className={item} onAction={() => void signOut()}>
          <LogOut size={16} aria-hidden="true" />
          <FormattedMessage id="nav.signOut" />
        </MenuItem>
      </MenuSection>
    </Menu>
  );
}
