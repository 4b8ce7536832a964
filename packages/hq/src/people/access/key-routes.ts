import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import { onSite } from "../workspaces/policies.ts";
import { readDraftKey, regenerateDraftKey } from "./draft-key.ts";
import { createReadKey, listReadKeys, revokeReadKey } from "./read-keys.ts";

const keyAnswer = z
  .object({
    id: z.string(),
    siteId: z.string(),
    name: z.string(),
    hint: z.string().meta({ description: "Its beginning and last characters." }),
    createdAt: z.string(),
    revokedAt: z.string().optional(),
    lastUsedAt: z.string().optional().meta({ description: "To the minute." }),
  })
  .meta({ id: "ReadKey" });

/** `/sites/{site}/keys` and `/draft-key`: what opens the read API. */
export function keyRoutes(services: { readonly hq: Hq }): readonly Route[] {
  return [...readKeyRoutes(services), ...draftKeyRoutes(services)];
}

function readKeyRoutes({ hq: { database, now } }: { readonly hq: Hq }): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/keys",
      id: "listReadKeys",
      summary: "The read keys of the site, revoked ones included",
      policy: onSite("site.keys"),
      input: {},
      answer: z.object({ keys: z.array(keyAnswer) }),
      handle: async ({ site }) => ({
        body: { keys: [...(await listReadKeys(database, site.id))] },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/keys",
      id: "createReadKey",
      summary: "Make a read key; it is shown in this answer and never again",
      policy: onSite("site.keys"),
      tells: "key.changed",
      sensitive: true,
      input: { body: z.strictObject({ name: z.string().trim().min(1).max(100) }) },
      audit: { event: "read-key.created", names: ["name"] },
      status: 201,
      answer: keyAnswer.extend({ key: z.string() }),
      handle: async ({ site, body }) => ({
        body: await createReadKey(database, { siteId: site.id, name: body.name }, { now }),
      }),
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/keys/{id}",
      id: "revokeReadKey",
      summary: "End a read key at once",
      policy: onSite("site.keys"),
      tells: "key.changed",
      input: { params: z.object({ id: z.string() }) },
      audit: { event: "read-key.revoked" },
      answer: nothing,
      handle: async ({ site, params: { id } }) => {
        const keys = await listReadKeys(database, site.id);
        if (!keys.some((key) => key.id === id)) {
          throw new CmsError("not_found", `The site has no read key ${id}.`);
        }
        await revokeReadKey(database, id, { now });
        return { body: undefined };
      },
    }),
  ];
}

function draftKeyRoutes({ hq: { database, now } }: { readonly hq: Hq }): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/draft-key",
      id: "getDraftKey",
      summary:
        "What is known of the site's draft key; the key itself is shown once, when it is made",
      policy: onSite("site.keys"),
      input: {},
      answer: z.object({ lastFour: z.string().nullable(), madeAt: z.string().nullable() }).meta({
        description: "Both null while none was made.",
      }),
      handle: async ({ site }) => ({
        body: (await readDraftKey(database, site.id)) ?? { lastFour: null, madeAt: null },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/draft-key",
      id: "regenerateDraftKey",
      summary:
        "Make the draft key anew; the one before ends at once, and every preview token with it",
      policy: onSite("site.keys"),
      tells: "key.changed",
      sensitive: true,
      input: {},
      audit: { event: "draft-key.regenerated" },
      status: 201,
      answer: z.object({ lastFour: z.string(), madeAt: z.string(), draftKey: z.string() }),
      handle: async ({ site }) => ({
        body: await regenerateDraftKey(database, site.id, { now }),
      }),
    }),
  ];
}
