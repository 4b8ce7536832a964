import { lazy, type ReactNode, Suspense, useEffect, useMemo } from "react";
import { FormattedMessage } from "react-intl";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { useUnreadChanges } from "../../api/changes/changes.ts";
import { useUploads } from "../../api/media/uploads.ts";
import { useNotices } from "../../api/notices.ts";
import { type ContentType, useSite, useSiteId, useTypes } from "../../api/sites.ts";
import { useLiveSite } from "../../live/use-live-site.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { CommandsProvider, type PlaceCommands } from "../commands/commands.tsx";
import { NoticeBell } from "../notifications/notices.tsx";
import { DELIVERY, ENTRIES, type Page, pagesOf, placeOfType, REVIEW } from "../pages.ts";
import { storeLastSite } from "../preferences/last-site.ts";
import { useMedia } from "../use-media.ts";
import { usePreviewBeside } from "../use-preview-beside.ts";
import { Frame } from "./frame.tsx";
import { type PageGroup, PageNav } from "./page-nav.tsx";
import { Side } from "./side.tsx";

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

/** The navigation of a site. */
function Navigation(): ReactNode {
  const id = useSiteId();
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const unread = useUnreadChanges(id);
  const { data: notices = [] } = useNotices();
  const pages = pagesOf(site);
  const written = pages.filter(({ isOfSite }) => isOfSite !== true);
  const ofSite = pages.filter(({ isOfSite }) => isOfSite === true);
  const broken = notices.filter(({ kind }) => kind === "webhook-disabled").length;
  const facts = { types, unread, broken };
  const groups: readonly PageGroup[] = [
    { pages: written.map((page) => withFacts(page, facts)) },
    { heading: "nav.site", pages: ofSite.map((page) => withFacts(page, facts)) },
  ];
  return (
    <Side bell={<NoticeBell />}>
      <PageNav label="nav.label" home={`/sites/${id}`} groups={groups} />
    </Side>
  );
}

interface Facts {
  readonly types: readonly ContentType[];
  /** Change requests with news. */
  readonly unread: number;
  /** Disabled webhooks that need attention. */
  readonly broken: number;
}

function withFacts(page: Page, { types, unread, broken }: Facts): PageGroup["pages"][number] {
  if (page.path === ENTRIES) return withTypes(page, types);
  if (page.path === DELIVERY) return { ...page, badge: broken };
  return page.path === REVIEW ? { ...page, badge: unread } : page;
}

function withTypes(page: Page, types: readonly ContentType[]): PageGroup["pages"][number] {
  const below = types.map((type) => ({
    path: placeOfType(type),
    label: type.label,
    ...(type.kind === "list" && { count: type.entries.all }),
  }));
  return { ...page, below, count: types.reduce((sum, { entries }) => sum + entries.all, 0) };
}

const loadPalette = () => import("../commands/site-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).SitePalette }));

/** Returns the shortcuts and palette of a site. */
function useSiteCommands(): PlaceCommands {
  const navigate = useNavigate();
  const siteId = useSiteId();
  const { data: site } = useSite();
  const { pathname } = useLocation();
  const { hasRoom, toggle } = usePreviewBeside();
  const mayWrite = site !== undefined && site.role !== "view";
  return useMemo(() => {
    const home = `/sites/${siteId}`;
    const [entry, type, id] = /\/entries\/([^/]+)(?:\/(e\w+))?/.exec(pathname) ?? [];
    const go = (path: string) => (): void => void navigate(home + path);
    const acts = {
      new: mayWrite ? (type === undefined ? "palette" : go(`/entries/${type}/new`)) : undefined,
      preview: id === undefined ? undefined : hasRoom ? toggle : go(`${entry}/preview`),
      history: id === undefined ? undefined : go(`${entry}/history`),
    } as const;
    return { home, pages: pagesOf(site), Palette, loadPalette, acts };
  }, [navigate, siteId, site, mayWrite, pathname, hasRoom, toggle]);
}
