import {
  CmsError,
  type ContentType,
  type Entry,
  type Field,
  type FieldValue,
  isCmsError,
  type Issue,
  type MediaValue,
  newRowId,
  type ReferenceValue,
  type Row,
  type RowField,
  type RowFieldValue,
  type SchemaVersion,
  type SelectField,
  type SingleValue,
} from "@loam/cms-core";
import { validateEntry } from "@loam/cms-core/content";
import type { Actor, EntryRef, SavedEntry, SiteStore, StaleConflict } from "@loam/cms-core/site";
import { showFields, showValue } from "./entry-answer.ts";

/** An entry in a request. */
export interface SentEntry {
  readonly slug?: string;
  /** Slug of the edited version, so that a rename by someone else isn't reverted. */
  readonly baseSlug?: string;
  /** By API id. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A new entry in a request. */
export interface NewEntry extends SentEntry {
  /** @default a generated id */
  readonly id?: string;
  /** @default now */
  readonly createdAt?: string;
}

interface SaveFields {
  readonly sent: SentEntry;
  readonly actor: Actor;
  /** Blob of the edited version. */
  readonly base?: string;
}

/**
 * Creates an entry of a list type, or the only entry of an object type.
 *
 * @throws CmsError `conflict` if an object type already has its entry, `id_taken`, and as `saveEntry` of the store
 */
export async function createEntry(
  store: SiteStore,
  type: string,
  { sent, actor }: Omit<SaveFields, "sent" | "base"> & { readonly sent: NewEntry },
): Promise<SavedEntry> {
  const schema = requireSchema(store, type);
  const isSingle = schema.kind === "object";
  if (isSingle && store.entries(type).length > 0) throw objectEntryExists(type);
  const values = parseFields(schema, sent, new Map());
  const { id, createdAt } = sent;
  const given = { ...(id !== undefined && { id }), ...(createdAt !== undefined && { createdAt }) };
  const entry = { type, values, ...slugOf(sent, schema), ...given };
  const isNamed = isSingle || id !== undefined;
  try {
    return await store.saveEntry(isNamed ? { ...entry, expected: null } : entry, { actor });
  } catch (error) {
    // Someone else created it at the same time, so the client has nothing to reload and merge.
    throw isSingle && isCmsError(error) && error.code === "stale" ? objectEntryExists(type) : error;
  }
}

function objectEntryExists(type: string): CmsError {
  const message = `"${type}" has the kind Object and already has its entry. Edit that entry.`;
  return new CmsError("conflict", message);
}

/**
 * Finds problems in the first entry of a type before its schema is published for it.
 *
 * @throws CmsError `invalid_entry`
 */
export function checkFirstEntry(store: SiteStore, type: string, sent: SentEntry): void {
  const state = store.type(type);
  if (state === undefined || state.latest !== undefined) return;
  parseFields({ ...state.type, version: 1 }, sent, new Map());
}

/** Replaces all values of an entry. @throws CmsError as `saveEntry` of the store */
export async function replaceFields(
  store: SiteStore,
  { id, type }: EntryRef,
  { sent, actor, base }: SaveFields,
): Promise<SavedEntry> {
  const schema = requireSchema(store, type);
  const values = parseFields(schema, sent, new Map());
  const { baseSlug } = sent;
  const edited = base === undefined ? {} : { base, ...(baseSlug !== undefined && { baseSlug }) };
  return showConflicts(schema, async () =>
    store.saveEntry({ type, id, values, ...slugOf(sent, schema), ...edited }, { actor }),
  );
}

/**
 * Changes some values of an entry relative to the edited version. Concurrent changes by others are merged.
 *
 * @throws CmsError as `saveEntry` of the store
 */
export async function changeFields(
  store: SiteStore,
  ref: EntryRef,
  { sent, actor, base = ref.blob }: SaveFields,
): Promise<SavedEntry> {
  const { id, type } = ref;
  const schema = requireSchema(store, type);
  const { values: before } = await readEdited(store, ref, base);
  const values = parseFields(schema, sent, before);
  const baseSlug = sent.baseSlug ?? (base === ref.blob ? ref.slug : undefined);
  const edited = { base, ...(baseSlug !== undefined && { baseSlug }) };
  return showConflicts(schema, async () =>
    store.saveEntry({ type, id, values, ...slugOf(sent, schema), ...edited }, { actor }),
  );
}

/** Returns the edited version of an entry. @throws CmsError `stale` if the entry never had it */
export async function readEdited(store: SiteStore, ref: EntryRef, base: string): Promise<Entry> {
  try {
    const edited = await store.readUpgraded({ ...ref, blob: base });
    if (edited.id === ref.id) return edited;
  } catch (error) {
    if (!(error instanceof CmsError) || base === ref.blob) throw error;
  }
  throw new CmsError("stale", "The version you edited is unknown. Read the entry again.", {
    details: { base, current: ref.blob },
  });
}

/** @throws CmsError `content_type_not_found`, or `invalid_schema` if no version is published yet */
export function requireSchema(store: SiteStore, type: string): SchemaVersion {
  const state = store.type(type);
  if (state === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${type}".`);
  }
  if (state.latest !== undefined) return state.latest;
  const message = `Publish the schema of "${type}" first. Entries need a published schema.`;
  throw new CmsError("invalid_schema", message);
}

/** @throws CmsError `invalid_entry` with all problems, including violations of schema rules */
function parseFields(
  schema: SchemaVersion,
  { slug = "an-entry", fields }: SentEntry,
  before: ReadonlyMap<string, FieldValue>,
): ReadonlyMap<string, FieldValue> {
  const read = readFields(fields, schema);
  const values = new Map(before);
  for (const [id, value] of read.values) {
    if (value === null) values.delete(id);
    else values.set(id, value);
  }
  if (read.issues.length === 0) return values;
  // Reports all problems together. The store would report these only after the others are fixed.
  const entry = { ...ANY_ENTRY, type: schema.apiId, slug, schema: schema.version, values };
  const issues = [...read.issues, ...validateEntry(entry, schema, { mode: "save" })];
  throw new CmsError("invalid_entry", "The entry does not match its schema.", { issues });
}

const ANY_ENTRY = { id: `e${"a".repeat(19)}`, createdAt: "2026-01-01T00:00:00.000Z" };

/** The entry of an object type always has the slug of its type. */
function slugOf({ slug }: SentEntry, { kind }: SchemaVersion): { readonly slug?: string } {
  return slug === undefined || kind === "object" ? {} : { slug };
}

/** Runs a save. @throws CmsError as `save`, with the values of conflicts by API id */
async function showConflicts<T>(schema: SchemaVersion, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    throw error instanceof CmsError && error.code === "stale"
      ? withShownValues(error, schema)
      : error;
  }
}

function withShownValues(error: CmsError, schema: SchemaVersion): CmsError {
  const { conflicts, merged } = error.details;
  if (!Array.isArray(conflicts)) return error;
  const list = conflicts.filter(isConflict).map((conflict) => showConflict(conflict, schema));
  const values = new Map(Object.entries(typeof merged === "object" && merged ? merged : {}));
  const details = { ...error.details, conflicts: list, merged: showFields(values, schema) };
  return new CmsError("stale", error.message, { details, cause: error });
}

function isConflict(value: unknown): value is StaleConflict {
  return typeof value === "object" && value !== null && "path" in value;
}

function showConflict(conflict: StaleConflict, schema: SchemaVersion): StaleConflict {
  const field = fieldAt(conflict.path, schema.fields);
  if (field === undefined) return conflict;
  const { path, base, ours, theirs } = conflict;
  const [shownBase, shownOurs, shownTheirs] = [base, ours, theirs].map((value) =>
    showValue(value, field),
  );
  return { path, base: shownBase, ours: shownOurs, theirs: shownTheirs };
}

/**
 * Returns the field of a conflict path such as `title`, `faq[r4k1]`, or `faq[r4k1].answer`; undefined for a system key.
 */
export function fieldAt(path: string, fields: readonly Field[]): Field | undefined {
  const [, name, inner] = /^([A-Za-z]\w*)(?:\[[^\]]*\](?:\.(\w+))?)?$/.exec(path) ?? [];
  const field = fields.find(({ apiId }) => apiId === name);
  if (field?.type !== "repeat" || inner === undefined) return field;
  return field.fields.find(({ apiId }) => apiId === inner);
}

/** The parsed values of a request. */
interface ReadFields {
  /** By internal field id. Null removes a value. */
  readonly values: ReadonlyMap<string, FieldValue | null>;
  /** Values that their field can never hold. The store checks the schema's own rules. */
  readonly issues: readonly Issue[];
}

type Sent = Readonly<Record<string, unknown>>;
type AddIssue = (path: string, message: string) => undefined;

interface Place {
  readonly path: string;
  readonly complain: AddIssue;
}

/**
 * Converts values by API id to values by internal id. A select's value is the value or label of an option, a reference
 * or media value is an id or an object with one, and rows without an id get one.
 */
function readFields(sent: Sent, { fields }: Pick<ContentType, "fields">): ReadFields {
  const issues: Issue[] = [];
  const complain: AddIssue = (field, message) => {
    issues.push({ code: "invalid_entry", message, field });
    return undefined;
  };
  const values = readMembers(sent, fields, { prefix: "", complain, read: readValue });
  return { values, issues };
}

interface ReadMembers<F, V> {
  readonly prefix: string;
  readonly complain: AddIssue;
  readonly read: (value: unknown, field: F, at: Place) => V | undefined;
}

function readMembers<F extends Field, V>(
  sent: Sent,
  fields: readonly F[],
  { prefix, complain, read }: ReadMembers<F, V>,
): Map<string, V | null> {
  const values = new Map<string, V | null>();
  for (const [apiId, value] of Object.entries(sent)) {
    const path = `${prefix}${apiId}`;
    const field = fields.find((candidate) => candidate.apiId === apiId);
    if (field === undefined) complain(path, `Unknown field: ${path}.`);
    else if (value === null) values.set(field.id, null);
    else {
      const known = read(value, field, { path, complain });
      if (known !== undefined) values.set(field.id, known);
    }
  }
  return values;
}

function readValue(value: unknown, field: Field, at: Place): FieldValue | undefined {
  if (field.type !== "repeat") return readRowValue(value, field, at);
  if (!Array.isArray(value)) return addWrongType(at, "a list of rows");
  const sent: readonly unknown[] = value;
  const taken = new Set(sent.flatMap((row) => (isObject(row) ? textsOf(row["id"]) : [])));
  return sent.flatMap((row, index) => {
    const path = `${at.path}.${index}`;
    return readRow(row, field.fields, { path, complain: at.complain, taken }) ?? [];
  });
}

function readRow(
  row: unknown,
  fields: readonly RowField[],
  { path, complain, taken }: Place & { readonly taken: Set<string> },
): Row | undefined {
  if (!isObject(row)) return addWrongType({ path, complain }, "an object");
  const { id = newRowId(taken), ...sent } = row;
  if (typeof id !== "string") return addWrongType({ path: `${path}.id`, complain }, "text");
  taken.add(id);
  const members = { prefix: `${path}.`, complain, read: readRowValue };
  const values = new Map<string, RowFieldValue>();
  for (const [key, value] of readMembers(sent, fields, members)) {
    if (value !== null) values.set(key, value);
  }
  return { id, values };
}

function readRowValue(value: unknown, field: RowField, at: Place): RowFieldValue | undefined {
  if (!field.multiple) return readSingle(value, field, at);
  if (!Array.isArray(value)) return addWrongType(at, "a list");
  const items: readonly unknown[] = value;
  return items.flatMap((item, index) => {
    const path = `${at.path}.${index}`;
    return readSingle(item, field, { path, complain: at.complain }) ?? [];
  });
}

function readSingle(value: unknown, field: RowField, at: Place): SingleValue | undefined {
  switch (field.type) {
    case "text":
    case "textarea":
    case "richtext":
    case "date":
    case "embed":
      return readText(value, at);
    case "number":
      return readNumber(value, at);
    case "boolean":
      return readBoolean(value, at);
    case "select":
      return readOption(value, field, at);
    case "reference":
      return readReference(value, at);
    case "media":
      return readMedia(value, at);
  }
}

function readText(value: unknown, at: Place): string | undefined {
  return typeof value === "string" ? value : addWrongType(at, "text");
}

function readNumber(value: unknown, at: Place): number | undefined {
  return typeof value === "number" ? value : addWrongType(at, "a number");
}

function readBoolean(value: unknown, at: Place): boolean | undefined {
  return typeof value === "boolean" ? value : addWrongType(at, "true or false");
}

function addWrongType({ path, complain }: Place, wanted: string): undefined {
  return complain(path, `${path} must be ${wanted}.`);
}

const SHOWN_OPTIONS = 20;

/** Returns the option with this value, or else with this label: published JSON contains labels. */
function readOption(value: unknown, { options }: SelectField, at: Place): string | undefined {
  if (value === "") return "";
  // Normalized as in schemas. Text entered on a Mac can have decomposed accents.
  const text = typeof value === "string" ? value.normalize("NFC") : value;
  const found =
    options.find((option) => option.value === text) ??
    options.find((option) => option.label === text);
  if (found !== undefined) return found.value;
  const allowed = options.slice(0, SHOWN_OPTIONS).map((option) => option.value);
  return addWrongType(at, `one of the options: ${allowed.join(", ")}`);
}

function readReference(value: unknown, at: Place): ReferenceValue | undefined {
  if (typeof value === "string") return { id: value };
  if (isObject(value)) {
    const { id, ...rest } = value;
    if (typeof id === "string" && Object.keys(rest).length === 0) return { id };
  }
  return addWrongType(at, "the ID of an entry");
}

function readMedia(value: unknown, at: Place): MediaValue | undefined {
  if (typeof value === "string") return { id: value };
  if (isObject(value)) {
    const { id, alt = "", decorative = false, ...rest } = value;
    const isText = typeof id === "string" && typeof alt === "string";
    if (isText && typeof decorative === "boolean" && Object.keys(rest).length === 0) {
      return { id, ...(alt !== "" && { alt }), ...(decorative && { decorative }) };
    }
  }
  return addWrongType(at, "the ID of a media record, or an object with id, alt, and decorative");
}

function textsOf(value: unknown): readonly string[] {
  return typeof value === "string" ? [value] : [];
}

function isObject(value: unknown): value is Sent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
