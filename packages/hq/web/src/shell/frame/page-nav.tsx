import { Ellipsis } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { NavLink, useLocation } from "react-router";
import type { MessageId } from "../../messages/messages.ts";
import type { Page } from "../pages.ts";
import menu from "../../ui/menu.module.css";
import styles from "./shell.module.css";

/** A page with its counts. */
interface NavPage extends Page {
  /** Number of items. */
  readonly count?: number | undefined;
  /** Number of items that need attention or are active; replaces the count. */
  readonly badge?: number | undefined;
  /** Subpages, such as content types. On phones they are on the page itself. */
  readonly below?: readonly BelowPage[];
}

interface BelowPage {
  readonly path: string;
  readonly label: string;
  readonly count?: number;
}

/** A group of pages. */
export interface PageGroup {
  /** @default no heading */
  readonly heading?: MessageId;
  readonly pages: readonly NavPage[];
}

interface PageNavProps {
  readonly label: MessageId;
  /** Base path of the pages. */
  readonly home: string;
  readonly groups: readonly PageGroup[];
  /** Content above the pages. On phones it is in the switcher. */
  readonly children?: ReactNode;
}

/** The navigation with groups of pages. On phones it is a bottom bar, with the remaining pages under More. */
export function PageNav({ label, home, groups, children }: PageNavProps): ReactNode {
  const { formatMessage } = useIntl();
  const more = groups.flatMap(({ pages }) => pages).filter(({ isInBar }) => isInBar !== true);
  return (
    <nav className={styles["nav"]} aria-label={formatMessage({ id: label })}>
      {children}
      {groups.map(({ heading, pages }) => (
        <Fragment key={heading ?? ""}>
          {heading !== undefined && pages.length > 0 && (
            <h2 className={styles["section"]}>
              <FormattedMessage id={heading} />
            </h2>
          )}
          {pages.map((page) => (
            <PageLinks key={page.path} page={page} home={home} />
          ))}
        </Fragment>
      ))}
      {more.length > 0 && <MorePages home={home} pages={more} />}
    </nav>
  );
}

function PageLinks({ page, home }: { readonly page: NavPage; readonly home: string }): ReactNode {
  const { path, label, icon: Icon, isInBar, count, badge = 0, below = [] } = page;
  return (
    <>
      <NavLink
        to={home + path}
        end={path === "" || below.length > 0}
        className={isInBar === true ? "" : (styles["wide"] ?? "")}
      >
        <Icon size={16} aria-hidden="true" />
        <span className={styles["clip"]}>
          <FormattedMessage id={label} />
        </span>
        {badge > 0 ? (
          <span className={styles["badge"]}>
            <FormattedNumber value={badge} />
          </span>
        ) : (
          <Count of={count} />
        )}
      </NavLink>
      {below.map((one) => (
        <NavLink
          key={one.path}
          to={home + one.path}
          className={styles["sub"] ?? ""}
          title={one.label}
        >
          <span className={styles["clip"]}>{one.label}</span>
          <Count of={one.count} />
        </NavLink>
      ))}
    </>
  );
}

interface MorePagesProps {
  readonly home: string;
  readonly pages: readonly NavPage[];
}

/** On phones: the pages that don't fit the bar. */
function MorePages({ home, pages }: MorePagesProps): ReactNode {
  const { pathname } = useLocation();
  const isHere = pages.some(({ path }) => pathname.startsWith(home + path));
  return (
    <MenuTrigger>
      <AriaButton className={styles["more"] ?? ""} data-here={isHere || undefined}>
        <Ellipsis size={16} aria-hidden="true" />
        <FormattedMessage id="nav.more" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="top end">
        <Menu className={menu["menu"] ?? ""}>
          {pages.map(({ path, label, icon: Icon }) => (
            <MenuItem key={path} className={menu["item"] ?? ""} href={home + path}>
              <Icon size={16} aria-hidden="true" />
              <FormattedMessage id={label} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Count({ of }: { readonly of: number | undefined }): ReactNode {
  if (of === undefined) return null;
  return (
    <span className={styles["count"]}>
      <FormattedNumber value={of} />
    </span>
  );
}
