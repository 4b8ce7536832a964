import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { Hq } from "../../platform/hq.ts";
import { createRateLimiter, minuteWindow } from "../../platform/limits/rate-limit.ts";
import type { SiteRegistry } from "../registry/site-registry.ts";
import { personHere } from "./presence.ts";
import type { SiteEvents } from "./site-events.ts";

interface PresenceServices {
  readonly hq: Hq;
  readonly events: SiteEvents;
  readonly sites: SiteRegistry;
}

/** Per user and process: one update every few seconds in several windows, and one for each field change. */
const SIGNS_A_MINUTE = 120;

const body = z.strictObject({
  entry: z.string().max(64).meta({ description: "ID of the entry." }),
  window: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .meta({ description: "Random name of the browser window, kept as long as it is open." }),
  field: z
    .string()
    .max(64)
    .exactOptional()
    .meta({ description: "API ID of the field being edited." }),
  left: z.boolean().exactOptional().meta({ description: "Whether the user left the entry." }),
});

/** Shows who has which entry open. */
export function presenceRoutes({ hq, events, sites }: PresenceServices): readonly Route[] {
  const signs = createRateLimiter(minuteWindow(SIGNS_A_MINUTE), { now: hq.now });
  return [
    defineRoute({
      method: "post",
      path: "/sites/{site}/presence",
      id: "postPresence",
      summary:
        "Report that you have an entry open, and which field you are editing. Repeat it every ten seconds; it expires after thirty. Returns who else has the entry open. `presence.changed` events report changes",
      policy: onSite("site.read"),
      input: { body },
      answer: z.object({ people: z.array(personHere).readonly() }),
      handle: async ({ site, actor, role, body: { field, ...sign } }) => {
        const { userId, name, credential } = actor;
        if (credential.kind !== "session") {
          throw new CmsError("forbidden", "Only a user with a session can be present in an entry.");
        }
        if ((await signs.take(userId)) === undefined) throw tooMany();
        const { store } = await sites.content(site.id);
        if (sign.left !== true && store.entryById(sign.entry) === undefined) {
          throw new CmsError("content_not_found", `Entry not found: ${sign.entry}.`);
        }
        // View-only users don't edit fields.
        const writing = role === "view" || field === undefined ? {} : { field };
        const people = events.updatePresence({
          ...sign,
          ...writing,
          site: site.id,
          user: userId,
          name,
        });
        return { body: { people } };
      },
    }),
  ];
}

function tooMany(): CmsError {
  return new CmsError("rate_limited", "Too many presence updates. Send one every ten seconds.", {
    details: { retryAfterSeconds: 10 },
  });
}
