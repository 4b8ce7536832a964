import type { ReactNode } from "react";
import { useUnreadChanges } from "../api/changes/changes.ts";
import { type ContentType, useSite, useSiteId, useTypes } from "../api/sites.ts";
import { type PageGroup, PageNav } from "./page-nav.tsx";
import { ENTRIES, type Page, pagesOf, REVIEW } from "./pages.ts";
import { Side } from "./side.tsx";
import { NoticeBell } from "./told/notices.tsx";

/** The way to every screen of a site. */
export function Navigation(): ReactNode {
  const id = useSiteId();
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const unread = useUnreadChanges(id);
  const pages = pagesOf(site);
  const written = pages.filter(({ isOfSite }) => isOfSite !== true);
  const groups: readonly PageGroup[] = [
    { pages: written.map((page) => withFacts(page, { types, unread })) },
    { heading: "nav.site", pages: pages.filter(({ isOfSite }) => isOfSite === true) },
  ];
  return (
    <Side bell={<NoticeBell />}>
      <PageNav label="nav.label" home={`/sites/${id}`} groups={groups} />
    </Side>
  );
}

interface Facts {
  readonly types: readonly ContentType[];
  /** Proposals with something new. */
  readonly unread: number;
}

function withFacts(page: Page, { types, unread }: Facts): PageGroup["pages"][number] {
  if (page.path === ENTRIES) return withTypes(page, types);
  return page.path === REVIEW ? { ...page, badge: unread } : page;
}

function withTypes(page: Page, types: readonly ContentType[]): PageGroup["pages"][number] {
  const below = types.map(({ apiId, label, kind, entries }) => ({
    path: `${ENTRIES}/${apiId}`,
    label,
    ...(kind === "list" && { count: entries.all }),
  }));
  return { ...page, below, count: types.reduce((sum, { entries }) => sum + entries.all, 0) };
}
