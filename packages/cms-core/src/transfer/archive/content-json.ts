import { isDeepStrictEqual } from "node:util";
import { classifyPath } from "../../content/site/layout.ts";
import { deriveState, type EntryState, isApart } from "../../find/schema/entry-state.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { ContentType, Field, RowField, SchemaVersion } from "../../model/content-type.ts";
import type { FieldValue, LedgerRecord } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import { isList, isRows } from "../../model/walk-values.ts";
import { type ReadEntry, readEntryFacts } from "../../site/read/file-facts.ts";
import { readEntries, type SiteSnapshot } from "./read-snapshot.ts";

/** Number of entries in each state. */
export type EntryCounts = Record<EntryState, number>;

interface ContentLinesOptions {
  readonly repository: GitRepository;
  readonly snapshot: SiteSnapshot;
  /** Incremented for each entry. */
  readonly counts: EntryCounts;
}

/**
 * Yields the entries of a type as JSON, one per line: the working version of each entry with its state, then the live
 * entries that are no longer on `main`.
 */
export async function* contentLines(
  apiId: string,
  { repository, snapshot, counts }: ContentLinesOptions,
): AsyncGenerator<Buffer> {
  const seen = new Set<string>();
  for await (const file of readEntries(repository, snapshot, apiId)) {
    const { read, oid: blob, path, identity } = file;
    if (read.id !== undefined) seen.add(read.id);
    const ledger = read.id === undefined ? undefined : snapshot.ledger.get(read.id);
    const apart = isApart(blob, ledger) ? ledger : undefined;
    const pinned = apart && (await readPinned(repository, snapshot, apart));
    const version = { read, blob, slug: identity.slug };
    const state = stateOf(version, ledger, pinned);
    counts[state] += 1;
    yield Buffer.from(formatLine({ ...version, state, ledger, file: `site/${path}` }));
  }
  for (const ledger of removedFromMain(snapshot, apiId, seen)) {
    const read = await readPinned(repository, snapshot, ledger);
    counts.published += 1;
    yield Buffer.from(formatLine({ read, slug: ledger.slug, state: "published", ledger }));
  }
}

function removedFromMain(
  { ledger }: SiteSnapshot,
  apiId: string,
  seen: ReadonlySet<string>,
): readonly LedgerRecord[] {
  return [...ledger.values()]
    .filter(({ id, type, state }) => type === apiId && state === "published" && !seen.has(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

async function readPinned(
  repository: GitRepository,
  snapshot: SiteSnapshot,
  { blob, type, slug }: LedgerRecord,
): Promise<ReadEntry> {
  const path = snapshot.published.pins.get(blob) ?? "";
  const found = classifyPath(path, snapshot.site);
  const identity = { apiId: type, slug, object: found.kind === "entry" && found.object };
  const bytes = await repository.readBlob(blob);
  return readEntryFacts({ path, bytes }, identity, snapshot.types.get(type));
}

/** Computes the state by the same rule as entry lists. Lists compare digests; here the values are available. */
function stateOf(
  { read, blob, slug }: Pick<Line, "read" | "slug"> & { readonly blob: string },
  ledger: LedgerRecord | undefined,
  pinned: ReadEntry | undefined,
): EntryState {
  const isSame = isDeepStrictEqual(read.entry?.values, pinned?.entry?.values);
  const times = { createdAt: 0, publishAt: undefined, unpublishAt: undefined };
  const digest = isSame ? "live" : "other";
  const working = { read: read.entry && { digest, ...times }, blob, slug, onMain: true };
  const live = ledger && { ...ledger, digest: "live", publishedAt: 0, changedAt: 0 };
  return deriveState(working, live).state;
}

interface Line {
  readonly read: ReadEntry;
  readonly slug: string;
  readonly state: EntryState;
  readonly ledger: LedgerRecord | undefined;
  /** Absent for entries that are no longer on `main`. */
  readonly file?: string;
}

function formatLine({ read, slug, state, ledger, file }: Line): string {
  const { id, entry, schema, issues } = read;
  const head =
    entry === undefined
      ? {
          problems: issues.map(({ message, line }) =>
            line === undefined ? { message } : { message, line },
          ),
        }
      : {
          schema: entry.schema,
          createdAt: entry.createdAt,
          publishAt: entry.publishAt,
          unpublishAt: entry.unpublishAt,
          sortOrder: entry.sortOrder,
        };
  const fields = entry && schema && fieldsToJson(entry.values, schema.fields);
  // `JSON.stringify` omits undefined members.
  return `${JSON.stringify({ id, slug, state, ...head, live: liveOf(ledger), file, fields })}\n`;
}

function liveOf(ledger: LedgerRecord | undefined): unknown {
  if (ledger === undefined) return undefined;
  const { state, version, schema, slug, updatedAt, publishedAt, sortOrder } = ledger;
  return { state, version, schema, slug, updatedAt, publishedAt, sortOrder };
}

/**
 * Converts an entry's values to plain JSON, keyed by the API IDs of its schema, as described by `schema/…schema.json`.
 * References and media are ids, options are their values, and rich text is Markdown.
 */
function fieldsToJson(
  values: ReadonlyMap<string, FieldValue>,
  fields: readonly Field[],
): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values.get(field.id);
    if (value === undefined) continue;
    json[field.apiId] =
      field.type === "repeat" && isList(value) && isRows(value)
        ? value.map((row) => ({ id: row.id, ...fieldsToJson(row.values, field.fields) }))
        : value;
  }
  return json;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns a JSON Schema 2020-12 for the `fields` of an entry in `content/<api_id>.jsonl`. What JSON Schema cannot
 * express is in the annotation `x-loam`, which validators ignore. `required` applies to publishing; a draft can lack
 * such a field.
 */
export function typeJsonSchema(type: ContentType | SchemaVersion, siteId: string): Json {
  const version = "version" in type ? type.version : undefined;
  const { apiId, kind, label, description, body } = type;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:loam:${siteId}:${apiId}:${version ?? "working"}`,
    title: label,
    ...(description === undefined ? {} : { description }),
    ...objectOf(type.fields, {}),
    "x-loam": {
      apiId,
      kind,
      ...(version === undefined ? {} : { version }),
      ...(body === undefined ? {} : { body }),
    },
  };
}

function objectOf(fields: readonly Field[], more: Readonly<Record<string, Json>>): Json {
  const required = fields.filter((field) => field.required).map(({ apiId }) => apiId);
  return {
    type: "object",
    properties: {
      ...more,
      ...Object.fromEntries(fields.map((field) => [field.apiId, fieldSchema(field)])),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function fieldSchema(field: Field): Json {
  const { id, type, label, help } = field;
  return {
    title: label,
    ...(help === undefined ? {} : { description: help }),
    ...valueSchema(field),
    "x-loam": { id, type, ...annotations(field) },
  };
}

function valueSchema(field: Field): Json {
  if (field.type === "repeat") {
    const items = objectOf(field.fields, { id: { type: "string" } });
    return { type: "array", maxItems: LIMITS.repeatRows, items };
  }
  const single = singleSchema(field);
  return field.multiple
    ? { type: "array", maxItems: LIMITS.multipleValues, items: single }
    : single;
}

function singleSchema(field: RowField): Json {
  switch (field.type) {
    case "text":
      return { type: "string", maxLength: LIMITS.textCharacters };
    case "textarea":
      return { type: "string", maxLength: LIMITS.textareaCharacters };
    case "richtext":
      return {
        type: "string",
        maxLength: LIMITS.richtextCharacters,
        contentMediaType: "text/markdown",
      };
    case "embed":
      return { type: "string", format: "uri", maxLength: LIMITS.embedUrlCharacters };
    case "date":
      return { type: "string", format: "date" };
    case "number":
    case "boolean":
      return { type: field.type };
    case "select":
      return {
        oneOf: field.options.map(({ value, label }) => ({ const: value, title: label })),
      };
    case "media":
      return target("^m[a-z2-7]{19}$", { alt: { type: "string" } });
    case "reference":
      return target("^e[a-z2-7]{19}$", {});
  }
}

function target(pattern: string, more: Readonly<Record<string, Json>>): Json {
  const properties = { id: { type: "string", pattern }, ...more };
  return { type: "object", properties, required: ["id"], additionalProperties: false };
}

function annotations(field: Field): Json {
  if (field.type === "reference") return { to: field.to };
  return field.type === "media" ? { accept: field.accept } : {};
}
