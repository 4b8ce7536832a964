import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { FormattedMessage } from "react-intl";
import { Link, Outlet } from "react-router";
import { useUploads } from "../../api/media/uploads.ts";
import { useSite, useSiteId } from "../../api/sites.ts";
import { useLiveSite } from "../../live/use-live-site.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { CommandsProvider } from "../commands/commands.tsx";
import { useSiteCommands } from "../commands/site-commands.ts";
import { storeLastSite } from "../preferences/last-site.ts";
import { useMedia } from "../use-media.ts";
import { usePreviewBeside } from "../use-preview-beside.ts";
import { Frame } from "./frame.tsx";
import { Navigation } from "./navigation.tsx";

const UploadTray = lazy(async () => ({
  default: (await import("../notifications/upload-tray.tsx")).UploadTray,
}));

/** Layout of the screens of a site. */
export function SiteFrame(): ReactNode {
  const { data: site, error } = useSite();
  useLiveSite(useSiteId());
  const isRail = useIsRail();
  const commands = useSiteCommands();
  useEffect(() => {
    if (site !== undefined) storeLastSite(site.id);
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
    <CommandsProvider commands={commands}>
      <Frame navigation={<Navigation />} isRail={isRail}>
        {site === undefined ? <Waiting /> : <Outlet />}
      </Frame>
      <Uploads />
    </CommandsProvider>
  );
}

/** Returns whether the navigation shows icons only. */
function useIsRail(): boolean {
  const { isBeside } = usePreviewBeside();
  const isNarrow = useMedia("(min-width: 768px) and (max-width: 1023px)");
  return isNarrow || isBeside;
}

function Uploads(): ReactNode {
  const uploads = useUploads();
  return <Suspense>{uploads.length > 0 && <UploadTray />}</Suspense>;
}
