import { type ContentType, type Field, type FieldType, CmsError, type Issue } from "@loam/cms-core";
import { findConflicts } from "@loam/cms-core/content";
import type { IndexedEntry } from "@loam/cms-core/find";
import { readVersion } from "@loam/cms-core/history";
import type { PublishIssues } from "@loam/cms-core/publish";
import type { SavedEntry } from "@loam/cms-core/site";
import { z } from "zod";
import { authorAnswer } from "../../api/shared-answers.ts";
import type { SiteContent } from "../../sites/registry/site-content.ts";

/** Values by API id, in schema order. Fields without a value are omitted. */
export type ShownFields = Readonly<Record<string, unknown>>;

/** Converts the values of an entry for responses, in the format that `readFields` accepts. */
export function showFields(
  values: ReadonlyMap<string, unknown>,
  { fields }: Pick<ContentType, "fields">,
): ShownFields {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values.get(field.id);
      return value === undefined ? [] : [[field.apiId, showValue(value, field)]];
    }),
  );
}

/**
 * Converts a value for responses: a select's option by its value, a reference as its id, a media value as an object,
 * rows with their ids. Also accepts values whose maps were converted to objects.
 */
export function showValue(value: unknown, field: Field): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => showItem(item, field));
  return showItem(value, field);
}

function showItem(value: unknown, field: Field): unknown {
  if (typeof value !== "object" || value === null) return value;
  return field.type === "repeat" ? showRow(value, field.fields) : showSingle(value, field.type);
}

/** Converts one value of a field other than a repeat. */
export function showSingle(value: unknown, type: FieldType): unknown {
  if (typeof value !== "object" || value === null) return value;
  return type === "reference" && "id" in value ? value.id : value;
}

function showRow(row: object, fields: readonly Field[]): unknown {
  const id = "id" in row ? row.id : undefined;
  const inner = "values" in row ? row.values : undefined;
  return { id, ...showFields(mapOf(inner), { fields }) };
}

function mapOf(values: unknown): ReadonlyMap<string, unknown> {
  if (values instanceof Map) return new Map<string, unknown>(values);
  if (typeof values !== "object" || values === null) return new Map();
  return new Map(Object.entries(values));
}

export interface Problem {
  readonly path?: string;
  readonly message: string;
  readonly line?: number;
}

/** An entry in a list. Times are ISO 8601 UTC with milliseconds. */
export interface EntrySummary extends Omit<IndexedEntry, "issues" | "blob" | "path"> {
  /** Blob of its file. */
  readonly version: string;
  readonly publishedAt?: string;
  /** Whether it is live but was deleted from the working content. */
  readonly removed: boolean;
  readonly problems: readonly Problem[];
  /** Values, if the list was requested with fields. */
  readonly fields?: ShownFields;
  /** The first image, if the list was requested with thumbnails. */
  readonly thumbnail?: { readonly id: string; readonly url: string };
}

/** A missing target of a published entry, or one that its field doesn't accept. */
export interface PublishWarning {
  readonly id: string;
  readonly path: string;
  readonly message: string;
}

/** An entry with its values. */
export interface EntryAnswer extends Omit<EntrySummary, "thumbnail"> {
  readonly id: string;
  readonly fields: ShownFields;
  /** API ids of fields that others changed since the edited version. */
  readonly fromOthers?: readonly string[];
  /** Present after saving or publishing. */
  readonly warnings?: readonly PublishWarning[];
}

export const problem: z.ZodType<Problem, Problem> = z
  .object({
    path: z.string().exactOptional(),
    message: z.string(),
    line: z.int().exactOptional(),
  })
  .meta({ id: "EntryProblem" });

const summary = {
  id: z
    .string()
    .exactOptional()
    .meta({ description: "Absent if the file is too damaged to read it." }),
  type: z.string(),
  slug: z.string(),
  title: z
    .string()
    .meta({ description: "Title, name, or headline. Otherwise the first text, or the slug." }),
  state: z
    .enum(["draft", "published", "changed", "unpublished", "broken"])
    .meta({ id: "EntryState" }),
  scheduled: z.boolean().meta({ description: "Whether a scheduled time is in the future." }),
  version: z.string().meta({ description: "Blob ID of the file, which is the ETag of the entry." }),
  createdAt: z.string().exactOptional(),
  updatedAt: z.string(),
  updatedBy: authorAnswer
    .exactOptional()
    .meta({ description: "User who saved it last; absent if the entry is only live." }),
  publishedAt: z.string().exactOptional(),
  publishAt: z.string().exactOptional(),
  unpublishAt: z.string().exactOptional(),
  sortOrder: z.int(),
  removed: z.boolean().meta({ description: "Live, but deleted from the working content." }),
  live: z
    .object({
      version: z.int().meta({ description: "1, 2, …, increased by each publish." }),
      blob: z.string(),
      slug: z.string(),
      publishedAt: z.string(),
      updatedAt: z.string(),
    })
    .meta({ id: "LiveVersion" })
    .exactOptional(),
  problems: z.array(problem).readonly().meta({ description: "Problems of the file." }),
};

export const entrySummary: z.ZodType<EntrySummary, EntrySummary> = z
  .object({
    ...summary,
    fields: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .meta({ description: "In a list with `fields`: fields that have a value, by API ID." }),
    thumbnail: z
      .object({ id: z.string(), url: z.string() })
      .exactOptional()
      .meta({ description: "In a list with `thumbnails`: a small variant of the first image." }),
  })
  .meta({ id: "EntrySummary" });

export const publishWarning: z.ZodType<PublishWarning, PublishWarning> = z
  .object({
    id: z.string().meta({ description: "ID of the entry." }),
    path: z.string().meta({ description: "Dotted API IDs; rows are numbered from 0." }),
    message: z.string(),
  })
  .meta({ id: "PublishWarning" });

export const entryAnswer: z.ZodType<EntryAnswer, EntryAnswer> = z
  .object({
    ...summary,
    id: z.string(),
    fields: z.record(z.string(), z.unknown()).meta({ description: "Values by API ID." }),
    fromOthers: z
      .array(z.string())
      .readonly()
      .exactOptional()
      .meta({ description: "Fields that someone else changed after the version in If-Match." }),
    warnings: z.array(publishWarning).readonly().exactOptional().meta({
      description:
        "For a publish: broken references and links. For a save and a publish: unresolved conflicts in texts.",
    }),
  })
  .meta({ id: "Entry" });

/** Converts an indexed entry for lists. */
export function summariseEntry({ issues, blob, path, ...entry }: IndexedEntry): EntrySummary {
  return {
    ...entry,
    version: blob,
    ...(entry.live !== undefined && { publishedAt: entry.live.publishedAt }),
    removed: path === undefined,
    problems: showProblems(issues),
  };
}

/** Converts the problems of an entry for responses. */
export function showProblems(issues: readonly Issue[]): readonly Problem[] {
  return issues.map(showIssue);
}

function showIssue({ message, field, path, line }: Issue): Problem {
  const place = field ?? path;
  return {
    ...(place !== undefined && { path: place }),
    message,
    ...(line !== undefined && { line }),
  };
}

/** Converts publish warnings for responses. */
export function showWarnings(warnings: PublishIssues): readonly PublishWarning[] {
  return [...warnings].flatMap(([id, issues]) =>
    issues.map(({ field = "", message }) => ({ id, path: field, message })),
  );
}

/** Returns the current entry: its working version, or the live one if that was deleted. */
export async function answerEntry(
  content: SiteContent,
  entry: IndexedEntry & { readonly id: string },
  saved?: SavedEntry,
): Promise<EntryAnswer> {
  return {
    ...summariseEntry(entry),
    id: entry.id,
    fields: await readShownFields(content, entry),
    ...(saved?.merged === true && { fromOthers: saved.fromOthers }),
    ...(saved !== undefined && (await conflictWarnings(content, entry))),
  };
}

/** Warns about Git conflict markers in pasted or pushed text. */
async function conflictWarnings(
  { store }: SiteContent,
  { id, type, slug, path, blob, state }: IndexedEntry & { readonly id: string },
): Promise<Pick<EntryAnswer, "warnings">> {
  const latest = store.type(type)?.latest;
  if (path === undefined || state === "broken" || latest === undefined) return {};
  const { values } = await store.readUpgraded({ id, type, slug, path, blob });
  const found = findConflicts(values, latest);
  return found.length === 0 ? {} : { warnings: showWarnings(new Map([[id, found]])) };
}

/** Returns nothing for an unreadable file: its problems explain why. */
export async function readShownFields(
  { store, index }: SiteContent,
  { id = "", type, slug, path, blob, state }: IndexedEntry,
): Promise<ShownFields> {
  if (state === "broken") return {};
  if (path === undefined) {
    const { entry, schema } = await readVersion(store, id, index.heads().published ?? "");
    return showFields(entry.values, schema);
  }
  const latest = store.type(type)?.latest;
  const { values } = await store.readUpgraded({ id, type, slug, path, blob });
  return latest === undefined ? {} : showFields(values, latest);
}

/**
 * Finds an entry of a type by id or slug, including entries that are only live.
 *
 * @throws CmsError `content_type_not_found`, `content_not_found`
 */
export async function findIndexed(
  { store, index }: SiteContent,
  type: string,
  idOrSlug: string,
): Promise<IndexedEntry & { readonly id: string }> {
  const ref = store.findEntry(type, idOrSlug);
  const id = ref?.id ?? idOrSlug;
  const rows = (await index.find(id)).filter((entry) => entry.type === type);
  // If several files have the same id, the slug disambiguates.
  const found = rows.find(({ path }) => path === ref?.path) ?? rows[0];
  if (found !== undefined) return { ...found, id };
  if (store.type(type) === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
  }
  throw new CmsError("content_not_found", `Entry not found in "${type}": ${idOrSlug}.`);
}
