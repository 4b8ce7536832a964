import { CmsError, type ContentType } from "@loam/cms-core";
import { renderDraft } from "@loam/cms-core/drafts";
import { type SchemaImpact, schemaImpact } from "@loam/cms-core/publish";
import { sampleFile } from "@loam/cms-core/schema";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, type Route } from "../../api/route.ts";
import { entryRefAnswer } from "../../api/shared-answers.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import type { SiteServices } from "../../sites/services.ts";
import { readNewType, readSchema } from "./read-type.ts";
import { requireType, type ShownChange, shownChange } from "./type-answer.ts";
import { schemaBody } from "./type-body.ts";

interface ShownProblem {
  readonly path?: string;
  readonly message: string;
}

/** The impact of publishing a schema. */
export interface ImpactAnswer extends Omit<SchemaImpact, "changes" | "issues" | "effects"> {
  readonly changes: readonly ShownChange[];
  readonly problems: readonly ShownProblem[];
  readonly effects: readonly (Omit<SchemaImpact["effects"][number], "kind"> & {
    readonly kind: string;
  })[];
}

export const impactAnswer: z.ZodType<ImpactAnswer, ImpactAnswer> = z
  .object({
    apiId: z.string(),
    version: z.int().meta({ description: "The newest published version; 0 for none." }),
    changes: z.array(shownChange).readonly(),
    problems: z
      .array(z.object({ path: z.string().exactOptional(), message: z.string() }))
      .readonly()
      .meta({
        description: "Problems that prevent publishing. If there are any, nothing else is checked.",
      }),
    entries: z.int().meta({ description: "Number of checked entries." }),
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
        entries: z.array(entryRefAnswer).readonly(),
        files: z.array(z.string()).readonly(),
        refused: z.array(z.string()).readonly(),
      })
      .meta({ description: "Changes if all live entries were published again." }),
  })
  .meta({ id: "SchemaImpact" });

/** Converts an impact for responses. */
export function answerImpact({ issues, ...impact }: SchemaImpact): ImpactAnswer {
  const problems = issues.map(({ field, message }) => {
    return { ...(field !== undefined && { path: field }), message };
  });
  return { ...impact, problems };
}

const TYPE = "/sites/{site}/types/{api_id}";
const params = z.object({ api_id: z.string() });

/** Previews how a schema would be published and its impact. */
export function schemaPreviewRoutes(services: SiteServices): readonly Route[] {
  return [...impactRoutes(services), ...sampleRoutes(services)];
}

function impactRoutes({ sites }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${TYPE}/schema/impact`,
      id: "getSchemaImpact",
      summary: "Check how publishing the working schema would affect entries",
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
      method: "post",
      path: `${TYPE}/schema/impact`,
      id: "previewSchemaImpact",
      summary: "Check how an unsaved schema would affect entries",
      policy: onSite("site.read"),
      input: { params, body: schemaBody },
      answer: impactAnswer,
      handle: async ({ site, params: { api_id: apiId }, body }) => {
        const { store } = await sites.content(site.id);
        const type = readSchema(body, requireType(store, apiId));
        const impact = await schemaImpact(store, apiId, { live: sites.live(site.id), type });
        return { body: answerImpact(impact) };
      },
    }),
  ];
}

function sampleRoutes({ hq, sites, publicStorageUrl }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${TYPE}/sample`,
      id: "getSample",
      summary: "Preview the JSON of the working schema, with examples",
      policy: onSite("site.read"),
      input: { params },
      answer: z.unknown(),
      handle: async ({ site, params: { api_id: apiId } }) => {
        const { store } = await sites.content(site.id);
        const publicUrl = `${publicStorageUrl}/${site.id}`;
        return { body: sampleJson(store, requireType(store, apiId).type, publicUrl) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${TYPE}/sample`,
      id: "previewSample",
      summary: "Preview the JSON of an unsaved schema, with examples",
      policy: onSite("site.read"),
      input: {
        params,
        query: z.object({
          entry: z.string().max(200).exactOptional().meta({
            description: "ID or slug of an entry. Returns its JSON as it would be published.",
          }),
        }),
        body: schemaBody,
      },
      answer: z.unknown(),
      handle: async ({ site, params: { api_id: apiId }, query: { entry }, body }) => {
        const content = await sites.content(site.id);
        const { store } = content;
        const known = store.type(apiId);
        const type =
          known === undefined
            ? readNewType({ kind: "list", ...body, apiId }, [])
            : readSchema(body, known);
        const publicUrl = `${publicStorageUrl}/${site.id}`;
        if (entry === undefined) return { body: sampleJson(store, type, publicUrl) };
        const ref = store.findEntry(apiId, entry);
        if (ref === undefined) {
          throw new CmsError("content_not_found", `Entry not found in "${apiId}": ${entry}.`);
        }
        const live = sites.live(site.id);
        const [indexed] = await content.index.find(ref.id);
        const json = await renderDraft(store, ref, {
          publicUrl,
          updatedAt: indexed?.updatedAt ?? hq.now().toISOString(),
          publishedAt: indexed?.live?.publishedAt ?? hq.now().toISOString(),
          live: (id) => live.entry(id),
          schema: type,
        });
        return { body: JSON.parse(json) };
      },
    }),
  ];
}

function sampleJson(store: SiteStore, type: ContentType, publicUrl: string): unknown {
  const typeOf = (apiId: string): ContentType | undefined => store.type(apiId)?.type;
  return JSON.parse(sampleFile(type, { typeOf, publicUrl }));
}
