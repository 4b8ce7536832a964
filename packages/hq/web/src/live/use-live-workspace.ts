import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readConnection, tryConnection } from "../api/connection.ts";
import { useSession } from "../api/people/session.ts";
import { createRenewal } from "./renewal.ts";
import { shareStream } from "./shared-stream.ts";
import { renewedInWorkspace, type WorkspaceEvent, workspaceTopic } from "./workspace-events.ts";

/** Has what is shown of a workspace renewed as skills, runs and workers change. */
export function useLiveWorkspace(ws: string): void {
  const queries = useQueryClient();
  const { data: session } = useSession();
  // Whoever signed in again is told again.
  const proof = session?.csrfToken;
  useEffect(() => {
    if (proof === undefined) return undefined;
    const renewal = createRenewal(queries, (event: WorkspaceEvent) =>
      renewedInWorkspace(ws, event),
    );
    const leave = shareStream(workspaceTopic(ws), {
      onEvent: (told) => renewal.take(told),
      onBroken() {
        // Says whether HQ is away, or the person may not see the workspace any more.
        tryConnection();
        if (readConnection().awaySince !== undefined) return;
        void queries.invalidateQueries({ queryKey: ["workspace", ws], exact: true });
      },
    });
    return () => {
      leave();
      renewal.close();
      // Nobody tells what others change until the workspace is shown again: then it is read again.
      void queries.invalidateQueries({ queryKey: ["workspace", ws], refetchType: "none" });
    };
  }, [queries, ws, proof]);
}
