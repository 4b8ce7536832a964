import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Navigate } from "react-router";
import { useWorkspaces } from "../api/sites.ts";
import { lastSite } from "../shell/last-site.ts";
import { Message } from "../ui/message.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { Waiting } from "../ui/waiting.tsx";

/** `/`: the site that was looked at last, else the first there is. */
export function FirstSite(): ReactNode {
  const { data: workspaces, error } = useWorkspaces();
  if (workspaces === undefined) return error === null ? <Waiting /> : <Refusal error={error} />;
  const sites = workspaces.flatMap(({ sites: some }) => some);
  const last = lastSite();
  const site = sites.find(({ id }) => id === last) ?? sites[0];
  if (site !== undefined) return <Navigate to={`/sites/${site.id}`} replace />;
  return (
    <main>
      <Message title={<FormattedMessage id="noSite.title" />}>
        <FormattedMessage id="noSite.text" />
      </Message>
    </main>
  );
}
