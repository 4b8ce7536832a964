import type { ContentType } from "@loam/cms-core";
import { type SchemaImpact, schemaImpact } from "@loam/cms-core/publish";
import { sampleFile } from "@loam/cms-core/schema";
import type { SiteStore } from "@loam/cms-core/store";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { bringSettingsLive } from "../../sites/publisher/publish-site.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteServices } from "../../sites/services.ts";
import { readNewType, readSchema } from "./read-type.ts";
import {
  type ShownChange,
  shownChange,
  answerSchema,
  requireType,
  schemaAnswer,
  typeVersion,
} from "./type-answer.ts";
import { schemaBody } from "./type-body.ts";

interface ShownProblem {
  readonly path?: string;
  readonly message: string;
}

/** What publishing a schema would do. */
export interface ImpactAnswer extends Omit<SchemaImpact, "changes" | "issues" | "effects"> {
  readonly changes: readonly ShownChange[];
  readonly problems: readonly ShownProblem[];
  readonly effects: readonly (Omit<SchemaImpact["effects"][number], "kind"> & {
    readonly kind: string;
  })[];
}

const affected = z.object({ id: z.string(), type: z.string(), slug: z.string() });

export const impactAnswer: z.ZodType<ImpactAnswer, ImpactAnswer> = z
  .object({
    apiId: z.string(),
    version: z.int().meta({ description: "The newest published one; 0 for none." }),
    changes: z.array(shownChange).readonly(),
    problems: z
      .array(z.object({ path: z.string().exactOptional(), message: z.string() }))
      .readonly()
      .meta({ description: "Why it cannot be published; nothing else is looked at then." }),
    entries: z.int().meta({ description: "How many entries were looked at." }),
    effects: z
      .array(
        z.object({
          kind: z.string(),
          field: z.string(),
          count: z.int(),
          ids: z.array(z.string()).readonly(),
        }),
      )
      .readonly(),
    republish: z
      .object({
        entries: z.array(affected).readonly(),
        files: z.array(z.string()).readonly(),
        refused: z.array(z.string()).readonly(),
      })
      .meta({ description: "What would change if everything live were published again." }),
  })
  .meta({ id: "SchemaImpact" });

/** An impact as it is answered. */
export function answerImpact({ issues, ...impact }: SchemaImpact): ImpactAnswer {
  const problems = issues.map(({ field, message }) => {
    return { ...(field !== undefined && { path: field }), message };
  });
  return { ...impact, problems };
}

const TYPE = "/sites/{site}/types/{api_id}";
const params = z.object({ api_id: z.string() });

/** The schema of a content type: its working version, its frozen ones, and what they are published as. */
export function schemaRoutes(services: SiteServices): readonly Route[] {
  return [...editingRoutes(services), ...lookingAheadRoutes(services)];
}

function editingRoutes({ hq, sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${TYPE}/schema`,
      id: "getSchema",
      summary: "The working schema of a type, and what of it is not published",
      policy: onSite("site.read"),
      input: { params },
      answer: schemaAnswer,
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        return {
          body: answerSchema(requireType(store, apiId)),
          version: await typeVersion(store, apiId),
        };
      },
    }),
    defineRoute({
      method: "put",
      path: `${TYPE}/schema`,
      id: "saveSchema",
      summary: "Save the working schema; with If-Match what others saved meanwhile is merged",
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
          body: answerSchema(requireType(store, apiId)),
          version,
          unchanged: version === before,
        };
      },
    }),
    defineRoute({
      method: "post",
      path: `${TYPE}/schema/publish`,
      id: "publishSchema",
      summary: "Freeze the working schema as the next version; no entry is published by it",
      policy: onSite("schema.write"),
      commits: true,
      input: { params },
      answer: z.object({ version: z.int(), changed: z.boolean() }),
      handle: async ({ site, actor, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        const before = requireType(store, apiId).latest?.version;
        const { version } = await store.publishSchema(apiId, { actor: siteActor(actor) });
        await bringSettingsLive(hq, store, siteActor(actor));
        await sites.follow(site.id);
        const changed = version !== before;
        return { body: { version, changed }, unchanged: !changed };
      },
    }),
  ];
}

/** What a schema will be published as, and what publishing it would mean. */
function lookingAheadRoutes({ sites, publicStorageUrl }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${TYPE}/schema/impact`,
      id: "getSchemaImpact",
      summary: "What publishing the working schema would mean for the entries",
      policy: onSite("site.read"),
      input: { params },
      answer: impactAnswer,
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        const impact = await schemaImpact(store, apiId, { live: sites.live(site.id) });
        return { body: answerImpact(impact) };
      },
    }),
    defineRoute({
      method: "get",
      path: `${TYPE}/sample`,
      id: "getSample",
      summary: "The JSON that entries of the working schema will be published as, with examples",
      policy: onSite("site.read"),
      input: { params },
      answer: z.unknown(),
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        const publicUrl = `${publicStorageUrl}/${site.id}`;
        return { body: sampleOf(store, requireType(store, apiId).type, publicUrl) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${TYPE}/sample`,
      id: "previewSample",
      summary: "The same for a schema that is not saved yet; nothing is written",
      policy: onSite("site.read"),
      input: { params, body: schemaBody },
      answer: z.unknown(),
      handle: async ({ site, params: { api_id: apiId }, body }) => {
        const { store } = await sites.content(site.id);
        const known = store.type(apiId);
        const type =
          known === undefined
            ? readNewType({ kind: "list", ...body, apiId }, [])
            : readSchema(body, known);
        return { body: sampleOf(store, type, `${publicStorageUrl}/${site.id}`) };
      },
    }),
  ];
}

function sampleOf(store: SiteStore, type: ContentType, publicUrl: string): unknown {
  const typeOf = (apiId: string): ContentType | undefined => store.type(apiId)?.type;
  return JSON.parse(sampleFile(type, { typeOf, publicUrl }));
}
