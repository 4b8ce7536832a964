import { createHash } from "node:crypto";
import { readOr } from "../base/errors.ts";
import { isoInstant } from "../base/instant.ts";
import { readEntryId } from "../content/entry/parse-entry.ts";
import { classifyPath, SITE_PATH } from "../content/site/layout.ts";
import { parseSiteFile } from "../content/site/site-file.ts";
import type { FileChange } from "../git/read/diff-reader.ts";
import type { CommitStep } from "../git/read/first-parents.ts";
import { readFiles } from "../git/repository/read-files.ts";
import type { GitRepository } from "../git/repository/repository.ts";
import type { LedgerRecord } from "../model/entry.ts";
import type { SiteConfig, SiteEventName } from "../model/site.ts";
import { BATCH } from "../publish/branch/commit-published.ts";
import { diffOf, type LedgerChange, readLedgerChanges } from "../publish/branch/published-diff.ts";
import { FORMAT_ACTION } from "../publish/branch/published-format.ts";

/** A site event derived from one commit. */
export interface SiteEvent {
  /** Deterministic id: deriving the event again gives the same id. */
  readonly id: string;
  readonly event: SiteEventName;
  readonly siteId: string;
  /** API ID; `""` if the event has none, like the next two. */
  readonly contentType: string;
  readonly entryId: string;
  readonly entrySlug: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly occurredAt: string;
  /**
   * Whether its commit published, unpublished, or deleted several entries, or was a batch or a release with one entry.
   */
  readonly batch: boolean;
}

/**
 * Returns `evt_` and 32 hex digits of a SHA-256. The hash covers the parts that identify an event: site, commit (or
 * another unique name of the action), entry or type, and event.
 */
export function makeEventId(parts: readonly [string, ...string[]]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `evt_${digest.slice(0, 32)}`;
}

/** Commit from which an event is derived. */
interface EventSource {
  readonly siteId: string;
  readonly commit: string;
  readonly occurredAt: string;
}

type EventFacts = Partial<Pick<SiteEvent, "contentType" | "entryId" | "entrySlug" | "batch">>;

function makeEvent(
  { siteId, commit, occurredAt }: EventSource,
  event: SiteEventName,
  { contentType = "", entryId = "", entrySlug = "", batch = false }: EventFacts,
): SiteEvent {
  const id = makeEventId([siteId, commit, contentType, entryId, event]);
  return { id, event, siteId, contentType, entryId, entrySlug, occurredAt, batch };
}

/**
 * Derives the events of a commit on `published` from its ledger: `entry.published`, `entry.unpublished`, and one
 * `site.published` if it affected several entries, is a batch, or changed the live site in another way: the order, the
 * site's settings, a media record, or a removed content type. A content type that becomes live was announced when its
 * schema was published.
 */
export async function readPublishedEvents(
  repository: GitRepository,
  siteId: string,
  { commit, parent, time, trailers }: CommitStep,
): Promise<readonly SiteEvent[]> {
  if (trailers["Loam-Action"] === FORMAT_ACTION) return [];
  const changes = await repository.changedFiles(parent, commit);
  const source = { siteId, commit, occurredAt: isoInstant(new Date(time)) };
  const ledger = await readLedgerChanges(repository, changes);
  const done = ledger.flatMap(entryAction);
  const batch = done.length > 1 || (done.length === 1 && trailers[BATCH] !== undefined);
  const events = done.map(({ event, type, id, slug }) =>
    makeEvent(source, event, { contentType: type, entryId: id, entrySlug: slug, batch }),
  );
  if (!batch && (done.length === 1 || !isSeen(changes, ledger))) return events;
  return [...events, makeEvent(source, "site.published", { batch })];
}

function isSeen(changes: readonly FileChange[], ledger: readonly LedgerChange[]): boolean {
  if (ledger.length === 0 && changes.every(({ before }) => before === undefined)) return false;
  const { entries, files } = diffOf(changes, ledger);
  return entries.length > 0 || files.length > 0;
}

interface EntryAction {
  readonly event: SiteEventName;
  readonly type: string;
  readonly id: string;
  readonly slug: string;
}

function entryAction({ id, type, before, after }: LedgerChange): EntryAction[] {
  if (after?.state === "published") {
    if (isOnlyMoved(before, after)) return [];
    return [{ event: "entry.published", type, id, slug: after.slug }];
  }
  if (before?.state !== "published") return [];
  return [{ event: "entry.unpublished", type, id, slug: before.slug }];
}

/** Returns whether only the order changed. Every publish increments the version; reordering doesn't. */
function isOnlyMoved(before: LedgerRecord | undefined, after: LedgerRecord): boolean {
  return before?.state === "published" && before.version === after.version;
}

/**
 * Derives the public events of a commit on `main`: `entry.deleted`, including entries that were never published, and
 * `content_type.updated` if it published a schema version. Moving a file to another slug or folder isn't a deletion.
 */
export async function readWorkingEvents(
  repository: GitRepository,
  siteId: string,
  { commit, parent, time }: CommitStep,
): Promise<readonly SiteEvent[]> {
  const changes = await repository.changedFiles(parent, commit);
  const source = { siteId, commit, occurredAt: isoInstant(new Date(time)) };
  const updated = updatedTypes(changes).map((contentType) =>
    makeEvent(source, "content_type.updated", { contentType }),
  );
  if (parent === undefined) return updated;
  return [...updated, ...(await readDeletions(repository, { changes, parent, source }))];
}

/** Version files are written once, so a new one is a newly published schema. */
function updatedTypes(changes: readonly FileChange[]): readonly string[] {
  const types = changes.flatMap(({ path, before, after }) => {
    if (before !== undefined || after === undefined) return [];
    const file = classifyPath(path, NO_PATHS);
    return file.kind === "version" ? [file.apiId] : [];
  });
  return [...new Set(types)];
}

const NO_PATHS: SiteConfig = { id: "", name: "", paths: {}, routes: {} };

async function readDeletions(
  repository: GitRepository,
  {
    changes,
    parent,
    source,
  }: {
    readonly changes: readonly FileChange[];
    readonly parent: string;
    readonly source: EventSource;
  },
): Promise<readonly SiteEvent[]> {
  if (!changes.some(({ after }) => after === undefined)) return [];
  const site = await readSiteAt(repository, parent);
  const removed = changes.flatMap(({ path, before, after }) => {
    if (before === undefined || after !== undefined) return [];
    const file = classifyPath(path, site);
    return file.kind === "entry" ? [{ blob: before, type: file.apiId, slug: file.slug }] : [];
  });
  const ids = await readIds(
    repository,
    removed.map(({ blob }) => blob),
  );
  if (ids.size === 0) return [];
  const remainingIds = await readIds(
    repository,
    changes.flatMap(({ path, after }) => (after !== undefined && ENTRY.test(path) ? [after] : [])),
  );
  const stillThere = new Set(remainingIds.values());
  const deleted = removed.flatMap(({ blob, type, slug }) => {
    const id = ids.get(blob);
    return id === undefined || stillThere.has(id) ? [] : [{ id, type, slug }];
  });
  const unique = [...new Map(deleted.map((entry) => [entry.id, entry])).values()];
  const batch = unique.length > 1;
  return unique.map(({ id, type, slug }) =>
    makeEvent(source, "entry.deleted", { contentType: type, entryId: id, entrySlug: slug, batch }),
  );
}

const ENTRY = /\.(?:md|mdx|markdown|yml)$/;

/** Returns ids by blob, without files that have no id. */
async function readIds(
  repository: GitRepository,
  blobs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const files = await readFiles(repository, [...new Set(blobs)], (oid) => oid);
  const ids = files.map(([blob, bytes]) => [blob, readEntryId(bytes)] as const);
  return new Map(ids.flatMap(([blob, id]) => (id === undefined ? [] : [[blob, id] as const])));
}

/** Returns the site's settings, or the defaults if they cannot be read. */
async function readSiteAt(repository: GitRepository, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file === undefined) return NO_PATHS;
  return readOr(() => parseSiteFile(file.bytes), NO_PATHS);
}
