import { CmsError } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import type { Hq } from "../../platform/hq.ts";
import { onSite } from "../workspaces/policies.ts";
import { readDraftKey, regenerateDraftKey } from "./draft-key.ts";
import { createReadKey, listReadKeys, revokeReadKey } from "./read-keys.ts";

const key = z.object({
  id: z.string(),
  siteId: z.string(),
  name: z.string(),
  hint: z.string().meta({ description: "Its first and last characters." }),
  createdAt: z.string(),
  revokedAt: z.string().optional(),
  lastUsedAt: z.string().optional().meta({ description: "Rounded to the minute." }),
});

const keyAnswer = key.meta({ id: "ApiKey" });

/** `/sites/{site}/keys` and `/draft-key`: keys of the read API. */
export function keyRoutes(services: { readonly hq: Hq }): readonly Route[] {
  return [...readKeyRoutes(services), ...draftKeyRoutes(services)];
}

function readKeyRoutes({ hq: { database, now } }: { readonly hq: Hq }): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/keys",
      id: "listReadKeys",
      summary: "List the API keys of the site, including revoked keys",
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
      summary: "Create an API key. The response contains the key, which is shown only once",
      policy: onSite("site.keys"),
      tells: "key.changed",
      sensitive: true,
      input: { body: z.strictObject({ name: z.string().trim().min(1).max(100) }) },
      audit: { event: "read-key.created", names: ["name"] },
      status: 201,
      answer: key.extend({ key: z.string() }).meta({ id: "CreatedApiKey" }),
      handle: async ({ site, body }) => ({
        body: await createReadKey(database, { siteId: site.id, name: body.name }, { now }),
      }),
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/keys/{id}",
      id: "revokeReadKey",
      summary: "Revoke an API key",
      policy: onSite("site.keys"),
      tells: "key.changed",
      input: { params: z.object({ id: z.string() }) },
      audit: { event: "read-key.revoked" },
      answer: nothing,
      handle: async ({ site, params: { id } }) => {
        const keys = await listReadKeys(database, site.id);
        if (!keys.some((one) => one.id === id)) {
          throw new CmsError("not_found", `API key not found in this site: ${id}.`);
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
        "Get the metadata of the site's draft key. The key itself is shown only once, when it is generated",
      policy: onSite("site.keys"),
      input: {},
      answer: z.object({ lastFour: z.string().nullable(), madeAt: z.string().nullable() }).meta({
        id: "DraftKey",
        description: "Both are null if no key was generated.",
      }),
      handle: async ({ site }) => ({
        body: (await readDraftKey(database, site.id)) ?? { lastFour: null, madeAt: null },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/draft-key",
      id: "regenerateDraftKey",
      summary: "Regenerate the draft key. The previous key and all its preview tokens stop working",
      policy: onSite("site.keys"),
      tells: "key.changed",
      sensitive: true,
      input: {},
      audit: { event: "draft-key.regenerated" },
      status: 201,
      answer: z
        .object({ lastFour: z.string(), madeAt: z.string(), draftKey: z.string() })
        .meta({ id: "CreatedDraftKey" }),
      handle: async ({ site }) => ({
        body: await regenerateDraftKey(database, site.id, { now }),
      }),
    }),
  ];
}
