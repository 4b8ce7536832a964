import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readConnection, tryConnection } from "../api/connection.ts";
import { useSession } from "../api/session.ts";
import { jobKey } from "../api/settings/whole-site.ts";
import { createQueryRefresher } from "./query-refresher.ts";
import { shareStream } from "./shared-stream.ts";
import { siteEventQueries, type SiteEvent, siteTopic } from "./site-event-queries.ts";
import { peopleKey } from "./use-presence.ts";

/** Refetches the data of a site as others change it. */
export function useLiveSite(site: string): void {
  const queries = useQueryClient();
  const { data: session } = useSession();
  // Subscribe again after a new sign-in.
  const proof = session?.csrfToken;
  useEffect(() => {
    if (proof === undefined) return undefined;
    const renewal = createQueryRefresher(queries, (event: SiteEvent) =>
      siteEventQueries(site, event),
    );
    const leave = shareStream(siteTopic(site), {
      onEvent(siteEvent) {
        const { id, people, kind } = siteEvent.data;
        if (siteEvent.event === "presence.changed") {
          queries.setQueryData(peopleKey(site, String(id)), people);
        }
        if (siteEvent.event === "job.progress") {
          queries.setQueryData(jobKey(site, String(kind)), siteEvent.data);
        }
        renewal.take(siteEvent);
      },
      onBroken() {
        // Detects whether HQ is unreachable or the user lost access to the site.
        tryConnection();
        if (readConnection().awaySince !== undefined) return;
        void queries.invalidateQueries({ queryKey: ["site", site], exact: true });
      },
    });
    return () => {
      leave();
      renewal.close();
      // While the site isn't shown, no events arrive. Refetch it when it is shown again.
      void queries.invalidateQueries({ queryKey: ["site", site], refetchType: "none" });
    };
  }, [queries, site, proof]);
}
