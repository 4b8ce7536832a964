import type { ReactNode } from "react";
import { useUnreadChanges } from "../../api/changes/changes.ts";
import { useNotices } from "../../api/notices.ts";
import { type ContentType, useSite, useSiteId, useTypes } from "../../api/sites.ts";
import { NoticeBell } from "../notifications/notices.tsx";
import { DELIVERY, ENTRIES, type Page, pagesOf, placeOfType, REVIEW } from "../pages.ts";
import { type PageGroup, PageNav } from "./page-nav.tsx";
import { Side } from "./side.tsx";

/** The navigation of a site. */
export function Navigation(): ReactNode {
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
