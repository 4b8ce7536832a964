import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { syncPath, writeDurably } from "../../git/disk/durable-file.ts";
import { isRunningHere, processIdentity } from "../../git/disk/process-identity.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { EntryRef } from "../../site/read/file-facts.ts";
import type { Actor } from "../../site/save/site-writer.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { enqueueChange } from "./publish-queue.ts";
import { readLedgerRecords, readPublishedTree } from "./published-tree.ts";

/** Upper bound for a deletion. After it, a deletion by a process on another machine counts as ended. */
const OTHER_HOST_MS = 60_000;

/** Entries to delete from both branches. */
interface Deletion {
  /** The entries with their files on `main`. */
  readonly entries: readonly DeletedEntryFiles[];
  readonly actor: Actor;
}

type DeletedEntryFiles = Pick<EntryRef, "id" | "blob">;

interface Note extends Deletion {
  readonly host: string;
  readonly process: string;
}

/**
 * Runs a deletion of entries from both branches, with a note on disk so that it can be completed after a kill in
 * between.
 */
export async function withDeletionNote<T>(
  { repository }: SiteStore,
  deletion: Deletion,
  work: () => Promise<T>,
): Promise<T> {
  const folder = notesFolder(repository.gitDir);
  const path = join(folder, `${randomUUID()}.json`);
  const note: Note = { ...deletion, host: hostname(), process: processIdentity(process.pid) };
  try {
    if (mkdirSync(folder, { recursive: true }) !== undefined) await syncPath(join(folder, ".."));
    await writeDurably(path, Buffer.from(JSON.stringify(note)));
    await syncPath(folder);
    return await work();
  } catch (cause) {
    if (isCmsError(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("storage_failed", `Could not delete anything: ${reason}`, { cause });
  } finally {
    removeNote(path);
  }
}

/**
 * Completes the deletions of killed processes: entries that were already unpublished are also deleted from `main`.
 * Entries that are live or were saved since are kept.
 */
export async function finishDeletions(store: SiteStore): Promise<void> {
  const folder = notesFolder(store.repository.gitDir);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const note = readNote(path);
    if (note !== undefined && isUnderWay(note, path)) continue;
    try {
      if (note !== undefined) await finish(store, note);
      removeNote(path);
    } catch (error) {
      // The next opening tries again; opening the site must not wait for it.
      if (!isCmsError(error)) throw error;
    }
  }
}

async function finish(store: SiteStore, { entries, actor }: Note): Promise<void> {
  const ids = entries.map(({ id }) => id);
  const live = await liveAmong(store, ids);
  for (const { id, blob } of entries) {
    if (store.entryById(id)?.blob !== blob || live.has(id)) continue;
    await store.deleteEntry(id, { actor, expected: blob });
  }
}

/** Returns the entries that are live. */
export async function liveAmong(
  store: SiteStore,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return inState(store, ids, "published");
}

/** Returns the entries that were live and have been unpublished. */
export async function withdrawnAmong(
  store: SiteStore,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return inState(store, ids, "unpublished");
}

async function inState(
  { repository }: SiteStore,
  ids: readonly string[],
  state: LedgerRecord["state"],
): Promise<ReadonlySet<string>> {
  return enqueueChange(repository, async () => {
    const records = await readLedgerRecords(repository, await readPublishedTree(repository), ids);
    return new Set(ids.filter((id) => records.get(id)?.state === state));
  });
}

function isUnderWay({ host, process: identity }: Note, path: string): boolean {
  if (host === hostname()) return isRunningHere(identity);
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - since < OTHER_HOST_MS;
}

/** Returns undefined for a truncated note: in that case the deletion hadn't started. */
function readNote(path: string): Note | undefined {
  try {
    return parseNote(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return undefined;
  }
}

function parseNote(value: unknown): Note | undefined {
  if (!isRecord(value) || !isRecord(value["actor"])) return undefined;
  const { entries, host, process: identity } = value;
  const { name, email } = value["actor"];
  const isWhole = [host, identity, name, email].every((text) => typeof text === "string");
  if (!isWhole || !Array.isArray(entries) || !entries.every(isDeletedEntryFiles)) return undefined;
  return {
    entries,
    host: String(host),
    process: String(identity),
    actor: { name: String(name), email: String(email) },
  };
}

function isDeletedEntryFiles(value: unknown): value is DeletedEntryFiles {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["blob"] === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function notesFolder(gitDir: string): string {
  return join(gitDir, "loam", "deleting");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** If removal fails, the next opening handles the note again. */
function removeNote(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The entry is then gone from both branches, or was never touched.
  }
}
