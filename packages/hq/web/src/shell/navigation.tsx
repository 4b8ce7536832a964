import { Ellipsis, Keyboard, Search } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { NavLink, useLocation } from "react-router";
import { type ContentType, useSite, useSiteId, useTypes } from "../api/sites.ts";
import { useCommands } from "./commands/commands.tsx";
import { COMMAND, KeyCap } from "./commands/key-cap.tsx";
import { ENTRIES, type Page, pagesOf } from "./pages.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SiteSwitcher } from "./site-switcher.tsx";
import { NoticeBell } from "./told/notices.tsx";
import menu from "../ui/menu.module.css";
import styles from "./shell.module.css";

/** The way to every screen of a site. On phones it is a bar at the foot. */
export function Navigation(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const all = types.reduce((sum, { entries }) => sum + entries.all, 0);
  const pages = pagesOf(site);
  return (
    <div className={styles["side"]}>
      <SiteSwitcher />
      <SearchButton />
      <nav className={styles["nav"]} aria-label={formatMessage({ id: "nav.label" })}>
        {pages
          .filter(({ isOfSite }) => isOfSite !== true)
          .map((page) => (
            <Fragment key={page.path}>
              <PageLink page={page}>{page.path === ENTRIES && <Count of={all} />}</PageLink>
              {page.path === ENTRIES && <TypeLinks types={types} />}
            </Fragment>
          ))}
        <h2 className={styles["section"]}>
          <FormattedMessage id="nav.site" />
        </h2>
        {pages
          .filter(({ isOfSite }) => isOfSite === true)
          .map((page) => (
            <PageLink key={page.path} page={page} />
          ))}
        <MorePages pages={pages.filter(({ isInBar }) => isInBar !== true)} />
      </nav>
      <div className={styles["foot"]}>
        <PersonMenu />
        <NoticeBell />
        <HelpButton />
      </div>
    </div>
  );
}

interface PageLinkProps {
  readonly page: Page;
  /** How much there is of it. */
  readonly children?: ReactNode;
}

function PageLink({ page, children }: PageLinkProps): ReactNode {
  const { path, label, icon: Icon, isInBar } = page;
  const site = useSiteId();
  return (
    <NavLink
      to={`/sites/${site}${path}`}
      end={path === "" || path === ENTRIES}
      className={isInBar === true ? "" : (styles["wide"] ?? "")}
    >
      <Icon size={16} aria-hidden="true" />
      <span className={styles["clip"]}>
        <FormattedMessage id={label} />
      </span>
      {children}
    </NavLink>
  );
}

function TypeLinks({ types }: { readonly types: readonly ContentType[] }): ReactNode {
  const site = useSiteId();
  return types.map(({ apiId, label, kind, entries }) => (
    <NavLink key={apiId} to={`/sites/${site}/entries/${apiId}`} className={styles["sub"] ?? ""}>
      <span className={styles["clip"]}>{label}</span>
      {kind === "list" && <Count of={entries.all} />}
    </NavLink>
  ));
}

/** On phones: what has no place in the bar. */
function MorePages({ pages }: { readonly pages: readonly Page[] }): ReactNode {
  const site = useSiteId();
  const { pathname } = useLocation();
  const isHere = pages.some(({ path }) => pathname.startsWith(`/sites/${site}${path}`));
  return (
    <MenuTrigger>
      <AriaButton className={styles["more"] ?? ""} data-here={isHere || undefined}>
        <Ellipsis size={16} aria-hidden="true" />
        <FormattedMessage id="nav.more" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="top end">
        <Menu className={menu["menu"] ?? ""}>
          {pages.map(({ path, label, icon: Icon }) => (
            <MenuItem key={path} className={menu["item"] ?? ""} href={`/sites/${site}${path}`}>
              <Icon size={16} aria-hidden="true" />
              <FormattedMessage id={label} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
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
