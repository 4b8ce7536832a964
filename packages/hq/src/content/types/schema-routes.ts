import { schemaLog } from "@loam/cms-core/history";
import { deletedFields } from "@loam/cms-core/publish";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { applySettingsLive } from "../../sites/publisher/publish-site.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { readSchema } from "./read-type.ts";
import {
  answerSchema,
  answerVersion,
  deletedFieldAnswer,
  requireType,
  schemaAnswer,
  typeVersion,
  versionAnswer,
} from "./type-answer.ts";
import { schemaBody } from "./type-body.ts";

const TYPE = "/sites/{site}/types/{api_id}";
const params = z.object({ api_id: z.string() });

/** The working schema of a content type (get, save, publish) and its published versions. */
export function schemaRoutes(services: SiteServices): readonly Route[] {
  return [...editingRoutes(services), ...pastRoutes(services)];
}

function editingRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${TYPE}/schema`,
      id: "getSchema",
      summary: "Get the working schema of a type and its unpublished changes",
      policy: onSite("site.read"),
      input: { params },
      answer: schemaAnswer,
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        return {
          body: answerSchema(store, requireType(store, apiId)),
          version: await typeVersion(store, apiId),
        };
      },
    }),
    defineRoute({
      method: "put",
      path: `${TYPE}/schema`,
      id: "saveSchema",
      summary: "Save the working schema. With If-Match, later changes by others are merged",
      policy: onSite("schema.write"),
      commits: true,
      input: { params, body: schemaBody },
      versioned: true,
      answer: schemaAnswer,
      handle: async ({ site, actor, params: { api_id: apiId }, body, ifMatch }) => {
        const { store } = await sites.content(site.id);
        const type = readSchema(body, requireType(store, apiId));
        const before = await typeVersion(store, apiId);
        await store.saveType(type, {
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        await sites.follow(site.id);
        const version = await typeVersion(store, apiId);
        return {
          body: answerSchema(store, requireType(store, apiId)),
          version,
          unchanged: version === before,
        };
      },
    }),
    defineRoute({
      method: "post",
      path: `${TYPE}/schema/publish`,
      id: "publishSchema",
      summary: "Publish the working schema as the next version. Entries are not published",
      policy: onSite("schema.write"),
      commits: true,
      input: { params },
      answer: z.object({ version: z.int(), changed: z.boolean() }),
      handle: async ({ site, actor, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        const before = requireType(store, apiId).latest?.version;
        const { version } = await store.publishSchema(apiId, { actor: siteActor(actor) });
        await applySettingsLive(hq, store, siteActor(actor));
        await sites.follow(site.id);
        const changed = version !== before;
        return { body: { version, changed }, unchanged: !changed };
      },
    }),
  ];
}

/** Published versions, and deleted fields. */
function pastRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${TYPE}/versions`,
      id: "listSchemaVersions",
      summary: "List the published schema versions of a type, newest first, with their authors",
      policy: onSite("site.read"),
      input: { params },
      answer: z.object({ versions: z.array(versionAnswer).readonly() }),
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        const { versions } = requireType(store, apiId);
        const log = new Map((await schemaLog(store, apiId)).map((one) => [one.version, one]));
        const versionList = [...versions.values()].map((schema) =>
          answerVersion(schema, log.get(schema.version)),
        );
        return { body: { versions: versionList.toReversed() } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${TYPE}/schema/deleted`,
      id: "listDeletedFields",
      summary: "List fields of earlier versions, and entries that still have their values",
      policy: onSite("site.read"),
      input: { params },
      answer: z.object({ fields: z.array(deletedFieldAnswer).readonly() }),
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        requireType(store, apiId);
        const fields = await deletedFields(store, apiId, sites.live(site.id));
        return { body: { fields } };
      },
    }),
  ];
}
