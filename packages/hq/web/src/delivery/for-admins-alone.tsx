import type { ReactNode } from "react";
import { useSite } from "../api/sites.ts";
import { ForAdmins } from "../shell/frame/for-admins.tsx";

/** What admins of the site see; others are told whom to ask. */
export function ForAdminsAlone({ children }: { readonly children: ReactNode }): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return site.role === "admin" ? children : <ForAdmins />;
}
