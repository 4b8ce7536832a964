import { Layers, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { NavLink } from "react-router";
import { useWorkspaces } from "../../api/sites.ts";
import { useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { pagesOfWorkspace } from "../pages.ts";
import { type PageGroup, PageNav } from "./page-nav.tsx";
import { Side } from "./side.tsx";
import styles from "./shell.module.css";

/** The navigation of a workspace. */
export function WorkspaceNavigation(): ReactNode {
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  const pages = pagesOfWorkspace(workspace);
  const groups: readonly PageGroup[] = [
    { heading: "nav.hub", pages: pages.filter(({ isOfWorkspace }) => isOfWorkspace !== true) },
    {
      heading: "nav.workspace",
      pages: pages.filter(({ isOfWorkspace }) => isOfWorkspace === true),
    },
  ];
  return (
    <Side>
      <PageNav label="nav.workspace" home={`/workspaces/${ws}`} groups={groups}>
        <SiteLinks />
      </PageNav>
    </Side>
  );
}

/** The sites of the workspace visible to the user, and a link to create one. */
function SiteLinks(): ReactNode {
  const { data: workspace } = useWorkspace();
  const { data: workspaces = [] } = useWorkspaces();
  const own = workspaces.find((one) => one.workspace.id === workspace?.id);
  if (own === undefined) return null;
  return (
    <>
      <h2 className={styles["section"]}>
        <FormattedMessage id="nav.sites" />
      </h2>
      {own.sites.map(({ id, name }) => (
        <NavLink key={id} to={`/sites/${id}`} className={styles["wide"] ?? ""}>
          <Layers size={16} aria-hidden="true" />
          <span className={styles["clip"]}>{name}</span>
        </NavLink>
      ))}
      <NavLink to={`/workspaces/${own.workspace.slug}/new-site`} className={styles["wide"] ?? ""}>
        <Plus size={16} aria-hidden="true" />
        <span className={styles["clip"]}>
          <FormattedMessage id="nav.newSite" />
        </span>
      </NavLink>
    </>
  );
}
