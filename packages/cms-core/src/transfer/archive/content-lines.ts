import { isDeepStrictEqual } from "node:util";
import { classifyPath } from "../../content/site/layout.ts";
import { deriveState, type EntryState, isApart } from "../../find/schema/entry-state.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { ContentType, Field } from "../../model/content-type.ts";
import type { Entry, FieldValue, LedgerRecord, Row } from "../../model/entry.ts";
import { type ReadEntry, readEntryFacts } from "../../site/read/file-facts.ts";
import { readFiles } from "./open-archive.ts";
import type { EntryIdentity, SiteSnapshot } from "./read-snapshot.ts";

/** How many entries there are in each state. */
export type EntryCounts = Record<EntryState, number>;

export interface ContentLinesOptions {
  readonly repository: GitRepository;
  readonly snapshot: SiteSnapshot;
  /** Raised by each entry. */
  readonly counts: EntryCounts;
}

/**
 * The entries of a type as JSON, one a line: the working version of each, with its state;
 * after them what is live and no longer on `main`.
 */
export async function* contentLines(
  apiId: string,
  { repository, snapshot, counts }: ContentLinesOptions,
): AsyncGenerator<Buffer> {
  const files = snapshot.entries.filter(({ identity }) => identity.apiId === apiId);
  const seen = new Set<string>();
  for await (const { item, bytes } of readFiles(repository, files, ({ oid }) => oid)) {
    const read = readVersion(snapshot, { path: item.path, bytes, identity: item.identity });
    if (read.id !== undefined) seen.add(read.id);
    const ledger = read.id === undefined ? undefined : snapshot.ledger.get(read.id);
    const apart = isApart(item.oid, ledger) ? ledger : undefined;
    const pinned = apart && (await readPinned(repository, snapshot, apart));
    const version = { read, blob: item.oid, slug: item.identity.slug, onMain: true };
    const state = stateOf(version, ledger, pinned);
    counts[state] += 1;
    yield Buffer.from(lineOf({ ...version, state, ledger, file: `site/${item.path}` }));
  }
  for (const ledger of removedFromMain(snapshot, apiId, seen)) {
    const read = await readPinned(repository, snapshot, ledger);
    counts.published += 1;
    const version = { blob: ledger.blob, slug: ledger.slug, onMain: false };
    yield Buffer.from(lineOf({ ...version, read, state: "published", ledger }));
  }
}

interface Version {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly identity: EntryIdentity;
}

function readVersion({ types }: SiteSnapshot, { path, bytes, identity }: Version): ReadEntry {
  return readEntryFacts({ path, bytes }, identity, types.get(identity.apiId));
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
  const object = found.kind === "entry" ? found.object : false;
  const bytes = await repository.readBlob(blob);
  return readVersion(snapshot, {
    path,
    bytes,
    identity: { kind: "entry", apiId: type, slug, object },
  });
}

interface WorkingVersion {
  readonly read: ReadEntry;
  readonly blob: string;
  readonly slug: string;
  readonly onMain: boolean;
}

/** By the rule that lists go by, which compares digests: here the values are at hand. */
function stateOf(
  { read, blob, slug, onMain }: WorkingVersion,
  ledger: LedgerRecord | undefined,
  pinned: ReadEntry | undefined,
): EntryState {
  const isSame = isDeepStrictEqual(read.entry?.values, pinned?.entry?.values);
  const times = { createdAt: 0, publishAt: undefined, unpublishAt: undefined };
  const working =
    read.entry === undefined ? undefined : { digest: isSame ? "live" : "other", ...times };
  const live =
    ledger === undefined ? undefined : { ...ledger, digest: "live", publishedAt: 0, changedAt: 0 };
  return deriveState({ read: working, blob, slug, onMain }, live).state;
}

interface Line extends WorkingVersion {
  readonly state: EntryState;
  readonly ledger: LedgerRecord | undefined;
  /** Absent for what is no longer on `main`. */
  readonly file?: string;
}

function lineOf({ read, slug, state, ledger, file }: Line): string {
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
  const fields =
    entry === undefined || schema === undefined ? undefined : fieldsToJson(entry.values, schema);
  // What is undefined is left out.
  return `${JSON.stringify({ id, slug, state, ...head, live: liveOf(ledger), file, fields })}\n`;
}

function liveOf(ledger: LedgerRecord | undefined): unknown {
  if (ledger === undefined) return undefined;
  const { state, version, schema, slug, updatedAt, publishedAt, sortOrder } = ledger;
  return { state, version, schema, slug, updatedAt, publishedAt, sortOrder };
}

/**
 * An entry's values as plain JSON, keyed by the API ids of its schema: what `schema/…schema.json` describes.
 * References and media stay ids, options their values, rich text is Markdown.
 */
function fieldsToJson(
  values: Entry["values"],
  { fields }: Pick<ContentType, "fields">,
): Record<string, unknown> {
  return byApiId(values, fields);
}

function byApiId(
  values: ReadonlyMap<string, FieldValue>,
  fields: readonly Field[],
): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values.get(field.id);
    if (value === undefined) continue;
    json[field.apiId] = field.type === "repeat" ? rows(value).map(rowOf(field.fields)) : value;
  }
  return json;
}

function rowOf(fields: readonly Field[]): (row: Row) => Record<string, unknown> {
  return ({ id, values }) => ({ id, ...byApiId(values, fields) });
}

function rows(value: FieldValue): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "values" in value;
}
