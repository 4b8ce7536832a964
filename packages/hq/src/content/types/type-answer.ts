import {
  CmsError,
  type ContentType,
  type Field,
  type Issue,
  type SchemaVersion,
} from "@loam/cms-core";
import { classifyPath, typePath } from "@loam/cms-core/content";
import type { StateCounts } from "@loam/cms-core/find";
import type { LoggedVersion } from "@loam/cms-core/history";
import type { DeletedField } from "@loam/cms-core/publish";
import { diffTypes, type SchemaChange } from "@loam/cms-core/schema";
import type { SiteStore, TypeState } from "@loam/cms-core/site";
import { z } from "zod";
import { authorAnswer } from "../../api/shared-answers.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";

/** A field that references entries of a type. */
interface TypeUser {
  /** API id of its content type. */
  readonly type: string;
  /** Dotted API ids. */
  readonly field: string;
}

export interface TypeSummary extends Pick<ContentType, "apiId" | "kind" | "label" | "description"> {
  /** Newest published version of the schema. 0 if there is none. */
  readonly version: number;
  readonly unpublishedChanges: number;
  /** Number of fields in the working schema, without fields of rows. */
  readonly fields: number;
  readonly entries: StateCounts;
  readonly referredToBy: readonly TypeUser[];
}

/** A problem in a schema file. */
interface ShownFileProblem {
  readonly message: string;
  readonly line?: number;
}

/** A content type whose `type.yml` cannot be read. */
interface BrokenType {
  readonly apiId: string;
  readonly path: string;
  readonly problems: readonly ShownFileProblem[];
}

export const typeKind: z.ZodType<ContentType["kind"], ContentType["kind"]> = z
  .enum(["list", "object"])
  .meta({ id: "ContentTypeKind" });

/** A content type in a list. */
export const typeSummary: z.ZodType<TypeSummary, TypeSummary> = z
  .object({
    apiId: z.string(),
    kind: typeKind,
    label: z.string(),
    description: z.string().exactOptional(),
    version: z.int().meta({ description: "Newest published version of the schema; 0 for none." }),
    unpublishedChanges: z
      .int()
      .meta({ description: "Number of changes to the working schema since that version." }),
    fields: z
      .int()
      .meta({ description: "Number of fields in the working schema, without fields of rows." }),
    entries: z.object({
      all: z.int(),
      draft: z.int(),
      published: z.int(),
      changed: z.int(),
      unpublished: z.int(),
      broken: z.int(),
      scheduled: z.int().meta({ description: "Counted in addition to the states." }),
    }),
    referredToBy: z
      .array(
        z.object({
          type: z.string(),
          field: z.string().meta({ description: "Dotted API IDs." }),
        }),
      )
      .readonly()
      .meta({ description: "Fields in working schemas that reference its entries." }),
  })
  .meta({ id: "ContentType" });

const fileProblem = z
  .object({ message: z.string(), line: z.int().exactOptional() })
  .meta({ id: "SchemaProblem" });

/** A content type whose `type.yml` cannot be read. */
export const brokenType: z.ZodType<BrokenType, BrokenType> = z
  .object({ apiId: z.string(), path: z.string(), problems: z.array(fileProblem).readonly() })
  .meta({ id: "BrokenContentType" });

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
  /** Problems that make `type.yml` unreadable. `schema` is then the newest published version. */
  readonly problems: readonly ShownFileProblem[];
}

const shownField = z
  .looseObject({
    id: z.string(),
    apiId: z.string(),
    label: z.string(),
    type: z.string(),
    required: z.boolean(),
    multiple: z.boolean(),
  })
  .meta({ id: "Field" });

const schemaParts = z.object({
  apiId: z.string(),
  kind: typeKind,
  label: z.string(),
  description: z.string().exactOptional(),
  body: z.string().exactOptional(),
  fields: z.array(shownField).readonly(),
});

const shownSchema = schemaParts.meta({ id: "SchemaDefinition" });

export const shownChange: z.ZodType<ShownChange, ShownChange> = z
  .object({
    kind: z.string(),
    field: z.string().meta({ description: "Dotted API IDs; empty if it concerns the type." }),
    before: z.string().exactOptional(),
    after: z.string().exactOptional(),
  })
  .meta({ id: "SchemaChange" });

/** A type's working schema and the newest published version. */
export const schemaAnswer: z.ZodType<SchemaAnswer, SchemaAnswer> = z
  .object({
    schema: shownSchema.meta({ description: "The working schema, as sent with PUT." }),
    published: schemaParts.extend({ version: z.int() }).exactOptional(),
    changes: z.array(shownChange).readonly(),
    problems: z.array(fileProblem).readonly().meta({
      description:
        "Problem that makes `type.yml` unreadable, for example after a push. `schema` is then the newest published version.",
    }),
  })
  .meta({ id: "WorkingSchema" });

interface VersionAnswer {
  readonly version: number;
  readonly when?: string;
  readonly author?: { readonly name: string; readonly email: string };
  readonly schema: ShownSchema;
}

/** A published version of a schema. */
export const versionAnswer: z.ZodType<VersionAnswer, VersionAnswer> = z
  .object({
    version: z.int(),
    when: z.string().exactOptional().meta({ description: "Time it was published." }),
    author: authorAnswer.exactOptional(),
    schema: shownSchema,
  })
  .meta({ id: "SchemaVersion" });

/** Converts a published version for responses. */
export function answerVersion(
  { version, ...schema }: SchemaVersion,
  logged: LoggedVersion | undefined,
): VersionAnswer {
  const published = logged && {
    when: logged.when,
    author: { name: logged.author.name, email: logged.author.email },
  };
  return { version, ...published, schema };
}

type DeletedFieldAnswer = Omit<DeletedField, "field"> & {
  readonly field: ShownSchema["fields"][number];
};

const holders = z
  .object({
    count: z.int(),
    ids: z.array(z.string()).readonly().meta({ description: "The first 20." }),
  })
  .meta({ id: "FieldHolders" });

/** A deleted field and where its values still exist. */
export const deletedFieldAnswer: z.ZodType<DeletedFieldAnswer, DeletedFieldAnswer> = z
  .object({
    field: shownField,
    lastVersion: z.int().meta({ description: "The last published version that contains it." }),
    files: holders.meta({ description: "Entries whose files still contain a value of it." }),
    live: holders.meta({ description: "Live entries whose JSON still contains it." }),
  })
  .meta({ id: "DeletedField" });

/** Summarizes the content types of a site, by API id. */
export async function summariseTypes({ store, index }: SiteContent): Promise<TypeSummary[]> {
  const known = new Map((await index.types()).map((type) => [type.apiId, type.entries]));
  return store
    .types()
    .map((state) => toSummary(store, state, known.get(state.type.apiId)))
    .toSorted((a, b) => (a.apiId < b.apiId ? -1 : 1));
}

/** Summarizes one content type. @throws CmsError `content_type_not_found` */
export async function summariseType(
  { store, index }: SiteContent,
  apiId: string,
): Promise<TypeSummary> {
  const state = requireType(store, apiId);
  const known = (await index.types()).find((type) => type.apiId === apiId);
  return toSummary(store, state, known?.entries);
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

function toSummary(
  store: SiteStore,
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
    fields: type.fields.length,
    entries,
    referredToBy: findTypeUsers(store, apiId),
  };
}

function findTypeUsers(store: SiteStore, target: string): readonly TypeUser[] {
  return store.types().flatMap(({ type: { apiId: type, fields } }) =>
    referencesIn(fields)
      .filter(({ to }) => to.includes(target))
      .map(({ path: field }) => ({ type, field })),
  );
}

interface Reference {
  readonly to: readonly string[];
  readonly path: string;
}

function referencesIn(fields: readonly Field[], prefix = ""): readonly Reference[] {
  return fields.flatMap((field) => {
    const path = prefix + field.apiId;
    if (field.type === "repeat") return referencesIn(field.fields, `${path}.`);
    return field.type === "reference" ? [{ to: field.to, path }] : [];
  });
}

/** Returns the types whose `type.yml` cannot be read, so no form can be shown. */
export function brokenTypes(store: SiteStore): readonly BrokenType[] {
  const byPath = Map.groupBy(store.problems(), ({ path = "" }) => path);
  return [...byPath].flatMap(([path, issues]) => {
    const identity = classifyPath(path, store.site());
    if (identity.kind !== "type") return [];
    return [{ apiId: identity.apiId, path, problems: issues.map(showIssue) }];
  });
}

function showIssue({ message, line }: Issue): ShownFileProblem {
  return { message, ...(line !== undefined && { line }) };
}

/** @throws CmsError `content_type_not_found` */
export function requireType(store: SiteStore, apiId: string): TypeState {
  const state = store.type(apiId);
  if (state !== undefined) return state;
  throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
}

/** Converts the schemas of a type for responses. */
export function answerSchema(store: SiteStore, { type, latest }: TypeState): SchemaAnswer {
  return {
    schema: withoutVersion(type),
    ...(latest !== undefined && { published: latest }),
    changes: diffTypes(latest, type),
    problems: brokenTypes(store).find(({ apiId }) => apiId === type.apiId)?.problems ?? [],
  };
}

/** The replacement for an unreadable schema is one of its versions. */
function withoutVersion(type: ContentType): ContentType {
  const { version: _, ...schema }: ContentType & { readonly version?: number } = type;
  return schema;
}

/** Returns the version of a type: the blob of its file. */
export async function typeVersion(store: SiteStore, apiId: string): Promise<string> {
  const file = await store.repository.readPath(store.head(), typePath(apiId));
  if (file !== undefined) return file.oid;
  throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
}
