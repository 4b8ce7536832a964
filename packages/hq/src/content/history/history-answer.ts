import { CmsError } from "@loam/cms-core";
import {
  type DeletedEntry,
  type EntryVersion,
  type FieldBlame,
  type FieldChange,
  type ItemChange,
  type RowChange,
  type TimelineEvent,
  type VersionChanges,
  findDeleted,
} from "@loam/cms-core/history";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { authorAnswer, changeKindAnswer } from "../../api/shared-answers.ts";
import { showFields, type ShownFields, showSingle } from "../entries/entry-answer.ts";

/** An event in the history of an entry. */
export interface ShownEvent {
  readonly kind: TimelineEvent["kind"];
  readonly commit: string;
  readonly when: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
  readonly slug: string;
  readonly previous?: string;
  readonly restored?: string;
  readonly version?: number;
  readonly rolledBackTo?: string;
  readonly changed?: EventChanges;
}

/** Names of what a save changed. */
interface EventChanges {
  readonly fields: readonly { readonly path: string; readonly label: string }[];
  readonly system: readonly SystemKey[];
}

type SystemKey = VersionChanges["system"][number]["key"];

const systemKey = z
  .enum(["slug", "createdAt", "publishAt", "unpublishAt", "sortOrder", "schema"])
  .meta({ id: "SystemKey" });

export const shownEvent: z.ZodType<ShownEvent, ShownEvent> = z
  .object({
    kind: z.enum([
      "create",
      "update",
      "rename",
      "restore",
      "merge",
      "delete",
      "publish",
      "unpublish",
    ]),
    commit: z.string(),
    when: z.string(),
    author: authorAnswer,
    message: z.string(),
    slug: z.string(),
    previous: z.string().exactOptional().meta({ description: "Commit of the previous version." }),
    restored: z.string().exactOptional(),
    version: z.int().exactOptional().meta({ description: "For a publish: 1, 2, …" }),
    rolledBackTo: z.string().exactOptional(),
    changed: z
      .object({
        fields: z.array(z.object({ path: z.string(), label: z.string() })).readonly(),
        system: z.array(systemKey).readonly(),
      })
      .exactOptional()
      .meta({ description: "Changes since `previous`, if requested and readable." }),
  })
  .meta({ id: "HistoryEvent" });

/** Converts an event for responses, with its changes if they were looked up. */
export function showEvent(event: TimelineEvent, changed?: VersionChanges): ShownEvent {
  const { kind, commit, when, author, message, slug } = event;
  const more: Partial<ShownEvent> = {
    ...("previous" in event && { previous: event.previous }),
    ...("restored" in event && { restored: event.restored }),
    ...("version" in event && { version: event.version }),
    ...("rolledBackTo" in event && { rolledBackTo: event.rolledBackTo }),
    ...(changed !== undefined && { changed: nameChanges(changed) }),
  };
  const { name, email } = author;
  return { kind, commit, when, author: { name, email }, message, slug, ...more };
}

function nameChanges({ fields, system }: VersionChanges): EventChanges {
  return {
    fields: fields.map(({ apiId, label }) => ({ path: apiId, label })),
    system: system.map(({ key }) => key),
  };
}

/** Changes in a field; for a repeat, row by row. */
interface ShownChange {
  readonly path: string;
  readonly label: string;
  readonly type: string;
  readonly kind: FieldChange["kind"];
  readonly before?: unknown;
  readonly after?: unknown;
  readonly text?: FieldChange["text"];
  readonly items?: readonly ShownItem[];
  readonly rows?: readonly ShownRow[];
}

interface ShownItem {
  readonly kind: ItemChange["kind"];
  readonly value?: unknown;
}

interface ShownRow {
  readonly id: string;
  readonly kind: RowChange["kind"];
  readonly moved: boolean;
  readonly fields: readonly ShownChange[];
}

interface ShownSystemChange {
  readonly key: SystemKey;
  readonly before?: string | number;
  readonly after?: string | number;
}

/** Changes between two versions in responses. */
export interface ShownChanges {
  readonly system: readonly ShownSystemChange[];
  readonly fields: readonly ShownChange[];
}

/** A past version of an entry. */
export interface VersionAnswer {
  readonly commit: string;
  readonly slug: string;
  readonly schema: number;
  readonly fields: ShownFields;
  readonly changes?: ShownChanges;
}

const pieceKind = z.enum(["same", "added", "removed"]).meta({ id: "DiffKind" });

const shownChange: z.ZodType<ShownChange, ShownChange> = z
  .object({
    path: z.string().meta({ description: "API ID." }),
    label: z.string(),
    type: z.string(),
    kind: changeKindAnswer,
    before: z.unknown().exactOptional(),
    after: z.unknown().exactOptional(),
    text: z
      .array(z.object({ kind: pieceKind, text: z.string() }))
      .readonly()
      .exactOptional()
      .meta({ description: "For a text: added and removed text, word by word." }),
    items: z
      .array(z.object({ kind: pieceKind, value: z.unknown() }))
      .readonly()
      .exactOptional()
      .meta({ description: "For a field with multiple values: kept, added, and removed values." }),
    get rows() {
      return z
        .array(
          z.object({
            id: z.string(),
            kind: changeKindAnswer,
            moved: z.boolean(),
            fields: z.array(shownChange).readonly(),
          }),
        )
        .readonly()
        .exactOptional();
    },
  })
  .meta({ id: "FieldChange" });

/** Changes between two versions. */
export const changesAnswer: z.ZodType<ShownChanges, ShownChanges> = z
  .object({
    system: z
      .array(
        z.object({
          key: systemKey,
          before: z.union([z.string(), z.number()]).exactOptional(),
          after: z.union([z.string(), z.number()]).exactOptional(),
        }),
      )
      .readonly(),
    fields: z.array(shownChange).readonly(),
  })
  .meta({ id: "EntryChanges" });

export const versionAnswer: z.ZodType<VersionAnswer, VersionAnswer> = z
  .object({
    commit: z.string(),
    slug: z.string(),
    schema: z.int().meta({ description: "Schema version of the content." }),
    fields: z.record(z.string(), z.unknown()),
    changes: changesAnswer.exactOptional(),
  })
  .meta({ id: "EntryVersion" });

/** Converts a version for responses. */
export function showVersion({ commit, slug, entry, schema }: EntryVersion): VersionAnswer {
  return { commit, slug, schema: entry.schema, fields: showFields(entry.values, schema) };
}

/** Converts the changes between two versions for responses. */
export function showChanges({ system, fields }: VersionChanges): ShownChanges {
  return {
    system: system.map(({ key, before, after }) => ({
      key,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    })),
    fields: fields.map(showChange),
  };
}

/** A repeat is shown row by row, without values of its own. */
function showChange({ apiId, label, type, ...change }: FieldChange): ShownChange {
  const { before, after, text, items, rows } = change;
  const head = { path: apiId, label, type, kind: change.kind };
  if (rows !== undefined) return { ...head, rows: rows.map(showRow) };
  const show = (value: unknown): unknown => {
    return Array.isArray(value)
      ? value.map((item) => showSingle(item, type))
      : showSingle(value, type);
  };
  return {
    ...head,
    ...(before !== undefined && { before: show(before) }),
    ...(after !== undefined && { after: show(after) }),
    ...(text !== undefined && { text }),
    ...(items !== undefined && {
      items: items.map((item) => ({ kind: item.kind, value: show(item.value) })),
    }),
  };
}

function showRow({ id, kind: changeKind, moved, fields }: RowChange): ShownRow {
  return { id, kind: changeKind, moved, fields: fields.map(showChange) };
}

/** The last author of a field. */
export interface ShownBlame {
  readonly path: string;
  readonly commit: string;
  readonly when: string;
  readonly author: { readonly name: string; readonly email: string };
}

export const shownBlame: z.ZodType<ShownBlame, ShownBlame> = z
  .object({
    path: z.string().meta({ description: "API ID." }),
    commit: z.string(),
    when: z.string(),
    author: authorAnswer,
  })
  .meta({ id: "FieldAuthor" });

/** Converts the last author of a field for responses. */
export function showBlame({ apiId, by }: FieldBlame): ShownBlame {
  const { name, email } = by.author;
  return { path: apiId, commit: by.commit, when: by.when, author: { name, email } };
}

/** A deleted entry. */
interface ShownDeleted extends Omit<DeletedEntry, "author"> {
  readonly deletedBy: { readonly name: string; readonly email: string };
}

export const shownDeleted: z.ZodType<ShownDeleted, ShownDeleted> = z
  .object({
    id: z.string(),
    type: z.string(),
    slug: z.string(),
    title: z.string().meta({ description: "Last known title." }),
    when: z.string(),
    deletedBy: authorAnswer,
    commit: z.string(),
    previous: z.string().meta({
      description: "Commit of its last version. Send it as `commit` to restore the entry.",
    }),
  })
  .meta({ id: "DeletedEntry" });

/** Converts a deleted entry for responses. */
export function showDeleted({ author, ...entry }: DeletedEntry): ShownDeleted {
  return { ...entry, deletedBy: { name: author.name, email: author.email } };
}

/**
 * Returns the id of an entry from an id or `<type>/<slug>`, including deleted entries.
 *
 * @throws CmsError `content_not_found`
 */
export async function findEntryId(store: SiteStore, name: string): Promise<string> {
  const at = name.indexOf("/");
  if (at === -1) return name;
  const [type, slug] = [name.slice(0, at), name.slice(at + 1)];
  const id = store.findEntry(type, slug)?.id ?? (await findDeleted(store, type, slug));
  if (id !== undefined) return id;
  const message = `Entry not found: ${name}. No deleted entry is known by this slug. Use an ID.`;
  throw new CmsError("content_not_found", message);
}

/**
 * Finds a commit by an abbreviated id, among the history of the working content and of the live site. `published`
 * stands for the latest publish.
 *
 * @throws CmsError `not_found`
 */
export async function findCommit(
  { repository, head }: SiteStore,
  name: string,
  { live = false }: { readonly live?: boolean } = {},
): Promise<string> {
  const published = await repository.resolveRef(PUBLISHED_REF);
  if (name === "published" && published !== undefined) return published;
  for (const tip of live ? [published] : [head(), published]) {
    const found = tip === undefined ? undefined : await repository.findCommit(name, tip);
    if (found !== undefined) return found;
  }
  const where = live ? "site log" : "entry history";
  const message = `Commit ${name} not found in this site. See the ${where}. 7 digits are enough.`;
  throw new CmsError("not_found", message);
}
