import { CmsError, type Issue } from "../../base/errors.ts";
import { isoInstant, savedAt } from "../../base/instant.ts";
import { foldSlug } from "../../base/slug.ts";
import { ledgerPath } from "../../content/site/layout.ts";
import { printLedgerFile } from "../../content/site/ledger-file.ts";
import type { FileEdit } from "../../git/repository/repository.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import type { Entry, LedgerRecord } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import type { MovedEntry } from "../../site/save/save-orders.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import {
  BATCH,
  changingPublished,
  changingTogether,
  commitBeside,
  commitPublished,
  personOf,
  readRecords,
} from "../branch/commit-published.ts";
import { findPin, type PublishedTree, readPublishedTree } from "../branch/published-tree.ts";
import { checkDraft, type PublishIssues } from "./check-publish.ts";
import { type DraftEntry, type PublishDraft, readDraft } from "./publish-draft.ts";

/** Of an entry that moves again and again, those that are known longest are forgotten. */
const MOST = 20;

/** An entry to be published; times are ISO 8601 UTC with milliseconds. */
export interface EntryToPublish {
  readonly id: string;
  /** @default as `dates` says; entries that are live keep theirs, unless `redate` is set */
  readonly publishedAt?: string;
  /** Whether an entry that is live gets this `publishedAt`, too. @default false */
  readonly redate?: boolean;
  /** @default when the entry was last saved on `main` */
  readonly updatedAt?: string;
}

export type PublishDates = "now" | "created";

export interface PublishOptions {
  /** None: only the site's settings and newest schemas are brought up to date. */
  readonly entries: readonly EntryToPublish[];
  readonly actor: Actor;
  /**
   * When entries that are not live yet are said to have been published: now, or when they were created, as what was
   * moved here from elsewhere.
   * @default "now"
   */
  readonly dates?: PublishDates | undefined;
  /**
   * Where binaries are kept: an entry is refused while one that it shows, or a copy of it, is not there.
   * @default not looked at
   */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
  /**
   * Asked of each entry as it is published: those for which it is false are left out. So a schedule that was
   * taken back in the last moment is not fired.
   */
  readonly stillWanted?: (entry: Entry) => boolean;
  /** It is a batch or a release, also of one entry, and told as such: by one `site.published`. @default of several */
  readonly batch?: boolean;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/** A change of the live site. */
export interface Published {
  /** Where `published` stands afterwards; undefined when there is nothing on it. */
  readonly commit: string | undefined;
  /** New ledger records of the entries that changed; none for those that were live as they are. */
  readonly records: readonly LedgerRecord[];
  /** Whether this made a commit. */
  readonly changed: boolean;
}

export interface PublishedEntries extends Published {
  /** What leads nowhere, or elsewhere than its field says, by entry id; only of entries with some. */
  readonly warnings: PublishIssues;
}

/**
 * Makes entries of `main` live, as they are there now, in one commit on `published`. When nothing would
 * change, there is no commit. References and links that lead nowhere are told, and published as they are.
 *
 * @throws CmsError `publish_refused` with everything that is wrong with any of them; `details.entries` has
 * the issues by entry id. Then nothing is published.
 */
export async function publishEntries(
  store: SiteStore,
  {
    entries,
    actor,
    dates = "now",
    media,
    stillWanted = () => true,
    batch = false,
    now = () => new Date(),
  }: PublishOptions,
): Promise<PublishedEntries> {
  const wanted = new Map(entries.map((entry) => [entry.id, entry]));
  return changingTogether(store.repository, async () => {
    const read = await readDraft(store, [...wanted.keys()]);
    const draft = { ...read, entries: read.entries.filter(({ entry }) => stillWanted(entry)) };
    const { issues, warnings } = await checkDraft(store, draft, { media });
    refuseIssues(issues);
    const when = now();
    const saved = await store.updatedAt(draft.entries.map(({ ref }) => ref));
    const previous = await readRecords(store.repository, draft.tree, [...wanted.keys()]);
    const { files, records } = planPublish(draft, {
      previous,
      pins: await findPins(draft.tree, previous),
      live: await draft.tree.blobsAt([...draft.shared.keys()]),
      by: personOf(actor),
      timesOf: ({ id, createdAt }) => ({
        publishedAt: wanted.get(id)?.publishedAt ?? dateOf(createdAt, dates, when),
        redate: wanted.get(id)?.redate ?? false,
        updatedAt: wanted.get(id)?.updatedAt ?? saved.get(id) ?? isoInstant(when),
      }),
    });
    const change = {
      files,
      records,
      action: "publish",
      ...(batch && { trailers: { [BATCH]: "true" } }),
      siteId: store.site().id,
      actor,
      when,
    } as const;
    return {
      claims: claimsOf(draft.entries, files),
      commit: async () => ({
        commit: await commitBeside(store.repository, draft.tree, change),
        records,
        warnings,
        changed: files.size > 0,
      }),
    };
  });
}

/** Instants compare as text; nothing was published later than now. */
function dateOf(createdAt: string, dates: PublishDates, when: Date): string {
  const now = isoInstant(when);
  return dates === "created" && createdAt < now ? createdAt : now;
}

/** By id: where the file stands that a record pins. */
async function findPins(
  tree: PublishedTree,
  records: ReadonlyMap<string, LedgerRecord>,
): Promise<Map<string, string>> {
  const pins = new Map<string, string>();
  for (const [id, record] of records) {
    const path = await findPin(record, tree);
    if (path !== undefined) pins.set(id, path);
  }
  return pins;
}

function refuseIssues(found: PublishIssues): void {
  const entries = [...found].filter(([, issues]) => issues.length > 0);
  if (entries.length === 0) return;
  const issues: readonly Issue[] = entries.flatMap(([, list]) => list);
  const count = entries.length === 1 ? "An entry" : `${entries.length} entries`;
  const [first] = issues;
  throw new CmsError("publish_refused", `${count} cannot be published: ${first?.message ?? ""}`, {
    issues,
    details: { entries: Object.fromEntries(entries.slice(0, LIMITS.issuesReported)) },
  });
}

/**
 * What a publish keeps for itself while others are decided beside it: its entries and their slugs. A file that
 * several bring along, as a schema, is the same to all of them.
 */
function claimsOf(
  entries: readonly Pick<DraftEntry, "ref">[],
  files: ReadonlyMap<string, FileEdit>,
): ReadonlyMap<string, string | undefined> {
  const claims = new Map<string, string | undefined>();
  for (const { ref } of entries) {
    claims.set(`entry ${ref.id}`, undefined);
    claims.set(`slug ${ref.type}/${foldSlug(ref.slug)}`, undefined);
  }
  for (const [path, edit] of files) claims.set(`file ${path}`, oidOf(edit));
  return claims;
}

function oidOf(edit: FileEdit): string | undefined {
  return edit !== null && "oid" in edit ? edit.oid : undefined;
}

/** What a publish is given for one entry besides its file. */
interface PublishTimes {
  /** Used when the entry is not live already, or gets another date. */
  readonly publishedAt: string;
  readonly redate: boolean;
  readonly updatedAt: string;
}

interface PlanPublishOptions {
  /** By id: the ledger records of entries that were published before. */
  readonly previous: ReadonlyMap<string, LedgerRecord>;
  /** By id: where the files that these pin stand in `published`. */
  readonly pins: ReadonlyMap<string, string>;
  /** By path: what `published` holds of what the live site needs besides. */
  readonly live: ReadonlyMap<string, string>;
  readonly timesOf: (entry: Pick<Entry, "id" | "createdAt">) => PublishTimes;
  /** `Name <email>`. */
  readonly by: string;
}

/** The change of `published` that a publish makes; no files when everything is live as it is. */
interface PublishPlan {
  readonly files: ReadonlyMap<string, FileEdit>;
  /** Records of the entries that change. */
  readonly records: readonly LedgerRecord[];
}

/**
 * Decides what to write: each entry's file byte for byte at its path, its ledger record, and what the live
 * site needs besides and `published` does not hold yet.
 */
function planPublish(draft: PublishDraft, options: PlanPublishOptions): PublishPlan {
  const records: LedgerRecord[] = [];
  const removed: [string, null][] = [];
  const written: [string, FileEdit][] = [];
  for (const entry of draft.entries) {
    const { path, blob } = entry.ref;
    const previous = options.previous.get(entry.ref.id);
    const pinned = options.pins.get(entry.ref.id);
    const record = nextRecord(entry, previous, { draft, options });
    if (pinned === path && isSame(record, previous)) continue;
    records.push(record);
    if (pinned !== undefined) removed.push([pinned, null]);
    if (previous !== undefined && previous.type !== record.type) written.push(withdrawn(previous));
    written.push(
      [path, { oid: blob }],
      [ledgerPath(record.type, record.id), printLedgerFile(record)],
    );
  }
  for (const [path, oid] of draft.shared) {
    if (options.live.get(path) !== oid) written.push([path, { oid }]);
  }
  // Removals first: an entry may take the path that another one of the batch leaves.
  return { files: new Map([...removed, ...written]), records };
}

/** The record of an entry under the content type that it was of before. */
function withdrawn(record: LedgerRecord): [string, FileEdit] {
  const after = { ...record, state: "unpublished" } as const;
  return [ledgerPath(record.type, record.id), printLedgerFile(after)];
}

/** Re-publishing keeps `publishedAt`, unless another one is set; after an entry was unpublished it begins anew. */
function nextRecord(
  { ref, entry, schema }: DraftEntry,
  previous: LedgerRecord | undefined,
  { draft, options }: { readonly draft: PublishDraft; readonly options: PlanPublishOptions },
): LedgerRecord {
  const { publishedAt, redate, updatedAt } = options.timesOf(entry);
  const keepsDate = previous?.state === "published" && !redate;
  return {
    id: ref.id,
    type: ref.type,
    state: "published",
    version: (previous?.version ?? 0) + 1,
    blob: ref.blob,
    schema: schema.version,
    slug: ref.slug,
    sortOrder: entry.sortOrder ?? 0,
    createdAt: entry.createdAt,
    updatedAt: savedAt(updatedAt, entry.createdAt),
    publishedAt: keepsDate ? previous.publishedAt : publishedAt,
    by: options.by,
    sourceCommit: draft.source,
    ...formerSlugs(ref.slug, previous?.type === ref.type ? previous : undefined),
  };
}

/** Whether what is live would stay as it is; who published it and from where makes no difference. */
function isSame(next: LedgerRecord, previous: LedgerRecord | undefined): boolean {
  return (
    previous?.state === "published" &&
    previous.type === next.type &&
    previous.blob === next.blob &&
    previous.schema === next.schema &&
    previous.slug === next.slug &&
    previous.sortOrder === next.sortOrder &&
    previous.publishedAt === next.publishedAt
  );
}

/** What a record says of the slugs at which its entry was live before, once it is live at another one or the same. */
function formerSlugs(
  slug: string,
  previous: LedgerRecord | undefined,
): Pick<LedgerRecord, "formerSlugs"> {
  if (previous === undefined) return {};
  const known = new Set([...(previous.formerSlugs ?? []), previous.slug]);
  known.delete(slug);
  return known.size === 0 ? {} : { formerSlugs: [...known].slice(-MOST) };
}

export interface ReorderOptions {
  /** Of `saveOrders`, by entry id. */
  readonly moved: ReadonlyMap<string, MovedEntry>;
  readonly actor: Actor;
  /** @default says how many entries were moved */
  readonly message?: string;
  /** @default the system's clock */
  readonly now?: () => Date;
}

/**
 * Gives live entries another place in the order, in one commit on `published`: what is live of them and
 * their versions stay. One that was live as it is stays so: its new file is pinned. Entries that are not
 * live are left alone.
 */
export async function reorderPublished(
  store: SiteStore,
  { moved, actor, message, now = () => new Date() }: ReorderOptions,
): Promise<Published> {
  const { repository } = store;
  return changingPublished(repository, async () => {
    const tree = await readPublishedTree(repository);
    const known = await readRecords(repository, tree, [...moved.keys()]);
    const files = new Map<string, FileEdit>();
    const records: LedgerRecord[] = [];
    for (const record of known.values()) {
      const move = moved.get(record.id);
      if (move === undefined || record.state === "unpublished") continue;
      const isLiveAsItIs =
        record.blob === move.before && (await findPin(record, tree)) === move.path;
      const { sortOrder } = move;
      const after: LedgerRecord = {
        ...record,
        sortOrder,
        ...(isLiveAsItIs && { blob: move.after }),
      };
      if (after.blob === record.blob && sortOrder === record.sortOrder) continue;
      if (isLiveAsItIs) files.set(move.path, { oid: move.after });
      files.set(ledgerPath(record.type, record.id), printLedgerFile(after));
      records.push(after);
    }
    const change = { files, records, actor, siteId: store.site().id, when: now() };
    const commit = await commitPublished(repository, tree, {
      ...change,
      action: "reorder",
      message: message ?? `Move ${records.length === 1 ? "an entry" : `${records.length} entries`}`,
    });
    return { commit, records, changed: files.size > 0 };
  });
}
