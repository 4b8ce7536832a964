import type { Issue } from "../base/errors.ts";
import { foldSlug } from "../base/slug.ts";
import { ledgerPath, mediaPath, versionPath } from "../content/layout.ts";
import { missingAlts } from "../content/missing-alts.ts";
import { readEntryId } from "../content/parse-entry.ts";
import { validateEntry } from "../content/validate-entry.ts";
import type { MediaStorage } from "../media/media-storage.ts";
import type { ValueLink } from "../render/collect-links.ts";
import type { EntryRef } from "../store/file-facts.ts";
import type { SiteStore } from "../store/site-store.ts";
import { findMissingMedia, missingMediaIssues } from "./missing-media.ts";
import { readNewMediaRecords, unreadableMediaIssues } from "./new-media-records.ts";
import { readDraft, type DraftEntry, type PublishDraft } from "./publish-draft.ts";
import type { PublishedTree } from "./published-tree.ts";
import { type Alts, readAlts } from "./read-alts.ts";
import { findWrongMedia, wrongMediaIssues } from "./wrong-media.ts";

/** What is wrong with each entry that was asked for; the list of one that can be published is empty. */
export type PublishIssues = ReadonlyMap<string, readonly Issue[]>;

const NONE: ReadonlySet<string> = new Set();

export interface CheckOptions {
  /** Where the binaries of what is published must be. @default not looked at */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
}

/** What keeps entries of `main` from being published together, by id. Nothing is written. */
export async function checkPublish(
  store: SiteStore,
  ids: readonly string[],
  options: CheckOptions = {},
): Promise<PublishIssues> {
  return checkDraft(store, await readDraft(store, ids), options);
}

/** The checks of a publish: fields, links, and slugs against what is live and the rest of the batch. */
export async function checkDraft(
  store: SiteStore,
  draft: PublishDraft,
  { media }: CheckOptions = {},
): Promise<PublishIssues> {
  const issues = new Map(draft.unreadable);
  const records = await readNewMediaRecords(store, draft);
  const missing = media === undefined ? NONE : await findMissingMedia(records, media);
  const wrong = await findWrongMedia(store, draft);
  const alts = await readDraftAlts(store, draft);
  const batch = batchOf(draft.entries.map(({ ref }) => ref));
  for (const entry of draft.entries) {
    const { ref } = entry;
    const owner = twinOf(ref, batch) ?? (await liveOwner(store, ref, { batch, tree: draft.tree }));
    issues.set(ref.id, [
      ...schemaIssues(entry, draft.replaced),
      ...fieldIssues(entry),
      ...linkIssues(entry, store, draft.shared),
      ...altIssues(entry, alts),
      ...unreadableMediaIssues(entry, records),
      ...missingMediaIssues(entry, missing),
      ...wrongMediaIssues(entry, wrong),
      ...(owner === undefined ? [] : [taken(ref, owner)]),
    ]);
  }
  return issues;
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

function linkIssues(
  { links, ref: { path } }: DraftEntry,
  store: SiteStore,
  shared: PublishDraft["shared"],
): Issue[] {
  return links.flatMap((link) => {
    const message = link.kind === "media" ? mediaProblem(link, shared) : entryProblem(link, store);
    const { field } = link;
    return message === undefined ? [] : [{ code: "invalid_entry", message, path, field }];
  });
}

function mediaProblem(
  { id, field }: ValueLink,
  shared: PublishDraft["shared"],
): string | undefined {
  return shared.has(mediaPath(id))
    ? undefined
    : `${field} shows the media file ${id}, which does not exist.`;
}

/** An entry that exists and is not live is no problem: it is published as its id alone. */
function entryProblem({ id, field, to }: ValueLink, store: SiteStore): string | undefined {
  const target = store.entryById(id);
  if (target === undefined) return `${field} points to the entry ${id}, which does not exist.`;
  if (to === undefined || to.includes(target.type)) return undefined;
  return `${field} points to ${target.type}/${target.slug}; it takes ${to.join(", ")}.`;
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
    const ledger = (await tree.ledgersOf([owner])).get(owner)?.path;
    if (ledger === ledgerPath(type, owner)) return owner;
  }
  return undefined;
}

function taken({ path, slug }: EntryRef, owner: string): Issue {
  const message = `The slug "${slug}" is live for the entry ${owner}; publish that one with it, or unpublish it.`;
  return { code: "slug_taken", message, path };
}
