import { lazy, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSite, useSiteId } from "../../api/sites.ts";
import { pagesOf } from "../pages.ts";
import { usePreviewBeside } from "../use-preview-beside.ts";
import type { PlaceCommands } from "./commands.tsx";

const loadPalette = () => import("./site-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).SitePalette }));

/** Returns the shortcuts and palette of a site. */
export function useSiteCommands(): PlaceCommands {
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
