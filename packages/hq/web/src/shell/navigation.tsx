import { House, List } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { NavLink } from "react-router";
import { useSiteId, useTypes } from "../api/sites.ts";
import { PersonMenu } from "./person-menu.tsx";
import { SiteSwitcher } from "./site-switcher.tsx";
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
      </nav>
      <div className={styles["foot"]}>
        <PersonMenu />
      </div>
    </div>
  );
}

function Count({ of }: { readonly of: number }): ReactNode {
  return (
    <span className={styles["count"]}>
      <FormattedNumber value={of} />
    </span>
  );
}
