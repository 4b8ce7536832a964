import { CmsError, type Issue } from "../../base/errors.ts";
import { LEDGER_FOLDER } from "../../content/site/layout.ts";
import { ledgerPerson, printLedgerFile } from "../../content/site/ledger-file.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseOid } from "../../git/objects/object-id.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { FileEdit } from "../../git/repository/repository.ts";
import { isStored } from "../../media/intake/ingest-note.ts";
import type { MediaStorage } from "../../media/storage/media-storage.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { commitPublished } from "../branch/commit-published.ts";
import { enqueueChange } from "../branch/publish-queue.ts";
import {
  diffOf,
  isSameLive,
  neverLiveError,
  readLedgerChanges,
  type LedgerChange,
  type PublishedDiff,
} from "../branch/published-diff.ts";
import { currentPath } from "../branch/published-format.ts";
import { isPin, readPublishedTree } from "../branch/published-tree.ts";
import type { Published } from "./publish-entries.ts";

export interface RollBackOptions {
  /** Commit of `published` to go back to. */
  readonly to: string;
  readonly actor: Actor;
  /** Where binaries are stored: rolling back is refused if one that was live then is missing. @default not checked */
  readonly media?: Pick<MediaStorage, "has"> | undefined;
  /** @default the system clock */
  readonly now?: () => Date;
}

/** Changes of a rollback, with the earlier versions; empty if the live site already matches. */
export interface RollBack extends PublishedDiff {
  /** Ids of entries that become live although they have since been deleted from `main`. */
  readonly deleted: readonly string[];
}

/**
 * Restores the live site to an earlier publish, in one commit on `published`: pinned files, schemas, settings, media
 * records, slugs, and times. Content published since is unpublished. `main` stays unchanged, version numbers keep
 * counting up, and the next publish continues from there. (Decision 0001.)
 *
 * @throws CmsError `not_found` if `to` was never live, `publish_refused` if binaries are missing
 */
export async function rollBackSite(
  store: SiteStore,
  { to, actor, media, now = () => new Date() }: RollBackOptions,
): Promise<RollBack & Published> {
  const { repository } = store;
  return enqueueChange(repository, async () => {
    const tree = await readPublishedTree(repository);
    const { changes, ledger } = await readRollBackChanges(store, tree.commit, to);
    if (media !== undefined) await checkMedia(store, changes, media);
    const records = nextRecords(changes, ledger, ledgerPerson(actor));
    const files = otherFiles(changes);
    for (const [path, record] of records) files.set(path, printLedgerFile(record));
    const commit = await commitPublished(repository, tree, {
      files,
      records: [...records.values()],
      action: "rollback",
      message: `Roll back the live site to ${to.slice(0, 10)}`,
      trailers: { "Loam-Rolled-Back-To": to },
      siteId: store.site().id,
      actor,
      when: now(),
    });
    const done = { commit, records: [...records.values()], changed: files.size > 0 };
    return { ...done, ...reportOf(store, changes, ledger) };
  });
}

/**
 * Returns what `rollBackSite` would change. Writes nothing.
 *
 * @throws CmsError `not_found` if `to` was never live
 */
export async function previewRollBack(store: SiteStore, to: string): Promise<RollBack> {
  const { commit } = await readPublishedTree(store.repository);
  const { changes, ledger } = await readRollBackChanges(store, commit, to);
  return reportOf(store, changes, ledger);
}

/** Reads the file changes that undo everything since the target commit. */
async function readRollBackChanges(
  { repository }: SiteStore,
  from: string | undefined,
  to: string,
): Promise<{ readonly changes: readonly FileChange[]; readonly ledger: readonly LedgerChange[] }> {
  if (from === undefined || !(await repository.areAncestors([parseOid(to)], from))) {
    throw neverLiveError(to);
  }
  const changes = await repository.changedFiles(from, to);
  return { changes, ledger: await readLedgerChanges(repository, changes) };
}

function reportOf(
  { entryById }: SiteStore,
  changes: readonly FileChange[],
  ledger: readonly LedgerChange[],
): RollBack {
  const diff = diffOf(changes, ledger);
  const live = diff.entries.filter(({ kind }) => kind !== "removed");
  const deleted = live.filter(({ id }) => entryById(id) === undefined).map(({ id }) => id);
  return { ...diff, deleted };
}

/** Restores files other than the ledger, at their current locations. */
function otherFiles(changes: readonly FileChange[]): Map<string, FileEdit> {
  const files = new Map<string, FileEdit>();
  const others = changes.filter(({ path }) => !path.startsWith(`${LEDGER_FOLDER}/`));
  for (const { path, after } of others) {
    if (after === undefined) files.set(currentPath(path), null);
  }
  for (const { path, after } of others) {
    if (after !== undefined) files.set(currentPath(path), { oid: after });
  }
  return files;
}

/** Returns the records of entries that differ from the target state, by path. */
function nextRecords(
  changes: readonly FileChange[],
  ledger: readonly LedgerChange[],
  by: string,
): Map<string, LedgerRecord> {
  const moved = changes.filter(({ path }) => isPin(path)).map(({ after }) => after);
  const pins = new Set(moved.filter((blob) => blob !== undefined));
  const records = new Map<string, LedgerRecord>();
  for (const { path, before: now, after: then } of ledger) {
    if (then?.state === "published") {
      if (isSameLive(now, then) && !pins.has(then.blob)) continue;
      records.set(path, { ...then, version: (now?.version ?? 0) + 1, by });
    } else if (now?.state === "published") records.set(path, { ...now, state: "unpublished" });
  }
  return records;
}

async function checkMedia(
  { repository }: SiteStore,
  changes: readonly FileChange[],
  media: Pick<MediaStorage, "has">,
): Promise<void> {
  const issues: Issue[] = [];
  for (const { path, after } of changes) {
    if (!path.startsWith("media/") || after === undefined) continue;
    const record = parseMediaFile(await repository.readBlob(after), path);
    if (await isStored(record, media)) continue;
    const message = `${path}: the file ${record.filename} is no longer in media storage.`;
    issues.push({ code: "media_missing", message, path });
  }
  const [first] = issues;
  if (first === undefined) return;
  const message = `The live site cannot be rolled back: ${first.message}`;
  throw new CmsError("publish_refused", message, { issues });
}
