import { CmsError, type ContentType, type Field } from "@loam/cms-core";
import { typePath } from "@loam/cms-core/content";
import type { StateCounts } from "@loam/cms-core/content-index";
import { diffTypes, type SchemaChange } from "@loam/cms-core/schema";
import type { SiteStore, TypeState } from "@loam/cms-core/store";
import { z } from "zod";
import type { SiteContent } from "../../sites/registry/site-content.ts";

export interface TypeSummary extends Pick<ContentType, "apiId" | "kind" | "label" | "description"> {
  /** Newest published version of the schema; 0 for none. */
  readonly version: number;
  readonly unpublishedChanges: number;
  readonly entries: StateCounts;
}

/** A content type in a list of them. */
export const typeSummary: z.ZodType<TypeSummary, TypeSummary> = z
  .object({
    apiId: z.string(),
    kind: z.enum(["list", "object"]),
    label: z.string(),
    description: z.string().exactOptional(),
    version: z.int().meta({ description: "Newest published version of the schema; 0 for none." }),
    unpublishedChanges: z.int().meta({ description: "Of the working schema since." }),
    entries: z.object({
      all: z.int(),
      draft: z.int(),
      published: z.int(),
      changed: z.int(),
      unpublished: z.int(),
      broken: z.int(),
      scheduled: z.int().meta({ description: "Counted beside the states." }),
    }),
  })
  .meta({ id: "ContentType" });

interface ShownSchema extends Omit<ContentType, "fields"> {
  readonly fields: readonly (Pick<Field, "id" | "apiId" | "label" | "required" | "multiple"> & {
    readonly type: string;
  })[];
}

export interface ShownChange extends Omit<SchemaChange, "kind"> {
  readonly kind: string;
}

export interface SchemaAnswer {
  readonly schema: ShownSchema;
  readonly published?: ShownSchema & { readonly version: number };
  readonly changes: readonly ShownChange[];
}

const shownSchema = z.object({
  apiId: z.string(),
  kind: z.enum(["list", "object"]),
  label: z.string(),
  description: z.string().exactOptional(),
  body: z.string().exactOptional(),
  fields: z
    .array(
      z
        .looseObject({
          id: z.string(),
          apiId: z.string(),
          label: z.string(),
          type: z.string(),
          required: z.boolean(),
          multiple: z.boolean(),
        })
        .meta({ id: "Field" }),
    )
    .readonly(),
});

export const shownChange: z.ZodType<ShownChange, ShownChange> = z
  .object({
    kind: z.string(),
    field: z.string().meta({ description: "Dotted API ids; empty where it is about the type." }),
    before: z.string().exactOptional(),
    after: z.string().exactOptional(),
  })
  .meta({ id: "SchemaChange" });

/** A type's working schema beside the newest published one. */
export const schemaAnswer: z.ZodType<SchemaAnswer, SchemaAnswer> = z
  .object({
    schema: shownSchema.meta({ description: "The working schema, as PUT takes it." }),
    published: shownSchema.extend({ version: z.int() }).exactOptional(),
    changes: z.array(shownChange).readonly(),
  })
  .meta({ id: "Schema" });

/** The content types of a site, by API id. */
export async function summariseTypes({ store, index }: SiteContent): Promise<TypeSummary[]> {
  const known = new Map((await index.types()).map((type) => [type.apiId, type.entries]));
  return store
    .types()
    .map((state) => summaryOf(state, known.get(state.type.apiId)))
    .toSorted((a, b) => (a.apiId < b.apiId ? -1 : 1));
}

/** One of them. @throws CmsError `content_type_not_found` */
export async function summariseType(
  { store, index }: SiteContent,
  apiId: string,
): Promise<TypeSummary> {
  const state = requireType(store, apiId);
  const known = (await index.types()).find((type) => type.apiId === apiId);
  return summaryOf(state, known?.entries);
}

const NO_ENTRIES = {
  all: 0,
  draft: 0,
  published: 0,
  changed: 0,
  unpublished: 0,
  broken: 0,
  scheduled: 0,
};

function summaryOf(
  { type, latest }: TypeState,
  entries: TypeSummary["entries"] = NO_ENTRIES,
): TypeSummary {
  const { apiId, kind, label, description } = type;
  return {
    apiId,
    kind,
    label,
    ...(description !== undefined && { description }),
    version: latest?.version ?? 0,
    unpublishedChanges: diffTypes(latest, type).length,
    entries,
  };
}

/** @throws CmsError `content_type_not_found` */
export function requireType(store: SiteStore, apiId: string): TypeState {
  const state = store.type(apiId);
  if (state !== undefined) return state;
  throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
}

/** The schemas of a type as they are answered. */
export function answerSchema({ type, latest }: TypeState): SchemaAnswer {
  return {
    schema: type,
    ...(latest !== undefined && { published: latest }),
    changes: diffTypes(latest, type),
  };
}

/** The version of a type: the blob of its file. */
export async function typeVersion(store: SiteStore, apiId: string): Promise<string> {
  const file = await store.repository.readPath(store.head(), typePath(apiId));
  if (file !== undefined) return file.oid;
  throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
}
