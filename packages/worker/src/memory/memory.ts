import { randomUUID } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { createMask, type Mask } from "@loam/cms-core/mask";
import { allSecretValues, type Secrets } from "../secrets/secrets.ts";
import type { WorkerState } from "../state/open-state.ts";
import { type MemoryEntry, type NewMemory, readMemoryRow } from "./memory-entry.ts";
import { indexedScope, indexedWords } from "./memory-words.ts";

/** A worker's memory, stored in its state. The worker's secrets are masked before an entry is stored. */
export interface Memory {
  readonly state: WorkerState;
  readonly secrets: Secrets;
}

/**
 * Stores an entry.
 *
 * @throws CmsError `secret_unreadable`: what cannot be masked isn't stored
 */
export function addMemory({ state, secrets }: Memory, entry: NewMemory, at: Date): MemoryEntry {
  const now = at.toISOString();
  const stored = masked(createMask(allSecretValues(secrets)), {
    id: randomUUID(),
    projectId: null,
    kind: "fact",
    tags: [],
    source: {},
    expiresAt: null,
    ...entry,
    createdAt: now,
    updatedAt: now,
  });
  state.write(() => insert(state, stored));
  return stored;
}

/**
 * Updates an entry.
 *
 * @throws CmsError `not_found`, `secret_unreadable`
 */
export function changeMemory(
  { state, secrets }: Memory,
  id: string,
  { change, at }: { readonly change: Partial<NewMemory>; readonly at: Date },
): MemoryEntry {
  const mask = createMask(allSecretValues(secrets));
  return state.write(() => {
    const before = readMemory(state, id);
    const stored = masked(mask, { ...before, ...change, updatedAt: at.toISOString() });
    deleteMemory(state, id);
    insert(state, stored);
    return stored;
  });
}

/** @throws CmsError `not_found` */
export function readMemory({ database }: WorkerState, id: string): MemoryEntry {
  const row = database.prepare("SELECT * FROM memory WHERE id = ?").get(id);
  if (row === undefined) throw new CmsError("not_found", "No memory entry has this ID.");
  return readMemoryRow(row);
}

/** @returns whether it existed */
export function deleteMemory(state: WorkerState, id: string): boolean {
  // Not SQLite's count of changes, which includes the index.
  return state.write(
    () =>
      state.database.prepare("DELETE FROM memory WHERE id = ? RETURNING id").get(id) !== undefined,
  );
}

/**
 * Deletes expired entries and, if retention is limited, those unchanged for that number of days.
 *
 * @returns the number of deleted entries
 */
export function pruneMemory(
  state: WorkerState,
  { now, retentionDays }: { readonly now: Date; readonly retentionDays: number | undefined },
): number {
  const keep = retentionDays === undefined ? Infinity : retentionDays * 86_400_000;
  const oldest = keep === Infinity ? "" : new Date(now.getTime() - keep).toISOString();
  return state.write(
    () =>
      state.database
        .prepare("DELETE FROM memory WHERE expires_at <= ? OR updated_at < ? RETURNING id")
        .all(now.toISOString(), oldest).length,
  );
}

/** Prunes the memory now and every hour, until closed. */
export function startPruning(
  state: WorkerState,
  {
    retentionDays,
    log,
  }: {
    readonly retentionDays: number | undefined;
    /** Logs a failed prune; the next one runs anyway. */
    readonly log: (error: unknown) => void;
  },
): { close(): void } {
  const prune = (): void => {
    try {
      pruneMemory(state, { now: new Date(), retentionDays });
    } catch (error) {
      log(error);
    }
  };
  prune();
  const timer = setInterval(prune, PRUNE_MS).unref();
  return { close: () => clearInterval(timer) };
}

const PRUNE_MS = 3_600_000;

/**
 * Imports entries unchanged, all or none. An existing entry with a later change is kept.
 *
 * @returns the number of new or newer entries
 */
export function importMemory({ state, secrets }: Memory, entries: Iterable<MemoryEntry>): number {
  const mask = createMask(allSecretValues(secrets));
  return state.write(() => {
    let importedCount = 0;
    for (const entry of entries) {
      const known = state.database
        .prepare("SELECT updated_at FROM memory WHERE id = ?")
        .get(entry.id);
      if (known !== undefined && String(known["updated_at"]) >= entry.updatedAt) continue;
      deleteMemory(state, entry.id);
      insert(state, masked(mask, entry));
      importedCount += 1;
    }
    return importedCount;
  });
}

function insert({ database }: WorkerState, entry: MemoryEntry): void {
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO memory (id, project_id, content, kind, tags, source, created_at, updated_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      entry.id,
      entry.projectId,
      entry.content,
      entry.kind,
      JSON.stringify(entry.tags),
      JSON.stringify(entry.source),
      entry.createdAt,
      entry.updatedAt,
      entry.expiresAt,
    );
  database
    .prepare("INSERT INTO memory_words (rowid, words, scope) VALUES (?, ?, ?)")
    .run(
      lastInsertRowid,
      indexedWords([entry.content, ...entry.tags].join("\n")),
      indexedScope(entry.projectId),
    );
}

function masked(mask: Mask, entry: MemoryEntry): MemoryEntry {
  const source = Object.entries(entry.source);
  return {
    ...entry,
    content: mask.maskText(entry.content),
    tags: entry.tags.map((tag) => mask.maskText(tag)),
    source: Object.fromEntries(source.map(([name, value]) => [name, mask.maskText(value)])),
  };
}
