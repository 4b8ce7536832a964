import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Outlet } from "react-router";
import { useBilling } from "../api/session.ts";
import { useTransferRequests } from "../api/settings/transfer-requests.ts";
import { canManage, useWorkspace } from "../api/workspaces.ts";
import { useTitle } from "../shell/use-title.ts";
import { ScreenHead } from "../ui/screen-head.tsx";
import { SectionLinks } from "../ui/section-links.tsx";

const SECTIONS = [
  { path: "general", label: "workspace.general", isForManagers: false },
  { path: "members", label: "workspace.members", isForManagers: false },
  { path: "plan", label: "workspace.plan", isForManagers: false },
  { path: "offers", label: "workspace.offers", isForManagers: true },
  { path: "audit", label: "workspace.audit", isForManagers: true },
] as const;

/** `/workspaces/{ws}/settings/…`: settings of the workspace. Members can view them, owners and admins can edit them. */
export function WorkspaceSettingsFrame(): ReactNode {
  const { formatMessage } = useIntl();
  const { data: workspace } = useWorkspace();
  const { data: offers = [] } = useTransferRequests();
  const hasBilling = useBilling();
  const title = formatMessage({ id: "nav.settings" });
  useTitle(title);
  if (workspace === undefined) return null;
  const waiting = offers.filter(({ workspaceId }) => workspaceId === workspace.id).length;
  const links = SECTIONS.filter(({ isForManagers }) => !isForManagers || canManage(workspace)).map(
    ({ path, label }) => ({
      path,
      label: path === "plan" && !hasBilling ? ("workspace.usage" as const) : label,
      waiting: path === "offers" ? waiting : 0,
    }),
  );
  return (
    <>
      <ScreenHead title={title} />
      <SectionLinks label={title} base={`/workspaces/${workspace.slug}/settings`} links={links} />
      <Outlet />
    </>
  );
}
