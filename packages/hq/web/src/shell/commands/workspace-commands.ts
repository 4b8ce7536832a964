import { lazy, useMemo } from "react";
import { useWorkspace, useWorkspaceSlug } from "../../api/workspaces.ts";
import { pagesOfWorkspace } from "../pages.ts";
import type { PlaceCommands } from "./commands.tsx";

const loadPalette = () => import("./workspace-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).WorkspacePalette }));

/** Returns the shortcuts and palette of a workspace. */
export function useWorkspaceCommands(): PlaceCommands {
  const ws = useWorkspaceSlug();
  const { data: workspace } = useWorkspace();
  return useMemo(() => {
    const pages = pagesOfWorkspace(workspace);
    return { home: `/workspaces/${ws}`, pages, Palette, loadPalette, acts: {} };
  }, [ws, workspace]);
}
