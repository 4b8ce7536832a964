import { CmsError, type Issue } from "../../base/errors.ts";
import { isoInstant, savedAt } from "../../base/instant.ts";
import { foldSlug } from "../../base/slug.ts";
import { ledgerPath } from "../../content/site/layout.ts";
import { ledgerPerson, printLedgerFile } from "../../content/site/ledger-file.ts";
import type { FileEdit } from "../../git/repository/repository.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import type { Entry, LedgerRecord } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import type { MovedEntry } from "../../site/save/save-orders.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { BATCH, commitAlongside, commitPublished } from "../branch/commit-published.ts";
import { enqueueChange, enqueueParallelChange } from "../branch/publish-queue.ts";
import {
  readLedgerRecords,
  findPin,
  type PublishedTree,
  readPublishedTree,
} from "../branch/published-tree.ts";
import { checkDraft, type PublishIssues } from "./check-publish.ts";
import { type DraftEntry, type PublishDraft, readDraft } from "./publish-draft.ts";

/** Maximum number of former slugs. The oldest are dropped. */
const MOST = 20;

/** An entry to be published; times are ISO 8601 UTC with milliseconds. */
export interface EntryToPublish {
  readonly id: string;
  /** @default depends on `dates`; live entries keep their date unless `redate` is set */
  readonly publishedAt?: string;
  /** Whether a live entry also gets this `publishedAt`. @default false */
  readonly redate?: boolean;
  /** @default when the entry was last saved on `main` */
  readonly updatedAt?: string;
}

export type PublishDates = "now" | "created";

export interface PublishOptions {
  /** If empty, only the site's settings and newest schemas are updated. */
  readonly entries: readonly EntryToPublish[];
  readonly actor: Actor;
  /**
   * Publication date of entries that aren't live yet: now, or their creation date, for content imported from elsewhere.
   * @default "now"
   */
  readonly dates?: PublishDates | undefined;
  /**
   * Where binaries are stored: an entry is refused if a binary that it shows, or a copy of it, is missing.
   * @default not checked
   */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
  /**
   * Called for each entry just before it is published. Entries for which it returns false are skipped, so that a
   * schedule canceled at the last moment doesn't fire.
   */
  readonly stillWanted?: (entry: Entry) => boolean;
  /**
   * Whether this is a batch or release, even of one entry, and reported as one `site.published`. @default true for
   * several entries
   */
  readonly batch?: boolean;
  /** @default the system clock */
  readonly now?: () => Date;
}

/** A change of the live site. */
export interface Published {
  /** Commit of `published` afterwards; undefined if the branch is empty. */
  readonly commit: string | undefined;
  /** New ledger records of the entries that changed; unchanged live entries have none. */
  readonly records: readonly LedgerRecord[];
  /** Whether a commit was created. */
  readonly changed: boolean;
}

export interface PublishedEntries extends Published {
  /**
   * Links without a target, or with another one than the field allows, by entry id. Only entries with warnings are
   * included.
   */
  readonly warnings: PublishIssues;
}

/**
 * Publishes entries as they are on `main`, in one commit on `published`. Creates no commit if nothing would change.
 * References and links without a target are reported as warnings and published unchanged.
 *
 * @throws CmsError `publish_refused` with all problems of all entries; `details.entries` has the issues by entry id. In
 * that case nothing is published.
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
  return enqueueParallelChange(store.repository, async () => {
    const read = await readDraft(store, [...wanted.keys()]);
    const draft = { ...read, entries: read.entries.filter(({ entry }) => stillWanted(entry)) };
    const { issues, warnings } = await checkDraft(store, draft, { media });
    refuseIssues(issues);
    const when = now();
    const saved = await store.updatedAt(draft.entries.map(({ ref }) => ref));
    const previous = await readLedgerRecords(store.repository, draft.tree, [...wanted.keys()]);
    const { files, records } = planPublish(draft, {
      previous,
      pins: await findPins(draft.tree, previous),
      live: await draft.tree.blobsAt([...draft.shared.keys()]),
      by: ledgerPerson(actor),
      timesOf: ({ id, createdAt }) => ({
        publishedAt: wanted.get(id)?.publishedAt ?? publicationDate(createdAt, dates, when),
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
        commit: await commitAlongside(store.repository, draft.tree, change),
        records,
        warnings,
        changed: files.size > 0,
      }),
    };
  });
}

/** Returns the publication date of an entry; never in the future. ISO 8601 instants compare as text. */
function publicationDate(createdAt: string, dates: PublishDates, when: Date): string {
  const now = isoInstant(when);
  return dates === "created" && createdAt < now ? createdAt : now;
}

/** Returns the path of each record's pinned file on `published`, by id. */
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
 * What a publish claims while others are decided in parallel: its entries and their slugs. A file that several
 * publishes write, such as a schema, is the same for all of them.
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

/** Times of one entry in a publish. */
interface PublishTimes {
  /** Used if the entry isn't live yet, or gets another date. */
  readonly publishedAt: string;
  readonly redate: boolean;
  readonly updatedAt: string;
}

interface PlanPublishOptions {
  /** Ledger records of entries that were published before, by id. */
  readonly previous: ReadonlyMap<string, LedgerRecord>;
  /** Paths of the pinned files on `published`, by id. */
  readonly pins: ReadonlyMap<string, string>;
  /** Blobs on `published` that the live site needs besides entries, by path. */
  readonly live: ReadonlyMap<string, string>;
  readonly timesOf: (entry: Pick<Entry, "id" | "createdAt">) => PublishTimes;
  /** `Name <email>`. */
  readonly by: string;
}

/** The change of `published` that a publish makes; without files if everything is already live. */
interface PublishPlan {
  readonly files: ReadonlyMap<string, FileEdit>;
  /** Records of the entries that change. */
  readonly records: readonly LedgerRecord[];
}

/**
 * Decides what to write: each entry's unchanged file, its ledger record, and what else the live site needs and
 * `published` lacks.
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
    if (previous !== undefined && previous.type !== record.type)
      written.push(withdrawalEdit(previous));
    written.push(
      [path, { oid: blob }],
      [ledgerPath(record.type, record.id), printLedgerFile(record)],
    );
  }
  for (const [path, oid] of draft.shared) {
    if (options.live.get(path) !== oid) written.push([path, { oid }]);
  }
  // Removals first, because an entry can take a path that another one leaves.
  return { files: new Map([...removed, ...written]), records };
}

/** Withdraws the record of an entry under its previous content type. */
function withdrawalEdit(record: LedgerRecord): [string, FileEdit] {
  const after = { ...record, state: "unpublished" } as const;
  return [ledgerPath(record.type, record.id), printLedgerFile(after)];
}

/** Republishing keeps `publishedAt` unless a new date is set; publishing after an unpublish sets it again. */
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

/** Whether the live content stays the same; author and source commit don't count. */
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

/** Returns the slugs at which the entry was live before, other than its new one. */
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
  /** Result of `saveOrders`, by entry id. */
  readonly moved: ReadonlyMap<string, MovedEntry>;
  readonly actor: Actor;
  /** @default states how many entries were moved */
  readonly message?: string;
  /** @default the system clock */
  readonly now?: () => Date;
}

/**
 * Moves live entries to another position, in one commit on `published`. Their live content and schema versions stay. If
 * an entry was unchanged since its publish, its new file is pinned, so it stays unchanged. Ignores entries that aren't
 * live.
 */
export async function reorderPublished(
  store: SiteStore,
  { moved, actor, message, now = () => new Date() }: ReorderOptions,
): Promise<Published> {
  const { repository } = store;
  return enqueueChange(repository, async () => {
    const tree = await readPublishedTree(repository);
    const known = await readLedgerRecords(repository, tree, [...moved.keys()]);
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
