import { z } from "zod";
import { onSite } from "../manage/policy.ts";
import { defineRoute, type Route } from "../manage/route.ts";
import { makePreviewToken } from "../read-api/preview-token.ts";
import type { HqServices } from "../services.ts";
import { ENTRY, entryParams } from "./entry-input.ts";
import { requireEntry } from "./reply-entry.ts";

/** Tokens with which a website shows an entry as it is being written. */
export function previewRoutes({ hq, sites, identity }: HqServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${ENTRY}/preview-token`,
      id: "createPreviewToken",
      summary: "A draft key for this entry alone, which ends in an hour",
      policy: onSite("entry.write"),
      input: { params: entryParams },
      status: 201,
      answer: z.object({
        token: z.string().meta({ description: "To be sent as `draftKey`, beside a read key." }),
        expiresAt: z.string(),
      }),
      handle: async ({ site, params }) => {
        const { store } = await sites.content(site.id);
        const { id: entryId } = requireEntry(store, params);
        const body = makePreviewToken(identity.sealer, { siteId: site.id, entryId }, hq);
        return { body: { ...body } };
      },
    }),
  ];
}
