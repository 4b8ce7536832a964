import type { ReactNode } from "react";
import { useSite } from "../api/sites.ts";
import { NoAccess } from "../shell/frame/no-access.tsx";

/** Shows its children to site admins only. Others see whom to ask. */
export function AdminsOnly({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return site.role === "admin" ? children : <NoAccess />;
}
