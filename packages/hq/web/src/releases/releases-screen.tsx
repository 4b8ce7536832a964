import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Navigate, useSearchParams } from "react-router";
import { useSite, useSiteId } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { HiddenPublishNote } from "../ui/notes/hidden-publish-note.tsx";
import { ScreenHead } from "../ui/screen-head.tsx";
import { ReleaseCalendar } from "./release-calendar.tsx";
import { ReleaseLists } from "./release-lists.tsx";
import tabs from "../ui/tabs.module.css";

const LIVE = "live";
const PLANNED = "planned";
const CALENDAR = "calendar";

/** Releases and schedules. */
export function ReleasesScreen(): ReactNode {
  const { formatMessage } = useIntl();
  const [address, setAddress] = useSearchParams();
  const siteId = useSiteId();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.releases" });
  useTitle(title);
  const tab = tabs["tab"] ?? "";
  // The publish history used to be a tab of this page; old links redirect to it.
  if (address.get("tab") === LIVE) return <Navigate to={`/sites/${siteId}/live`} replace />;
  return (
    <>
      <ScreenHead title={title} />
      <HiddenPublishNote />
      <Tabs
        selectedKey={tabOf(address.get("tab"))}
        onSelectionChange={(key) => setAddress(key === PLANNED ? {} : { tab: String(key) })}
      >
        <TabList className={`${tabs["tabs"]} ${tabs["wide"]}`} aria-label={title}>
          <Tab id={PLANNED} className={tab}>
            <FormattedMessage id="releases.planned" />
          </Tab>
          <Tab id={CALENDAR} className={tab}>
            <FormattedMessage id="releases.calendar" />
          </Tab>
        </TabList>
        <TabPanel id={PLANNED}>{site && <ReleaseLists mayWrite={site.role !== "view"} />}</TabPanel>
        <TabPanel id={CALENDAR}>
          <ReleaseCalendar />
        </TabPanel>
      </Tabs>
    </>
  );
}

function tabOf(name: string | null): string {
  return name === CALENDAR ? name : PLANNED;
}
