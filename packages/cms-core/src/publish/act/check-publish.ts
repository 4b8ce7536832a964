import { type CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { missingAlts } from "../../content/entry/unmet-demands.ts";
import { validateEntry } from "../../content/entry/validate-entry.ts";
import { ledgerPath, mediaPath, versionPath } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import { isStored } from "../../media/intake/ingest-note.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { ValueLink } from "../../render/entry-template.ts";
import type { EntryRef } from "../../site/read/file-facts.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { type Alts, readAlts } from "../branch/published-diff.ts";
import { type PublishedTree } from "../branch/published-tree.ts";
import { type DraftEntry, type PublishDraft, readDraft } from "./publish-draft.ts";

/** Issues by entry id. */
export type PublishIssues = ReadonlyMap<string, readonly Issue[]>;

/** What a publish of entries would meet. */
export interface PublishCheck {
  /** What keeps each entry from being published; the list of one that can be published is empty. */
  readonly issues: PublishIssues;
  /** What is published all the same and leads nowhere, or elsewhere than its field says; only of entries with some. */
  readonly warnings: PublishIssues;
}

const NONE: ReadonlySet<string> = new Set();

export interface CheckOptions {
  /** Where the binaries of what is published must be. @default not looked at */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
}

/** What publishing entries of `main` together would meet. Nothing is written. */
export async function checkPublish(
  store: SiteStore,
  ids: readonly string[],
  options: CheckOptions = {},
): Promise<PublishCheck> {
  return checkDraft(store, await readDraft(store, ids), options);
}

/**
 * The checks of a publish. It is refused for fields, for files that nothing could follow, and for slugs, against
 * what is live and the rest of the batch; links that lead nowhere are warnings.
 */
export async function checkDraft(
  store: SiteStore,
  draft: PublishDraft,
  { media }: CheckOptions = {},
): Promise<PublishCheck> {
  const issues = new Map(draft.unreadable);
  const records = await readNewMediaRecords(store, draft);
  const missing = media === undefined ? NONE : await findMissingMedia(records, media);
  const alts = await readDraftAlts(store, draft);
  const batch = batchOf(draft.entries.map(({ ref }) => ref));
  for (const entry of draft.entries) {
    const { ref } = entry;
    const owner = twinOf(ref, batch) ?? (await liveOwner(store, ref, { batch, tree: draft.tree }));
    issues.set(ref.id, [
      ...schemaIssues(entry, draft.replaced),
      ...fieldIssues(entry),
      ...altIssues(entry, alts),
      ...unreadableMediaIssues(entry, records),
      ...missingMediaIssues(entry, missing),
      ...(owner === undefined ? [] : [taken(ref, owner)]),
    ]);
  }
  return { issues, warnings: await publishWarnings(store, draft) };
}

function schemaIssues(
  { schema, writtenBy, ref: { path } }: DraftEntry,
  replaced: PublishDraft["replaced"],
): Issue[] {
  const paths = new Set([writtenBy, schema].map((one) => versionPath(one.apiId, one.version)));
  return [...paths].flatMap((version) => {
    const message = `${version} is not the schema that is live under this number; bring the old file back.`;
    return replaced.has(version) ? [{ code: "conflict", message, path }] : [];
  });
}

function fieldIssues({ entry, schema, ref: { path } }: DraftEntry): Issue[] {
  const issues: Issue[] = [];
  for (const issue of validateEntry(entry, schema, { mode: "publish" })) {
    issues.push({ ...issue, path });
  }
  return issues;
}

async function readDraftAlts(
  { repository }: SiteStore,
  { entries, shared }: PublishDraft,
): Promise<Alts> {
  const described = entries.map(({ entry, schema }) => {
    return { values: entry.values, fields: schema.fields };
  });
  return readAlts(repository, described, (id) => shared.get(mediaPath(id)));
}

function altIssues({ entry, schema, ref: { path } }: DraftEntry, alts: Alts): Issue[] {
  const places = missingAlts(entry.values, schema.fields, (id) => alts.get(id));
  return places.map((field) => ({
    code: "invalid_entry",
    message: `${field} shows an image without alternative text; describe it, or mark it as decorative.`,
    path,
    field,
  }));
}

interface Batch {
  readonly ids: ReadonlySet<string>;
  /** Ids by type and folded slug. */
  readonly slugs: ReadonlyMap<string, readonly string[]>;
}

function batchOf(refs: readonly EntryRef[]): Batch {
  const slugs = new Map<string, string[]>();
  for (const ref of refs) slugs.set(slugKey(ref), [...(slugs.get(slugKey(ref)) ?? []), ref.id]);
  return { ids: new Set(refs.map(({ id }) => id)), slugs };
}

function slugKey({ type, slug }: EntryRef): string {
  return `${type}/${foldSlug(slug)}`;
}

function twinOf(ref: EntryRef, { slugs }: Batch): string | undefined {
  return slugs.get(slugKey(ref))?.find((id) => id !== ref.id);
}

/** The id of another live entry of the type that has the slug and keeps it. */
async function liveOwner(
  { repository }: SiteStore,
  { type, slug }: EntryRef,
  { batch, tree }: { readonly batch: Batch; readonly tree: PublishedTree },
): Promise<string | undefined> {
  for (const oid of (await tree.blobsAt(tree.pinsBySlug.get(foldSlug(slug)))).values()) {
    const owner = readEntryId(await repository.readBlob(oid));
    // An entry of the batch is published under the slug that it has on main.
    if (owner === undefined || batch.ids.has(owner)) continue;
    const ledger = (await tree.ledgersOf([owner])).get(owner);
    if (ledger?.path !== ledgerPath(type, owner)) continue;
    // A slug with folders ends as others do.
    const live = parseLedgerFile(await repository.readBlob(ledger.oid), ledger);
    if (foldSlug(live.slug) === foldSlug(slug)) return owner;
  }
  return undefined;
}

function taken({ path, slug }: EntryRef, owner: string): Issue {
  const message = `The slug "${slug}" is live for the entry ${owner}; publish that one with it, or unpublish it.`;
  return { code: "slug_taken", message, path };
}

/** Media ids whose binaries, or one of whose copies, media storage does not have. */
async function findMissingMedia(
  records: NewMediaRecords,
  storage: Pick<MediaStorage, "has">,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const [id, record] of records) {
    if (!isCmsError(record) && !(await isStored(record, storage))) missing.add(id);
  }
  return missing;
}

/** An issue for each place of an entry where a binary is missing. */
function missingMediaIssues(
  { links, ref: { path } }: DraftEntry,
  missing: ReadonlySet<string>,
): Issue[] {
  return links
    .filter(({ kind, id }) => kind === "media" && missing.has(id))
    .map(({ id, field }) => ({
      code: "media_missing",
      message: `${field} shows the media file ${id}, whose binary or a copy of it is not in media storage; upload it again.`,
      path,
      field,
    }));
}

/** By media id: the record, or what is wrong with its file. */
type NewMediaRecords = ReadonlyMap<string, MediaRecord | CmsError>;

/**
 * The media records that a publish brings live. Those that are live as they are were looked at when they came
 * there.
 */
async function readNewMediaRecords(
  { repository }: SiteStore,
  { entries, shared, tree }: PublishDraft,
): Promise<NewMediaRecords> {
  const links = entries.flatMap((entry) => entry.links.filter(isMedia));
  const paths = new Map(links.map(({ id }) => [mediaPath(id), id]));
  if (paths.size === 0) return new Map();
  const live = await tree.blobsAt([...paths.keys()]);
  const wanted = [...paths].flatMap(([path, id]) => {
    const oid = shared.get(path);
    return oid === undefined || live.get(path) === oid ? [] : [{ path, id, oid }];
  });
  const files = await readFiles(repository, wanted, ({ oid }) => oid);
  return new Map(files.map(([{ path, id }, bytes]) => [id, parse(bytes, path)]));
}

function parse(bytes: Uint8Array, path: string): MediaRecord | CmsError {
  try {
    return parseMediaFile(bytes, path);
  } catch (error) {
    if (isCmsError(error)) return error;
    throw error;
  }
}

/** An issue for each place of an entry that shows a record which nobody can read: nothing could follow it. */
function unreadableMediaIssues(
  { links, ref: { path } }: DraftEntry,
  records: NewMediaRecords,
): Issue[] {
  return links.filter(isMedia).flatMap(({ id, field }) => {
    const found = records.get(id);
    if (!isCmsError(found)) return [];
    const message = `${field} shows the media file ${id}, whose record cannot be read: ${found.message}`;
    return [{ code: found.code, message, path, field }];
  });
}

function isMedia({ kind }: { readonly kind: string }): boolean {
  return kind === "media";
}

/**
 * What entries point to that is not there, or is not what their fields take. They can be published: a value shows
 * its id alone, a link in rich text stays as it is written. An entry that exists and is not live is no warning,
 * since it appears when it is published.
 */
async function publishWarnings(
  store: SiteStore,
  draft: PublishDraft,
): Promise<ReadonlyMap<string, readonly Issue[]>> {
  const notImages = await findNotImages(store, draft);
  const warnings = new Map<string, readonly Issue[]>();
  for (const { links, ref } of draft.entries) {
    const found = links.flatMap((link): Issue[] => {
      const issue =
        link.kind === "media" ? mediaIssue(link, draft, notImages) : entryIssue(link, store);
      return issue === undefined ? [] : [{ ...issue, path: ref.path, field: link.field }];
    });
    if (found.length > 0) warnings.set(ref.id, found);
  }
  return warnings;
}

function mediaIssue(
  { id, field, accept }: ValueLink,
  { shared }: PublishDraft,
  notImages: ReadonlySet<string>,
): Issue | undefined {
  if (!shared.has(mediaPath(id))) {
    return dangling(`${field} shows the media file ${id}, which does not exist.`);
  }
  if (accept !== "image" || !notImages.has(id)) return undefined;
  const message = `${field} shows the file ${id}, which is no image; it takes images.`;
  return { code: "invalid_entry", message };
}

function entryIssue({ id, field, to }: ValueLink, store: SiteStore): Issue | undefined {
  const target = store.entryById(id);
  if (target === undefined) {
    return dangling(`${field} points to the entry ${id}, which does not exist.`);
  }
  if (to === undefined || to.includes(target.type)) return undefined;
  const message = `${field} points to ${target.type}/${target.slug}; it takes ${to.join(", ")}.`;
  return { code: "invalid_entry", message };
}

function dangling(message: string): Issue {
  return { code: "dangling_reference", message };
}

/** Ids of the media that stand where only images may, and are none. */
async function findNotImages(
  { repository }: SiteStore,
  { entries, shared }: PublishDraft,
): Promise<ReadonlySet<string>> {
  const records = new Map<string, string>();
  for (const { accept, id } of entries.flatMap(({ links }) => links)) {
    const oid = accept === "image" ? shared.get(mediaPath(id)) : undefined;
    if (oid !== undefined) records.set(id, oid);
  }
  const files = await readFiles(repository, [...records], ([, oid]) => oid);
  return new Set(files.flatMap(([[id], bytes]) => (isImage(id, bytes) ? [] : [id])));
}

/** A record as HQ prints it says so in a line of its own; a release may show thousands. */
const PRINTED = /^mimeType: image\//m;

/** A record that cannot be read keeps its entries from being published: that is told elsewhere. */
function isImage(id: string, bytes: Uint8Array): boolean {
  if (PRINTED.test(Buffer.from(bytes).toString("latin1"))) return true;
  try {
    return parseMediaFile(bytes, mediaPath(id)).mimeType.startsWith("image/");
  } catch (error) {
    if (isCmsError(error)) return true;
    throw error;
  }
}
