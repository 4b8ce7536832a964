import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readConnection, tryConnection } from "../api/connection.ts";
import { useSession } from "../api/session.ts";
import { createQueryRefresher } from "./query-refresher.ts";
import { shareStream } from "./shared-stream.ts";
import { workspaceEventQueries, type WorkspaceEvent, workspaceTopic } from "./workspace-events.ts";

/** Refetches the data of a workspace as its skills, runs, and workers change. */
export function useLiveWorkspace(ws: string): void {
  const queries = useQueryClient();
  const { data: session } = useSession();
  // Subscribe again after a new sign-in.
  const proof = session?.csrfToken;
  useEffect(() => {
    if (proof === undefined) return undefined;
    const renewal = createQueryRefresher(queries, (event: WorkspaceEvent) =>
      workspaceEventQueries(ws, event),
    );
    const leave = shareStream(workspaceTopic(ws), {
      onEvent: (workspaceEvent) => renewal.take(workspaceEvent),
      onBroken() {
        // Detects whether HQ is unreachable or the user lost access to the workspace.
        tryConnection();
        if (readConnection().awaySince !== undefined) return;
        void queries.invalidateQueries({ queryKey: ["workspace", ws], exact: true });
      },
    });
    return () => {
      leave();
      renewal.close();
      // While the workspace isn't shown, no events arrive. Refetch it when it is shown again.
      void queries.invalidateQueries({ queryKey: ["workspace", ws], refetchType: "none" });
    };
  }, [queries, ws, proof]);
}
