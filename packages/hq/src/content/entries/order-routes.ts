import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteServices } from "../../sites/services.ts";
import { entryAnswer } from "./entry-answer.ts";
import { ENTRY, entryParams } from "./entry-input.ts";
import { moveEntry } from "./move-entry.ts";
import { replyChanged, requireEntry } from "./reply-entry.ts";
import { requireSchema } from "./save-fields.ts";

const moveBody = z.union(
  [
    z.strictObject({ direction: z.enum(["up", "down"]) }),
    z.strictObject({
      before: z.string().nullable().meta({ description: "Id of an entry; null for the end." }),
    }),
  ],
  {
    error: 'Send either {"direction": "up" or "down"} or {"before": the id of an entry, or null}.',
  },
);

/** What moves entries, and makes others like them. */
export function orderRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${ENTRY}/move`,
      id: "moveEntry",
      summary: "Move an entry in the order of its list; live lists change at once",
      policy: onSite("entry.publish"),
      input: { params: entryParams, body: moveBody },
      answer: entryAnswer,
      handle: async ({ site, actor, params, body }) => {
        const content = await sites.content(site.id);
        const ref = requireEntry(content.store, params);
        await moveEntry(content, ref, {
          move: body,
          actor: siteActor(actor),
          now: hq.now,
          follow: async () => sites.follow(site.id),
        });
        return replyChanged(sites, site.id, { ref });
      },
    }),
    defineRoute({
      method: "post",
      path: `${ENTRY}/duplicate`,
      id: "duplicateEntry",
      summary: "Make a draft with the same values, and a slug of its own",
      policy: onSite("entry.write"),
      input: { params: entryParams },
      status: 201,
      answer: entryAnswer,
      handle: async ({ site, actor, params }) => {
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        if (requireSchema(store, ref.type).kind === "object") {
          throw new CmsError("conflict", `"${ref.type}" is an object type and has its one entry.`);
        }
        const { values } = await store.readUpgraded(ref);
        const input = { type: ref.type, values };
        const saved = await store.saveEntry(input, { actor: siteActor(actor) });
        const reply = await replyChanged(sites, site.id, { ref: saved.ref, saved });
        return reply;
      },
    }),
  ];
}
