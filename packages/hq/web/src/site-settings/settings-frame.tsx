import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Outlet } from "react-router";
import { useSite } from "../api/sites.ts";
import { NoAccess } from "../shell/frame/no-access.tsx";
import { useTitle } from "../shell/use-title.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SectionLinks } from "../ui/section-links.tsx";

const SECTIONS = [
  { path: "general", label: "settings.general" },
  { path: "access", label: "settings.access" },
  { path: "content", label: "settings.content" },
  { path: "upstream", label: "settings.upstream" },
  { path: "audit", label: "settings.audit" },
  { path: "copies", label: "settings.copies" },
  { path: "leave", label: "settings.leave" },
] as const;

/** `/sites/{site}/settings/…`: settings of the site, for its admins. */
export function SiteSettingsFrame(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: site } = useSite();
  const title = formatMessage({ id: "nav.settings" });
  useTitle(title);
  if (site === undefined) return null;
  if (site.role !== "admin") return <NoAccess />;
  return (
    <>
      <ScreenHead title={title} />
      <SectionLinks label={title} base={`/sites/${site.id}/settings`} links={SECTIONS} />
      <Outlet />
    </>
  );
}
