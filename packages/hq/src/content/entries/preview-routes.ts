import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { makePreviewToken } from "../../people/access/preview-token.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { ENTRY, entryParams } from "./entry-input.ts";
import { requireEntry } from "./reply-entry.ts";

/** Tokens with which a website shows an entry as it is being written. */
export function previewRoutes({ sites, identity }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${ENTRY}/preview-token`,
      id: "createPreviewToken",
      summary:
        "A draft key for this entry alone, which ends in an hour, or earlier with the site's draft key, a transfer, or your access",
      policy: onSite("entry.write"),
      input: { params: entryParams },
      status: 201,
      answer: z.object({
        token: z.string().meta({ description: "To be sent as `draftKey`, beside a read key." }),
        expiresAt: z.string(),
      }),
      handle: async ({ site, actor, params }) => {
        const { store } = await sites.content(site.id);
        const { id: entryId } = requireEntry(store, params);
        const previewed = { siteId: site.id, entryId, userId: actor.userId };
        return { body: await makePreviewToken(previewed, identity) };
      },
    }),
  ];
}
