import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Outlet } from "react-router";
import { useNotices } from "../api/notices.ts";
import type { Site } from "../api/sites.ts";
import { BuildersOnly } from "../shell/frame/builders-only.tsx";
import { useTitle } from "../shell/use-title.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SectionLinks } from "../ui/section-links.tsx";
import { StateShape } from "../ui/values/state-mark.tsx";
import text from "../ui/text.module.css";

const SECTIONS = [
  { path: "publishing", label: "delivery.publishing", isForAdmins: false },
  { path: "addresses", label: "delivery.addresses", isForAdmins: false },
  { path: "keys", label: "delivery.keys", isForAdmins: true },
  { path: "webhooks", label: "delivery.webhooks", isForAdmins: true },
  { path: "explorer", label: "delivery.explorer", isForAdmins: false },
  { path: "astro", label: "delivery.astro", isForAdmins: false },
  { path: "usage", label: "delivery.usage", isForAdmins: false },
] as const;

/** `/sites/{site}/delivery/…`: everything about reading the published content. */
export function DeliveryFrame(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "nav.delivery" }));
  return <BuildersOnly>{(site) => <Delivery site={site} />}</BuildersOnly>;
}

function Delivery({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const { data: notices = [] } = useNotices();
  const title = formatMessage({ id: "nav.delivery" });
  const broken = notices.filter(({ kind }) => kind === "webhook-disabled").length;
  const links = SECTIONS.filter(({ isForAdmins }) => !isForAdmins || site.role === "admin").map(
    ({ path, label }) => ({ path, label, waiting: path === "webhooks" ? broken : 0 }),
  );
  return (
    <>
      <ScreenHead title={title}>
        <p className={text["status"]}>
          <StateShape state={site.publishing ? "published" : "unpublished"} />
          <FormattedMessage id={site.publishing ? "delivery.on" : "delivery.off"} />
        </p>
      </ScreenHead>
      <SectionLinks label={title} base={`/sites/${site.id}/delivery`} links={links} />
      <Outlet />
    </>
  );
}
