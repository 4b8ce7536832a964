import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { useSite } from "../../api/sites.ts";
import { useTitle } from "../../shell/use-title.ts";
import { LiveSite } from "../../site-log/live-site.tsx";
import { HiddenPublishNote } from "../../ui/notes/hidden-publish-note.tsx";
import { ScreenHead } from "../../ui/screen-head.tsx";

/** The publish history of the site, with rollback. */
export function Component(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.live" });
  useTitle(title);
  return (
    <>
      <ScreenHead title={title} />
      <HiddenPublishNote />
      {site && <LiveSite site={site} />}
    </>
  );
}
