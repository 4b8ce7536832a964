import { defineStream, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteRegistry } from "../registry/site-registry.ts";
import { openEventStream } from "./event-stream.ts";
import { parsePosition } from "./live-message.ts";
import type { SiteEvents } from "./site-events.ts";

interface EventServices {
  readonly events: SiteEvents;
  readonly sites: SiteRegistry;
}

/** What happens on a site, as it happens. */
export function eventRoutes({ events, sites }: EventServices): readonly Route[] {
  return [
    defineStream({
      method: "get",
      path: "/sites/{site}/events",
      id: "streamSiteEvents",
      summary:
        "What happens on the site, as it happens: entry.saved, entry.published, entry.unpublished, entry.deleted, type.changed, media.changed, job.progress; after `Last-Event-ID` also what was missed",
      policy: onSite("site.read"),
      input: {},
      mediaType: "text/event-stream",
      handle: async ({ site, request, response, authorise }) => {
        if (request.method === "HEAD") {
          response.set("Content-Type", "text/event-stream; charset=utf-8").end();
          return;
        }
        // Before the answer begins, so that a site that cannot be read is told as a problem.
        await sites.content(site.id);
        const { "last-event-id": last } = request.headers;
        const since = typeof last === "string" ? (parsePosition(last) ?? "lost") : undefined;
        const stream = openEventStream(response, { authorise });
        const stop = await events.listen(site.id, since, { take: stream.send, end: stream.end });
        await stream.closed;
        stop();
      },
    }),
  ];
}
