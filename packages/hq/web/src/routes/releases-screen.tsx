import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useSearchParams } from "react-router";
import { useSite } from "../api/sites.ts";
import { ReleaseCalendar } from "../releases/release-calendar.tsx";
import { ReleaseLists } from "../releases/release-lists.tsx";
import { SiteLog } from "../releases/site-log.tsx";
import { useTitle } from "../shell/use-title.ts";
import entries from "../entries/entries.module.css";

const LIVE = "live";
const PLANNED = "planned";
const CALENDAR = "calendar";

/** What becomes live together, and what became live. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const [address, setAddress] = useSearchParams();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.releases" });
  useTitle(title);
  const tab = entries["tab"] ?? "";
  return (
    <>
      <header className={entries["bar"]}>
        <h1 className={entries["title"]}>{title}</h1>
      </header>
      <Tabs
        selectedKey={tabOf(address.get("tab"))}
        onSelectionChange={(key) => setAddress(key === PLANNED ? {} : { tab: String(key) })}
      >
        <TabList className={entries["tabs"] ?? ""} aria-label={title}>
          <Tab id={PLANNED} className={tab}>
            <FormattedMessage id="releases.planned" />
          </Tab>
          <Tab id={CALENDAR} className={tab}>
            <FormattedMessage id="releases.calendar" />
          </Tab>
          <Tab id={LIVE} className={tab}>
            <FormattedMessage id="releases.live" />
          </Tab>
        </TabList>
        <TabPanel id={PLANNED}>{site && <ReleaseLists mayWrite={site.role !== "view"} />}</TabPanel>
        <TabPanel id={CALENDAR}>
          <ReleaseCalendar />
        </TabPanel>
        <TabPanel id={LIVE}>{site && <SiteLog mayGoBack={site.role === "admin"} />}</TabPanel>
      </Tabs>
    </>
  );
}

function tabOf(name: string | null): string {
  return name === LIVE || name === CALENDAR ? name : PLANNED;
}
