import { Layers, Plus } from "lucide-react";
import { lazy, type ReactNode, useMemo } from "react";
import { FormattedMessage } from "react-intl";
import { Link, NavLink, Outlet } from "react-router";
import { useWorkspaces } from "../../api/sites.ts";
import { useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useLiveWorkspace } from "../../live/use-live-workspace.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { CommandsProvider, type PlaceCommands } from "../commands/commands.tsx";
import { pagesOfWorkspace } from "../pages.ts";
import { useMedia } from "../use-media.ts";
import { Frame } from "./frame.tsx";
import { type PageGroup, PageNav } from "./page-nav.tsx";
import { Side } from "./side.tsx";
import styles from "./shell.module.css";

/** Layout of the screens of a workspace. */
export function WorkspaceFrame(): ReactNode {
  const { data: workspace, error } = useWorkspace();
  useLiveWorkspace(useWorkspaceSlug());
  const isRail = useMedia("(min-width: 768px) and (max-width: 1023px)");
  const commands = useWorkspaceCommands();
  if (workspace === undefined && error !== null) {
    return (
      <main>
        <Message title={<FormattedMessage id="error.noWorkspaceTitle" />}>
          {error.message}
          <Link to="/">
            <FormattedMessage id="error.toStart" />
          </Link>
        </Message>
      </main>
    );
  }
  return (
    <CommandsProvider commands={commands}>
      <Frame navigation={<WorkspaceNavigation />} isRail={isRail}>
        {workspace === undefined ? <Waiting /> : <Outlet />}
      </Frame>
    </CommandsProvider>
  );
}

/** The navigation of a workspace. */
function WorkspaceNavigation(): ReactNode {
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

const loadPalette = () => import("../commands/workspace-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).WorkspacePalette }));

/** Returns the shortcuts and palette of a workspace. */
function useWorkspaceCommands(): PlaceCommands {
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  return useMemo(() => {
    const pages = pagesOfWorkspace(workspace);
    return { home: `/workspaces/${ws}`, pages, Palette, loadPalette, acts: {} };
  }, [ws, workspace]);
}
