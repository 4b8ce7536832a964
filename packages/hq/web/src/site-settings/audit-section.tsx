import type { ReactNode } from "react";
import { useAccess } from "../api/settings/access.ts";
import { useSiteId } from "../api/sites.ts";
import { AuditLog } from "../audit/audit-log.tsx";

/** The audit log of the site. */
export function SiteAuditSection(): ReactNode {
  const site = useSiteId();
  const { data: people = [] } = useAccess();
  return <AuditLog of={{ kind: "site", site }} text="audit.text" people={people} />;
}
