import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { Link, Outlet } from "react-router";
import { useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { useLiveWorkspace } from "../../live/use-live-workspace.ts";
import { Message } from "../../ui/notes/message.tsx";
import { Waiting } from "../../ui/notes/waiting.tsx";
import { CommandsProvider } from "../commands/commands.tsx";
import { useWorkspaceCommands } from "../commands/workspace-commands.ts";
import { useMedia } from "../use-media.ts";
import { Frame } from "./frame.tsx";
import { WorkspaceNavigation } from "./workspace-navigation.tsx";

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
