import { type CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { foldSlug } from "../../base/slug.ts";
import { findConflicts } from "../../content/entry/conflict-markers.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { missingAlts } from "../../content/entry/unmet-requirements.ts";
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
import { type PublishedTree } from "../branch/published-tree.ts";
import { type DraftEntry, isMedia, type PublishDraft, readDraft } from "./publish-draft.ts";

/** Issues by entry id. */
export type PublishIssues = ReadonlyMap<string, readonly Issue[]>;

/** Result of checking entries before a publish. */
export interface PublishCheck {
  /** What prevents each entry from being published; an empty list if nothing does. */
  readonly issues: PublishIssues;
  /**
   * Problems that don't prevent publishing: links without a target, or with another one than the field allows. Only
   * entries with warnings are included.
   */
  readonly warnings: PublishIssues;
}

const NONE: ReadonlySet<string> = new Set();

export interface CheckOptions {
  /** Where the binaries of published media must exist. @default not checked */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
}

/** Checks the entries of `main` as one publish would. Writes nothing. */
export async function checkPublish(
  store: SiteStore,
  ids: readonly string[],
  options: CheckOptions = {},
): Promise<PublishCheck> {
  return checkDraft(store, await readDraft(store, ids), options);
}

/**
 * Checks a publish. Field errors, missing media files, and slug clashes with live entries or the rest of the batch are
 * issues; links without a target are warnings.
 */
export async function checkDraft(
  store: SiteStore,
  draft: PublishDraft,
  { media }: CheckOptions = {},
): Promise<PublishCheck> {
  const issues = new Map(draft.unreadable);
  const shown = await readShownMedia(store, draft);
  const missing = media === undefined ? NONE : await findMissingMedia(shown, media);
  const batch = batchOf(draft.entries.map(({ ref }) => ref));
  for (const entry of draft.entries) {
    const { ref } = entry;
    const owner =
      findSlugTwin(ref, batch) ?? (await liveOwner(store, ref, { batch, tree: draft.tree }));
    issues.set(ref.id, [
      ...schemaIssues(entry, draft.findReplacedVersions),
      ...fieldIssues(entry),
      ...altIssues(entry, shown),
      ...mediaIssues(entry, shown, missing),
      ...(owner === undefined ? [] : [slugTakenIssue(ref, owner)]),
    ]);
  }
  return { issues, warnings: publishWarnings(store, draft, shown) };
}

function schemaIssues(
  { schema, writtenBy, ref: { path } }: DraftEntry,
  replaced: PublishDraft["findReplacedVersions"],
): Issue[] {
  const paths = new Set([writtenBy, schema].map((one) => versionPath(one.apiId, one.version)));
  return [...paths].flatMap((version) => {
    const message = `${version} differs from the live schema with this number. Restore the earlier file.`;
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

function altIssues({ entry, schema, ref: { path } }: DraftEntry, shown: ShownMedia): Issue[] {
  const places = missingAlts(entry.values, schema.fields, (id) => shown.get(id)?.record?.alt);
  return places.map((field) => ({
    code: "invalid_entry",
    message: `${field} has an image without alt text. Add alt text, or mark the image as decorative.`,
    path,
    field,
  }));
}

interface Batch {
  readonly ids: ReadonlySet<string>;
  /** Ids by type and case-folded slug. */
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

function findSlugTwin(ref: EntryRef, { slugs }: Batch): string | undefined {
  return slugs.get(slugKey(ref))?.find((id) => id !== ref.id);
}

/** Returns the id of another live entry of the type that has the slug and keeps it. */
async function liveOwner(
  { repository }: SiteStore,
  { type, slug }: EntryRef,
  { batch, tree }: { readonly batch: Batch; readonly tree: PublishedTree },
): Promise<string | undefined> {
  for (const oid of (await tree.blobsAt(tree.pinsBySlug.get(foldSlug(slug)))).values()) {
    const owner = readEntryId(await repository.readBlob(oid));
    // An entry of the batch is published under its slug on main.
    if (owner === undefined || batch.ids.has(owner)) continue;
    const ledger = (await tree.ledgersOf([owner])).get(owner);
    if (ledger?.path !== ledgerPath(type, owner)) continue;
    // A ledger file is named after the last part of a slug, so slugs with folders can share a name.
    const live = parseLedgerFile(await repository.readBlob(ledger.oid), ledger);
    if (foldSlug(live.slug) === foldSlug(slug)) return owner;
  }
  return undefined;
}

function slugTakenIssue({ path, slug }: EntryRef, owner: string): Issue {
  const message = `The slug "${slug}" is live for the entry ${owner}. Publish both entries together, or unpublish the other one.`;
  return { code: "slug_taken", message, path };
}

/** The existing media records that entries show, by id. */
type ShownMedia = ReadonlyMap<string, ShownRecord>;

interface ShownRecord {
  /** Undefined if its file cannot be read. */
  readonly record: MediaRecord | undefined;
  readonly problem: CmsError | undefined;
  /** Whether this publish makes it live. Unchanged live records were checked when they were published. */
  readonly isNew: boolean;
}

async function readShownMedia(
  { repository }: SiteStore,
  { entries, shared, tree }: PublishDraft,
): Promise<ShownMedia> {
  const ids = new Set(entries.flatMap(({ links }) => links.filter(isMedia).map(({ id }) => id)));
  const wanted = [...ids].flatMap((id) => {
    const path = mediaPath(id);
    const oid = shared.get(path);
    return oid === undefined ? [] : [{ id, path, oid }];
  });
  const live = await tree.blobsAt(wanted.map(({ path }) => path));
  const files = await readFiles(repository, wanted, ({ oid }) => oid);
  return new Map(
    files.map(([{ id, path, oid }, bytes]) => {
      return [id, { ...parse(bytes, path), isNew: live.get(path) !== oid }];
    }),
  );
}

function parse(bytes: Uint8Array, path: string): Omit<ShownRecord, "isNew"> {
  try {
    return { record: parseMediaFile(bytes, path), problem: undefined };
  } catch (error) {
    if (isCmsError(error)) return { record: undefined, problem: error };
    throw error;
  }
}

/** Returns the ids of new media whose binary, or a copy of it, is missing in media storage. */
async function findMissingMedia(
  shown: ShownMedia,
  storage: Pick<MediaStorage, "has">,
): Promise<ReadonlySet<string>> {
  const missing = new Set<string>();
  for (const [id, { record, isNew }] of shown) {
    if (isNew && record !== undefined && !(await isStored(record, storage))) missing.add(id);
  }
  return missing;
}

/** Returns an issue for each place where an entry shows an unreadable media record or a missing binary. */
function mediaIssues(
  { links, ref: { path } }: DraftEntry,
  shown: ShownMedia,
  missing: ReadonlySet<string>,
): Issue[] {
  return links.filter(isMedia).flatMap(({ id, field }) => {
    const { problem, isNew } = shown.get(id) ?? {};
    if (problem !== undefined && isNew === true) {
      const message = `${field} uses the media file ${id}, whose record cannot be read: ${problem.message}`;
      return [{ code: problem.code, message, path, field }];
    }
    if (!missing.has(id)) return [];
    const message = `${field} uses the media file ${id}, but the file or one of its variants is missing from media storage. Upload it again.`;
    return [{ code: "media_missing", message, path, field }];
  });
}

/**
 * Returns warnings about targets that don't exist or don't match their fields, and about unresolved conflicts in texts.
 * Such entries can be published: a value then shows only its id, and a rich text link stays as written. An existing
 * entry that isn't live causes no warning, because it appears once it is published.
 */
function publishWarnings(
  store: SiteStore,
  { entries }: PublishDraft,
  shown: ShownMedia,
): PublishIssues {
  const warnings = new Map<string, readonly Issue[]>();
  for (const { links, ref, entry, schema } of entries) {
    const marked = Array.from(findConflicts(entry.values, schema), (issue): Issue => {
      return { ...issue, path: ref.path };
    });
    const pointing = links.flatMap((link): Issue[] => {
      const issue = isMedia(link) ? mediaWarning(link, shown) : entryWarning(link, store);
      return issue === undefined ? [] : [{ ...issue, path: ref.path, field: link.field }];
    });
    const found = [...pointing, ...marked];
    if (found.length > 0) warnings.set(ref.id, found);
  }
  return warnings;
}

function mediaWarning({ id, field, accept }: ValueLink, shown: ShownMedia): Issue | undefined {
  const found = shown.get(id);
  if (found === undefined) {
    return danglingLinkIssue(`${field} uses the media file ${id}, which does not exist.`);
  }
  const { record } = found;
  // Unreadable records are reported as issues.
  if (accept !== "image" || record === undefined || record.mimeType.startsWith("image/")) {
    return undefined;
  }
  const message = `${field} uses the file ${id}, which is not an image. The field only allows images.`;
  return { code: "invalid_entry", message };
}

function entryWarning({ id, field, to }: ValueLink, store: SiteStore): Issue | undefined {
  const target = store.entryById(id);
  if (target === undefined) {
    return danglingLinkIssue(`${field} points to the entry ${id}, which does not exist.`);
  }
  if (to === undefined || to.includes(target.type)) return undefined;
  const message = `${field} points to ${target.type}/${target.slug}, but it only allows entries of ${to.join(", ")}.`;
  return { code: "invalid_entry", message };
}

function danglingLinkIssue(message: string): Issue {
  return { code: "dangling_reference", message };
}
