import { ifFound } from "../../base/errors.ts";
import type { KeyedMutex } from "../../base/lock.ts";
import { type MediaStorage, originalKey, unusedKey } from "../storage/media-storage.ts";
import { parseIngestNote } from "./ingest-note.ts";

export interface SweepOptions {
  /**
   * Returns the `sha256` of every media record on all branches of every site that uses the storage (see `mediaInUse`).
   * Called twice: at the start, and again before anything is removed.
   */
  readonly used: () => Promise<ReadonlySet<string>>;
  /** How long a binary is kept after it was first found unused. @default 7 days */
  readonly graceMs?: number;
  /** Only reports what would be done; marks and removes nothing. @default false */
  readonly dryRun?: boolean;
  /** @default the system clock */
  readonly now?: () => Date;
}

export interface SweepReport {
  /** Newly unused binaries, by `sha256`. */
  readonly marked: readonly string[];
  /** Binaries removed with their variants after the grace period, by `sha256`. */
  readonly removed: readonly string[];
}

const GRACE_MS = 7 * 24 * 60 * 60 * 1000;

interface Sweeping {
  readonly storage: MediaStorage;
  readonly objects: KeyedMutex<string>;
}

/** See `MediaIntake.sweep`. */
export async function sweepMedia(
  sweeping: Sweeping,
  { used, graceMs = GRACE_MS, dryRun = false, now = () => new Date() }: SweepOptions,
): Promise<SweepReport> {
  const { marked, overdue } = await markUnused(sweeping, {
    used: await used(),
    before: now().getTime() - graceMs,
    now: now(),
    dryRun,
  });
  const removed: string[] = [];
  const inUse = overdue.length === 0 ? new Set() : await used();
  for (const binary of overdue) {
    if (inUse.has(binary.sha256)) continue;
    if (dryRun || (await removeUnused(sweeping, binary))) removed.push(binary.sha256);
  }
  return { marked, removed };
}

interface Marking {
  readonly used: ReadonlySet<string>;
  readonly now: Date;
  /** Binaries unused since this time or longer are removed; ms since 1970. */
  readonly before: number;
  readonly dryRun: boolean;
}

async function markUnused(
  sweeping: Sweeping,
  { used, now, before, dryRun }: Marking,
): Promise<{ readonly marked: readonly string[]; readonly overdue: readonly Binary[] }> {
  const marked: string[] = [];
  const overdue: Binary[] = [];
  for await (const binary of binariesIn(sweeping.storage)) {
    const state = await stateOf(binary, sweeping.storage, used);
    if (state === "used" && !dryRun) await unmark(sweeping, binary);
    if (state === "forgotten" && !dryRun) await removeAll(sweeping, binary);
    if (state !== "unused") continue;
    const since = await unusedSince(binary, sweeping.storage);
    if (since === undefined) {
      if (!dryRun) await mark(sweeping, binary, now);
      marked.push(binary.sha256);
    } else if (since <= before) overdue.push(binary);
  }
  return { marked, overdue };
}

/** All objects in storage under one hash. */
interface Binary {
  readonly sha256: string;
  readonly keys: readonly string[];
}

async function* binariesIn(storage: MediaStorage): AsyncGenerator<Binary> {
  let sha256 = "";
  let keys: string[] = [];
  for await (const key of storage.list()) {
    const [, next = ""] = key.split("/");
    if (next !== sha256 && keys.length > 0) {
      yield { sha256, keys };
      keys = [];
    }
    sha256 = next;
    keys.push(key);
  }
  if (keys.length > 0) yield { sha256, keys };
}

const NOTE = /\/ingested-\d+\.json$/;

/** A hash with only a note describes an earlier upload and is removed together with that upload's binary. */
async function stateOf(
  { sha256, keys }: Binary,
  storage: MediaStorage,
  inUse: ReadonlySet<string>,
): Promise<"used" | "unused" | "forgotten"> {
  if (inUse.has(sha256)) return "used";
  const notes = keys.filter((key) => NOTE.test(key));
  if (notes.length < keys.length) return "unused";
  for (const key of notes) {
    const bytes = await ifFound(storage.read(key));
    const note = bytes === undefined ? undefined : parseIngestNote(bytes);
    if (note !== undefined && (await storage.has(originalKey(note)))) return "used";
  }
  return "forgotten";
}

/** Returns undefined if there is no mark with a valid time. */
async function unusedSince(binary: Binary, storage: MediaStorage): Promise<number | undefined> {
  const key = unusedKey(binary);
  if (!binary.keys.includes(key)) return undefined;
  const bytes = await ifFound(storage.read(key));
  // An upload of the same bytes has just removed it.
  if (bytes === undefined) return undefined;
  const time = Date.parse(Buffer.from(bytes).toString("utf8"));
  return Number.isNaN(time) ? undefined : time;
}

async function mark({ storage, objects }: Sweeping, binary: Binary, since: Date): Promise<void> {
  await objects.run(binary.sha256, async () => {
    // An unreadable mark would otherwise stay forever.
    await storage.remove(unusedKey(binary));
    await storage.put(unusedKey(binary), Buffer.from(since.toISOString()));
  });
}

async function unmark({ storage, objects }: Sweeping, binary: Binary): Promise<void> {
  const key = unusedKey(binary);
  if (binary.keys.includes(key)) await objects.run(binary.sha256, () => storage.remove(key));
}

/** Returns false if an upload of the same bytes has removed the mark in the meantime. */
async function removeUnused({ storage, objects }: Sweeping, binary: Binary): Promise<boolean> {
  return objects.run(binary.sha256, async () => {
    if (!(await storage.has(unusedKey(binary)))) return false;
    await removeKeys(storage, binary);
    return true;
  });
}

async function removeAll({ storage, objects }: Sweeping, binary: Binary): Promise<void> {
  await objects.run(binary.sha256, () => removeKeys(storage, binary));
}

/**
 * Removes the original before its variants, so that it never exists without them, and the mark last, so that a sweep
 * after a crash continues.
 */
async function removeKeys(storage: MediaStorage, binary: Binary): Promise<void> {
  const first = originalKey(binary);
  const last = unusedKey(binary);
  const others = binary.keys.filter((key) => key !== first && key !== last);
  for (const key of [first, ...others, last]) await storage.remove(key);
}
