import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSite } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { SiteLog } from "../site-log/site-log.tsx";
import entries from "../entries/entries.module.css";

/** What became live of the site, and the way back. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.live" });
  useTitle(title);
  return (
    <>
      <header className={entries["bar"]}>
        <h1 className={entries["title"]}>{title}</h1>
      </header>
      {site && <SiteLog mayGoBack={site.role === "admin"} />}
    </>
  );
}
