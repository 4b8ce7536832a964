import type { ReactNode } from "react";
import { useAccess } from "../api/settings/access.ts";
import { useSiteId } from "../api/sites.ts";
import { AuditLog } from "../audit/audit-log.tsx";

/** What people did to the site and tried. */
export function Component(): ReactNode {
  const site = useSiteId();
  const { data: people = [] } = useAccess();
  return <AuditLog of={{ kind: "site", site }} text="audit.text" people={people} />;
}
