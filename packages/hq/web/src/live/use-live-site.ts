import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readConnection, tryConnection } from "../api/connection.ts";
import { useSession } from "../api/people/session.ts";
import { jobKey } from "../api/settings/whole-site.ts";
import { createRenewal } from "./renewal.ts";
import { renewedBy, type SiteEvent, siteTopic } from "./renewed-by.ts";
import { shareStream } from "./shared-stream.ts";
import { peopleKey } from "./use-presence.ts";

/** Has what is shown of a site renewed as others change it. */
export function useLiveSite(site: string): void {
  const queries = useQueryClient();
  const { data: session } = useSession();
  // Whoever signed in again is told again.
  const proof = session?.csrfToken;
  useEffect(() => {
    if (proof === undefined) return undefined;
    const renewal = createRenewal(queries, (event: SiteEvent) => renewedBy(site, event));
    const leave = shareStream(siteTopic(site), {
      onEvent(told) {
        const { id, people, kind } = told.data;
        if (told.event === "presence.changed") {
          queries.setQueryData(peopleKey(site, String(id)), people);
        }
        if (told.event === "job.progress") {
          queries.setQueryData(jobKey(site, String(kind)), told.data);
        }
        renewal.take(told);
      },
      onBroken() {
        // Says whether HQ is away, or the person may not see the site any more.
        tryConnection();
        if (readConnection().awaySince !== undefined) return;
        void queries.invalidateQueries({ queryKey: ["site", site], exact: true });
      },
    });
    return () => {
      leave();
      renewal.close();
      // Nobody tells what others change until the site is shown again: then it is read again.
      void queries.invalidateQueries({ queryKey: ["site", site], refetchType: "none" });
    };
  }, [queries, site, proof]);
}
