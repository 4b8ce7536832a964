import { type ReactNode, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { Link, Outlet } from "react-router";
import { useSite } from "../api/sites.ts";
import { Message } from "../ui/message.tsx";
import { Waiting } from "../ui/waiting.tsx";
import { keepLastSite } from "./last-site.ts";
import { Navigation } from "./navigation.tsx";
import styles from "./shell.module.css";

/** What surrounds every screen of a site: where one is, and where one can go. */
export function SiteFrame(): ReactNode {
  const { data: site, error } = useSite();
  useEffect(() => {
    if (site !== undefined) keepLastSite(site.id);
  }, [site]);
  if (site === undefined && error !== null) {
    return (
      <main>
        <Message title={<FormattedMessage id="error.noSiteTitle" />}>
          {error.message}
          <Link to="/">
            <FormattedMessage id="error.toStart" />
          </Link>
        </Message>
      </main>
    );
  }
  return (
    <div className={styles["app"]}>
      <Navigation />
      <main className={styles["sheet"]}>{site === undefined ? <Waiting /> : <Outlet />}</main>
    </div>
  );
}
