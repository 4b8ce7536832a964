import { CalendarClock, House, Image, Keyboard, List, Search } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { NavLink } from "react-router";
import { useSiteId, useTypes } from "../api/sites.ts";
import { useCommands } from "./commands/commands.tsx";
import { COMMAND, KeyCap } from "./commands/key-cap.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SiteSwitcher } from "./site-switcher.tsx";
import { NoticeBell } from "./told/notices.tsx";
import styles from "./shell.module.css";

/** The way to every screen of a site. On phones it is a bar at the foot. */
export function Navigation(): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { data: types = [] } = useTypes();
  const all = types.reduce((sum, { entries }) => sum + entries.all, 0);
  return (
    <div className={styles["side"]}>
      <SiteSwitcher />
      <SearchButton />
      <nav className={styles["nav"]} aria-label={formatMessage({ id: "nav.label" })}>
        <NavLink to={`/sites/${site}`} end>
          <House size={16} aria-hidden="true" />
          <span className={styles["clip"]}>
            <FormattedMessage id="nav.home" />
          </span>
        </NavLink>
        <NavLink to={`/sites/${site}/entries`} end>
          <List size={16} aria-hidden="true" />
          <span className={styles["clip"]}>
            <FormattedMessage id="nav.entries" />
          </span>
          <Count of={all} />
        </NavLink>
        {types.map(({ apiId, label, kind, entries }) => (
          <NavLink
            key={apiId}
            to={`/sites/${site}/entries/${apiId}`}
            className={styles["sub"] ?? ""}
          >
            <span className={styles["clip"]}>{label}</span>
            {kind === "list" && <Count of={entries.all} />}
          </NavLink>
        ))}
        <NavLink to={`/sites/${site}/media`}>
          <Image size={16} aria-hidden="true" />
          <span className={styles["clip"]}>
            <FormattedMessage id="nav.media" />
          </span>
        </NavLink>
        <NavLink to={`/sites/${site}/releases`}>
          <CalendarClock size={16} aria-hidden="true" />
          <span className={styles["clip"]}>
            <FormattedMessage id="nav.releases" />
          </span>
        </NavLink>
      </nav>
      <div className={styles["foot"]}>
        <PersonMenu />
        <NoticeBell />
        <HelpButton />
      </div>
    </div>
  );
}

/** Opens the palette; on phones an icon alone. */
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

function Count({ of }: { readonly of: number }): ReactNode {
  return (
    <span className={styles["count"]}>
      <FormattedNumber value={of} />
    </span>
  );
}
