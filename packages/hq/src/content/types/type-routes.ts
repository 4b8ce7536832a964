import { CmsError, countOf } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { applySettingsLive } from "../../sites/publisher/publish-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { readNewType } from "./read-type.ts";
import {
  brokenType,
  brokenTypes,
  summariseType,
  summariseTypes,
  typeSummary,
  typeVersion,
} from "./type-answer.ts";
import { newTypeBody } from "./type-body.ts";

const TYPES = "/sites/{site}/types";

/** Content types: list, get, and create. */
export function typeRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: TYPES,
      id: "listTypes",
      summary: "List the content types of a site, with the number of entries by state",
      policy: onSite("site.read"),
      input: {},
      answer: z.object({
        types: z.array(typeSummary),
        broken: z.array(brokenType).readonly().meta({
          description: "Types whose `type.yml` cannot be read, for example after a push.",
        }),
      }),
      handle: async ({ site }) => {
        const content = await sites.content(site.id);
        const types = await summariseTypes(content);
        return { body: { types, broken: brokenTypes(content.store) } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${TYPES}/{api_id}`,
      id: "getType",
      summary: "Get a content type",
      policy: onSite("site.read"),
      input: { params: z.object({ api_id: z.string() }) },
      answer: typeSummary,
      handle: async ({ site, params: { api_id: apiId } }) => {
        const content = await sites.content(site.id);
        return {
          body: await summariseType(content, apiId),
          version: await typeVersion(content.store, apiId),
        };
      },
    }),
    defineRoute({
      method: "delete",
      path: `${TYPES}/{api_id}`,
      id: "deleteType",
      summary: "Delete a content type. It must not have any entries",
      policy: onSite("schema.write"),
      commits: true,
      input: { params: z.object({ api_id: z.string() }) },
      versioned: true,
      answer: nothing,
      handle: async ({ site, actor, params: { api_id: apiId }, ifMatch }) => {
        const { store, index } = await sites.content(site.id);
        const { total } = await index.list({ type: apiId, limit: 1 });
        if (total > 0) {
          throw new CmsError(
            "conflict",
            `"${apiId}" has ${countOf(total, "entry", "entries")}. Delete ${total === 1 ? "it" : "them"} first.`,
          );
        }
        await store.deleteType(apiId, {
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { expected: ifMatch }),
        });
        await applySettingsLive(hq, store, siteActor(actor));
        await sites.follow(site.id);
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "post",
      path: TYPES,
      id: "createType",
      summary: "Create a content type. Entries can be created once its schema is published",
      policy: onSite("schema.write"),
      commits: true,
      input: { body: newTypeBody },
      status: 201,
      answer: typeSummary,
      handle: async ({ site, actor, body }) => {
        const content = await sites.content(site.id);
        const { store } = content;
        const taken = store.types().map(({ type }) => type.apiId);
        const type = readNewType(body, taken);
        await store.saveType(type, { actor: siteActor(actor), isNew: true });
        await sites.follow(site.id);
        const { apiId } = type;
        return {
          body: await summariseType(content, apiId),
          version: await typeVersion(store, apiId),
        };
      },
    }),
  ];
}
